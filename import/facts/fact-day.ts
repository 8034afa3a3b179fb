import { type Day, dayOf, mondayOf } from '../../shared/domain/dates.ts';
import type { Fact } from '../../shared/table/facts/facts.ts';

/** The day that a fact is about, if its kind has one. */
export function dayIn(fact: Fact): Day | undefined {
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

const firstMonday = mondayOf(dayOf('2000-01-01'));

/** Weeks since 2000, from 0. */
export function weekOf(day: Day): number {
  return Math.max(0, Math.floor((day - firstMonday) / 7));
}
