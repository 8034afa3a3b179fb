import type { Fact } from '../../shared/table/facts/facts.ts';
import {
  columnsExcess,
  hasLargeColumns,
  peopleExcess,
  signalsExcess,
  streamsExcess,
} from '../../shared/table/facts/totals.ts';
import { weekOf } from './fact-day.ts';

const weeksCounted = 2 ** 20;

/** What the facts of each client add up to: single facts are below the caps, their sum may not be. */
export type ClientTotals = Map<number, number>;

interface WithTotals {
  readonly totals: ClientTotals;
}

interface Share {
  /** A number for client and week: a text would take ten times the memory. */
  readonly key: number;
  readonly amount: number;
  /** Which cap such a total exceeds, in words. */
  readonly excess: (total: number) => string | undefined;
}

/** What a fact adds to a total of its client; undefined for kinds without a cap. */
function shareOf(fact: Fact, numberOf: (clientId: string) => number): Share | undefined {
  // a client has streams, people and columns in files of different kinds, which are not added
  if (fact.kind === 'stream') return { key: -1 - numberOf(fact.value.clientId), amount: 1, excess: streamsExcess };
  if (fact.kind === 'person') return { key: -1 - numberOf(fact.value.clientId), amount: 1, excess: peopleExcess };
  if (fact.kind === 'member' && hasLargeColumns(fact.value.extraColumns)) {
    const amount = Buffer.byteLength(JSON.stringify(fact.value.extraColumns));
    return { key: -1 - numberOf(fact.value.clientId), amount, excess: columnsExcess };
  }
  if (fact.kind === 'signal') {
    const { id, topic, polarity, weight, stream = '', day } = fact.value;
    const amount = id.length + topic.length + stream.length + `${polarity}${weight}`.length + 12;
    return { key: numberOf(fact.clientId) * weeksCounted + weekOf(day), amount, excess: signalsExcess };
  }
  return undefined;
}

/** Adds the fact to the totals of its file. Which cap it exceeds with those of other files, in words. */
export function addToTotals(
  { totals }: WithTotals,
  others: readonly WithTotals[],
  fact: Fact,
  numberOf: (clientId: string) => number,
): string | undefined {
  const share = shareOf(fact, numberOf);
  if (!share) return undefined;
  const { key, amount, excess } = share;
  const own = (totals.get(key) ?? 0) + amount;
  const problem = excess(others.reduce((sum, other) => sum + (other.totals.get(key) ?? 0), own));
  if (problem === undefined) totals.set(key, own);
  return problem;
}
