import { dayOf, mondayOf } from '../../shared/domain/dates.ts';
import type { Fact } from '../../shared/table/facts/facts.ts';
import {
  columnsExcess,
  hasLargeColumns,
  peopleExcess,
  signalsExcess,
  streamsExcess,
} from '../../shared/table/facts/totals.ts';

const firstWeek = Math.floor(mondayOf(dayOf('2000-01-01')) / 7);
const weeksCounted = 2 ** 13;

/** Adds up the facts of each client in the files: single facts are below the caps, their sum may not be. */
export function createClientTotals() {
  const numbers = new Map<string, number>();
  const streams = new Map<string, number>();
  const people = new Map<string, number>();
  const columns = new Map<string, number>();
  // the key is a number for client and week: a text would take ten times the memory
  const signals = new Map<number, number>();

  const numberOf = (clientId: string): number => {
    const number = numbers.get(clientId) ?? numbers.size;
    numbers.set(clientId, number);
    return number;
  };
  return {
    /** Which cap is exceeded with this fact, in words. */
    add: (fact: Fact): string | undefined => {
      if (fact.kind === 'stream') return streamsExcess(added(streams, fact.value.clientId, 1));
      if (fact.kind === 'person') return peopleExcess(added(people, fact.value.clientId, 1));
      if (fact.kind === 'member' && hasLargeColumns(fact.value.extraColumns)) {
        const bytes = Buffer.byteLength(JSON.stringify(fact.value.extraColumns));
        return columnsExcess(added(columns, fact.value.clientId, bytes));
      }
      if (fact.kind === 'signal') {
        const { id, topic, polarity, weight, stream = '', day } = fact.value;
        const bytes = id.length + topic.length + stream.length + `${polarity}${weight}`.length + 12;
        const week = Math.floor(mondayOf(day) / 7) - firstWeek;
        return signalsExcess(added(signals, numberOf(fact.clientId) * weeksCounted + week, bytes));
      }
      return undefined;
    },
  };
}

function added<Key>(totals: Map<Key, number>, key: Key, more: number): number {
  const total = (totals.get(key) ?? 0) + more;
  totals.set(key, total);
  return total;
}
