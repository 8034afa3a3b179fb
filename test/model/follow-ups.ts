import type { StoredFollowUp } from '../../shared/table/entities/follow-up.ts';
import type { KnownClient } from './account.ts';
import { compare } from './basics.ts';
import { bandOf } from './figures.ts';

// What people did about a client, by the words of the contract.

const plus = (date: string, days: number) => new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
const dayOf = ({ at }: StoredFollowUp) => at.slice(0, 10);
const levels = ['highRisk', 'mediumRisk', 'lowRisk', 'onTrack'];

const newestOf = ({ followUps = [] }: KnownClient) => followUps.toSorted((a, b) => compare(a.at, b.at)).at(-1);

/** The newest, unless it ended by a day: taken back, after 30 days, on the day waited for, or by a level that is worse. */
export function followUpOn(known: KnownClient, day: string) {
  const newest = newestOf(known);
  if (!newest || newest.state === 'open' || day > plus(dayOf(newest), 30) || day >= (newest.until ?? '9999'))
    return undefined;
  const { last = '', points = [] } = known.computed ?? {};
  const course = points.map((score, at) => ({
    date: plus(last, at + 1 - points.length),
    level: levels.indexOf(bandOf(score)),
  }));
  const then = course.findLast(({ date }) => date <= dayOf(newest));
  if (then && course.some(({ date, level }) => date > then.date && level < then.level)) return undefined;
  const { clientId: _, ...shown } = newest;
  return { ...shown, text: followUpWords(newest) };
}

export function followUpWords({ at, state, until = '', because = '' }: StoredFollowUp): string {
  const short = (date: string) => new Date(date).toUTCString().slice(5, 11).replace(/^0/, '');
  if (state === 'called') return `Called on ${short(at)}`;
  return `${state === 'waiting' ? `Waiting until ${short(until)}` : `Not a risk, because ${because}`}, said on ${short(at)}`;
}

/** As lists show it: of the day of the newest score. */
export function followedUp(known: KnownClient) {
  const newest = newestOf(known);
  const found = newest && followUpOn(known, known.computed?.last ?? dayOf(newest));
  return [found?.text, found && dayOf(newest)];
}
