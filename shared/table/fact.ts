import type { AlignmentRead } from '../domain/alignment.ts';
import type { Client } from './clients.ts';
import type { WeekOfInsights } from './insights.ts';
import type { Note } from './notes.ts';
import type { Person } from './people.ts';
import type { Member, Portfolio } from './portfolios.ts';
import type { Item } from './read.ts';
import type { NamedSignal } from './signals.ts';
import type { Stream } from './streams.ts';

export type Fact =
  | { readonly kind: 'client'; readonly value: Omit<Client, 'touched'> }
  | { readonly kind: 'stream'; readonly value: Stream }
  | { readonly kind: 'portfolio'; readonly value: Portfolio }
  | { readonly kind: 'member'; readonly portfolioId: string; readonly value: Member }
  | { readonly kind: 'note'; readonly value: Note }
  | { readonly kind: 'person'; readonly value: Person }
  | { readonly kind: 'insights'; readonly value: WeekOfInsights }
  | { readonly kind: 'read'; readonly clientId: string; readonly value: AlignmentRead }
  | { readonly kind: 'signal'; readonly clientId: string; readonly value: NamedSignal };

/** An item to write, and what it says: of which kind of fact, and about which client. */
export interface Change {
  readonly kind: Fact['kind'];
  readonly clientId?: string;
  readonly item: Item;
  /** What is there now; nothing, if that is new. */
  readonly stored?: Item;
}
