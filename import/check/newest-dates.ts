import { type Day, dateOf, dayOf } from '../../shared/domain/dates.ts';
import type { Fact } from '../../shared/table/facts/facts.ts';

export interface NewestDates {
  readonly add: (feed: string, fact: Fact) => void;
  /** The dates by the name of the feed. */
  readonly found: () => ReadonlyMap<string, string>;
}

/** The newest date in the rows of each feed. Later ones than today are mistakes or plans, and do not count. */
export function createNewestDates(today: Day): NewestDates {
  const days = new Map<string, Day>();
  return {
    add: (feed, fact) => {
      const day = dayIn(fact);
      if (day !== undefined && day <= today && day > (days.get(feed) ?? Number.NEGATIVE_INFINITY)) days.set(feed, day);
    },
    found: () => new Map([...days].map(([feed, day]) => [feed, dateOf(day)])),
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
