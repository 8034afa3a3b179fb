import type { AlignmentRead } from '../../domain/alignment.ts';
import type { Client } from '../records/clients.ts';
import type { WeekOfInsights } from '../records/insights.ts';
import type { Note } from '../records/notes.ts';
import type { Person } from '../records/people.ts';
import type { Member, Portfolio } from '../records/portfolios.ts';
import type { NamedSignal } from '../records/signals.ts';
import type { Stream } from '../records/streams.ts';
import type { Item } from '../store/read.ts';

export type Fact =
  | { readonly kind: 'client'; readonly value: Omit<Client, 'touched'> }
  | { readonly kind: 'stream'; readonly value: Stream }
  | { readonly kind: 'portfolio'; readonly value: Portfolio }
  | { readonly kind: 'member'; readonly portfolioId: string; readonly value: Member }
  | { readonly kind: 'note'; readonly value: Note }
  | { readonly kind: 'person'; readonly value: Person }
  | { readonly kind: 'insights'; readonly value: WeekOfInsights }
  | { readonly kind: 'alignment'; readonly clientId: string; readonly value: AlignmentRead }
  | { readonly kind: 'signal'; readonly clientId: string; readonly value: NamedSignal };

/** An item to write, and what it says: of which kind of fact, and about which client. */
export interface Change {
  readonly kind: Fact['kind'];
  readonly clientId?: string;
  readonly item: Item;
  /** What is there now; nothing, if that is new. */
  readonly stored?: Item;
}
