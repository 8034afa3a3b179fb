import { type Day, dateOf, dayOf, isoWeek, mondayOf } from '../../domain/dates.ts';
import { habitDays } from '../../domain/scoring/model.ts';
import { type Norms, normsFrom, normsText, scoreNorm } from '../../domain/scoring/norms.ts';
import { normsOfWeek } from '../../domain/scoring/norms-of-week.ts';
import type { Signal } from '../../domain/scoring/scoring.ts';
import { fromClientItem } from '../entities/client.ts';
import { fromSignalsItem } from '../entities/signal.ts';
import { chunks } from '../store/batches.ts';
import { type Account, clientsRange, isSignals, nightRange, normsKey, normsRange } from '../store/item-keys.ts';
import { type Item, readItem, readRange } from '../store/read.ts';
import { itemVersion } from '../store/stored-item.ts';
import type { Table } from '../store/table.ts';
import { ifConditionHolds, putItem } from '../store/write.ts';

// What is usual in an account is worked out once a week, from its first clients by id, and stored. Every slice of a
// night, a night that is repeated, and a day that is scored later read the same.

/** As many as show what is usual; a larger account costs no more. */
const mostClients = 300;
const readsAtOnce = 20;
const keptDays = 400;

/** Norms of fewer values than this are made again when an operator scores a day again: more may have been imported. */
const fewValues = 100;

/** The norms of the weeks that a run needs, read or made when they are first asked for. */
export class NormsOfAccount {
  readonly #table: Table;
  readonly #account: Account;
  readonly #oldest: Day;
  readonly #again: boolean;
  readonly #weeks = new Map<Day, Promise<Norms>>();
  #sampled: Promise<Signal[][]> | undefined;

  /** `oldest`: the first day that will be asked for. */
  constructor(table: Table, account: Account, { oldest, again }: { readonly oldest: Day; readonly again: boolean }) {
    this.#table = table;
    this.#account = account;
    this.#oldest = oldest;
    this.#again = again;
  }

  /** True once they were asked for: the account has values of systems, so clients have habits. */
  get areUsed(): boolean {
    return this.#weeks.size > 0;
  }

  of(day: Day): Promise<Norms> {
    const monday = mondayOf(day);
    const known = this.#weeks.get(monday) ?? this.#stored(monday);
    this.#weeks.set(monday, known);
    return known;
  }

  async #stored(monday: Day): Promise<Norms> {
    const key = normsKey(this.#account, isoWeek(monday));
    const item = await readItem(this.#table, key, { consistent: true });
    const stored = item && normsFrom(monday, String(item.norms));
    const isThin = stored !== undefined && valuesOf(stored) < fewValues;
    if (stored && !(this.#again && isThin)) return stored;
    this.#sampled ??= this.#sample();
    const norms = normsOfWeek(await this.#sampled, monday);
    const ttl = (monday + keptDays) * 86_400;
    const put = {
      item: { ...key, v: itemVersion, monday: dateOf(monday), norms: normsText(norms), ttl },
      ...(!isThin && { condition: 'attribute_not_exists(pk)' }),
    };
    const isFirst = await ifConditionHolds(putItem(this.#table, put));
    // another worker was first: all slices of a night use its norms
    return isFirst ? norms : this.#stored(monday);
  }

  /** The values of the first clients from 180 days before the first Monday on. Consistent: they are kept for the week. */
  async #sample(): Promise<Signal[][]> {
    const from = isoWeek(mondayOf(this.#oldest) - habitDays);
    const items = await readRange(this.#table, clientsRange(this.#account), { limit: mostClients, consistent: true });
    const clients = items.map(fromClientItem).filter(({ archived }) => !archived);
    const sampled: Signal[][] = [];
    for (const some of chunks(clients, readsAtOnce)) {
      const read = await Promise.all(
        some.map(({ id }) => readRange(this.#table, nightRange(this.#account, id, from), { consistent: true })),
      );
      const signalsIn = (found: Item[]) => found.filter(isSignals).flatMap(fromSignalsItem);
      sampled.push(...read.map((found) => signalsIn(found).filter(({ measure }) => measure)));
    }
    return sampled;
  }
}

/** Those of the newest week; undefined if no night has met a value of a system. */
export async function newestNorms(table: Table, account: Account): Promise<Norms | undefined> {
  const [item] = await readRange(table, normsRange(account), { backwards: true, limit: 1 });
  return item && normsFrom(dayOf(String(item.monday)), String(item.norms));
}

function valuesOf({ norms }: Norms): number {
  return [...norms].reduce((sum, [name, { count }]) => sum + (name === scoreNorm ? 0 : count), 0);
}
