import { type Day, dateOf, dayOf } from '../../shared/domain/dates.ts';
import type { Fact } from '../../shared/table/facts/facts.ts';

export interface NewestDate {
  readonly add: (fact: Fact) => void;
  readonly found: () => string | undefined;
}

/** The newest date in the rows of a file. Later ones than today are mistakes or plans, and do not count. */
export function createNewestDate(today: Day): NewestDate {
  let newest = Number.NEGATIVE_INFINITY;
  return {
    add: (fact) => {
      const day = dayIn(fact);
      if (day !== undefined && day <= today && day > newest) newest = day;
    },
    found: () => (newest === Number.NEGATIVE_INFINITY ? undefined : dateOf(newest)),
  };
}

function dayIn(fact: Fact): Day | undefined {
  switch (fact.kind) {
    case 'signal':
      return fact.value.day;
    case 'open-signal':
      return fact.value.since;
    case 'note':
      return dayOf(fact.value.createdAt.slice(0, 10));
    case 'client':
      return fact.value.lastContactDate === null ? undefined : dayOf(fact.value.lastContactDate.slice(0, 10));
    case 'alignment':
    case 'insights':
      return dayOf(fact.kind === 'insights' ? fact.value.weekDate : fact.value.week);
    default:
      return undefined;
  }
}
