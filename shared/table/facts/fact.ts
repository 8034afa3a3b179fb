import type { AlignmentRead } from '../../domain/alignment.ts';
import type { OpenSignal } from '../../domain/scoring/open-signals.ts';
import type { Alias } from '../records/aliases.ts';
import type { ImportedClient } from '../records/clients.ts';
import type { WeekOfInsights } from '../records/insights.ts';
import type { Note } from '../records/notes.ts';
import type { Person } from '../records/people.ts';
import type { Member, Portfolio } from '../records/portfolios.ts';
import type { NamedSignal } from '../records/signals.ts';
import type { Stream } from '../records/streams.ts';
import type { ItemKey } from '../store/item-keys.ts';
import type { Item } from '../store/read.ts';

export type Fact =
  | { readonly kind: 'alias'; readonly value: Alias }
  | { readonly kind: 'client'; readonly value: ImportedClient }
  | { readonly kind: 'stream'; readonly value: Stream }
  | { readonly kind: 'portfolio'; readonly value: Portfolio }
  | { readonly kind: 'member'; readonly portfolioId: string; readonly value: Member }
  | { readonly kind: 'note'; readonly value: Note }
  | { readonly kind: 'person'; readonly value: Person }
  | { readonly kind: 'insights'; readonly value: WeekOfInsights }
  | { readonly kind: 'alignment'; readonly clientId: string; readonly value: AlignmentRead }
  | { readonly kind: 'signal'; readonly clientId: string; readonly value: NamedSignal }
  | { readonly kind: 'open-signal'; readonly clientId: string; readonly value: OpenSignal };

/** An item to write, the kind of fact that it stores, and the client that it belongs to. */
export interface Change {
  readonly kind: Fact['kind'];
  readonly clientId?: string;
  readonly item: Item;
  /** The item that it replaces; absent if the item is new. */
  readonly stored?: Item;
  /** Where the fact was stored before, if its key has changed. */
  readonly movedFrom?: ItemKey;
}
