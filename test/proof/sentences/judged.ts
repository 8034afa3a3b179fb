import { dateOf } from '../../../shared/domain/dates.ts';
import type { Said } from './said.ts';
import { type Invoice, type Issue, isBad, type Ticket, type Truth } from './truth.ts';

/** Why a sentence is false on its day; undefined if it is true. A night knows the days before it. */
export function falsehoodOf(said: Said, truth: Truth): string | undefined {
  const { read, client, id, number = 0, unit, on, word, text } = said;
  const night = read - 1;
  const about = <T extends { readonly id: string; readonly client: number }>(list: readonly T[]) =>
    list.filter((each) => each.client === client && (id === undefined || each.id === id));
  const [tickets, invoices, issues] = [about(truth.tickets), about(truth.invoices), about(truth.issues)];
  /** The day that an open thing is said to have reached: the one that is named, else the last that is over. */
  const until = on !== undefined && on < night ? on : night;
  const days = unit === 'hours' ? number / 24 : number;
  const any = <T>(list: readonly T[], isTrue: (each: T) => boolean, why: (each: T | undefined) => string) =>
    list.some(isTrue) ? undefined : why(list[0]);
  const none = (what: string) => `there is no such ${what}`;
  /** Beside what is over, its day. */
  const isOn = (at: number, most = 2) => on === undefined || Math.abs(Math.floor(at) - on) <= most;
  const isBetween = (from: number, until: number) => on === undefined || (on >= from - 2 && on <= until + 3);
  const isAbout = (age: number) => Math.abs(age - days) <= 1.1;

  switch (said.kind) {
    case 'no reply':
      return any(tickets, ({ at, replied }) => replied >= until && isAbout(until + 0.9 - at), waiting);
    case 'first reply':
      return any(
        tickets,
        ({ at, replied }) =>
          replied < read &&
          isClose(24 * (replied - at), unit === 'hours' ? number : 24 * number) &&
          isBetween(at, replied),
        (each) =>
          each ? `${waiting(each)}, after ${(24 * (each.replied - each.at)).toFixed(1)} hours` : none('ticket'),
      );
    case 'not solved':
      return any(
        [
          ...tickets.map(({ at, solved }) => ({ at, solved })),
          ...issues.map(({ at, resolved }) => ({ at, solved: resolved })),
        ],
        ({ at, solved }) => solved >= until && isAbout(until + 0.9 - at),
        (each) => (each ? `since ${time(each.at)}, solved ${time(each.solved)}` : none('ticket')),
      );
    case 'solved after':
      return any(
        [
          ...tickets.map(({ at, solved }) => ({ at, solved })),
          ...issues.map(({ at, resolved }) => ({ at, solved: resolved })),
        ],
        ({ at, solved }) =>
          solved < read && isClose(24 * (solved - at), unit === 'hours' ? number : 24 * number) && isOn(solved),
        (each) => (each ? `since ${time(each.at)}, solved ${time(each.solved)}` : none('ticket')),
      );
    case 'reopened':
      return any(
        tickets,
        ({ reopens, at }) => at < read && reopens === number,
        (each) => (each ? `reopened ${each.reopens} times` : none('ticket')),
      );
    case 'rated': {
      const ratings = [...about(truth.ratings), ...about(truth.answers)].filter(
        ({ at }) => at < read && at > read - 120,
      );
      const isSo = (value: number) =>
        word === undefined
          ? Math.abs(100 * value - number) <= 6
          : /^(very |extremely )?(dis|un)|bad/.test(word)
            ? value < 0.5
            : value > 0.5;
      return any(
        ratings,
        ({ at, value }) => isSo(value) && isOn(at, 3),
        (each) => (each ? `rated ${100 * each.value} on ${time(each.at)}` : none('rating')),
      );
    }
    case 'recommends': {
      const isSo = (nps: number) => (word === 'would' ? nps >= 8 : word === 'might' ? nps >= 4 && nps <= 8 : nps <= 6);
      return any(
        about(truth.answers),
        ({ at, recommends = 0 }) => at < read && isSo(recommends) && isOn(at, 3),
        (each) => (each ? `gave ${each.recommends} of 10` : none('answer')),
      );
    }
    case 'overdue': {
      const open = [
        ...invoices.filter(({ isVoid }) => !isVoid).map(({ due, paid }) => ({ due, over: paid })),
        ...issues.map(({ due, resolved }) => ({ due, over: resolved })),
        ...tickets.map(({ solveBy, solved }) => ({ due: Math.floor(solveBy), over: solved })),
      ];
      return any(
        open,
        ({ due, over }) => over >= until && isAbout(until - due),
        (each) => (each ? `due ${time(each.due)}, over ${time(each.over)}` : none('invoice')),
      );
    }
    case 'paid late':
    case 'paid on time': {
      const isSo = ({ due, paid }: Invoice) => {
        const late = Math.floor(paid) - due;
        // of systems without the day of payment, the weekly file gives it within a week
        return said.kind === 'paid late'
          ? late > 0 && (text.includes('at least') ? late >= days : Math.abs(late - days) <= 4)
          : late <= 0;
      };
      return any(
        invoices,
        (each) => each.paid < read && isSo(each) && isOn(each.paid, 7),
        (each) => (each ? `due ${time(each.due)}, paid ${time(each.paid)}` : none('invoice')),
      );
    }
    case 'finished late':
    case 'finished on time': {
      const list = [
        ...issues.map(({ due, resolved }: Issue) => ({ due, over: resolved })),
        ...tickets.map(({ solveBy, solved }: Ticket) => ({ due: solveBy, over: solved })),
      ];
      const isSo = (late: number) =>
        said.kind === 'finished late' ? late > 0 && Math.abs(late - days) <= 1.1 : late <= 1;
      return any(
        list,
        ({ due, over }) => over < read && isSo(Math.floor(over) - due) && isOn(over),
        (each) => (each ? `due ${time(each.due)}, resolved ${time(each.over)}` : none('issue')),
      );
    }
    case 'hours': {
      if (on === undefined) return 'it names no week';
      const hours = truth.work
        .filter((each) => each.client === client && each.at >= on && each.at < on + 7)
        .reduce((sum, each) => sum + each.hours, 0);
      return Math.abs(hours - number) <= 1 ? undefined : `${hours} hours in the week of ${dateOf(on)}`;
    }
    case 'not held':
    case 'held': {
      const met = truth.meetings.filter(
        (each) => each.client === client && (id === undefined || id.startsWith(each.id)),
      );
      const isSo = ({ outcome, cancelled, at }: (typeof met)[number]) =>
        at > read - (on === undefined ? 35 : 100) &&
        (said.kind === 'held' ? outcome === 'held' && at < read : outcome !== 'held' && Math.min(at, cancelled) < read);
      return any(
        met,
        (each) => isSo(each) && isOn(each.at, 0),
        (each) => (each ? `${each.outcome} on ${time(each.at)}` : none('meeting')),
      );
    }
    case 'silence': {
      const list: readonly { readonly client: number; readonly at: number; readonly replied?: number }[] =
        word === 'meeting'
          ? truth.meetings.filter(({ outcome }) => outcome === 'held')
          : word?.includes(' or ')
            ? [...contacts(truth), ...truth.tickets, ...truth.work]
            : word === 'ticket'
              ? truth.tickets
              : word === 'contact'
                ? contacts(truth)
                : truth.work;
      const known = unit === undefined || on === undefined ? read : on + 1;
      const latest = list.filter((each) => each.client === client && each.at < known).sort((a, b) => b.at - a.at)[0];
      const since = unit === undefined ? on : known - days;
      if (since === undefined) return 'it names no day';
      if (!latest) return none(word ?? '');
      // a ticket is from the day on which it was asked to that of the reply
      const { at, replied = at } = latest;
      return since >= at - (word?.includes('work') ? 8 : 3) && since <= replied + 2
        ? undefined
        : `the last one was on ${time(at)}`;
    }
    case 'opinion': {
      if (on === undefined) return 'it names no day';
      const bad = word === 'bad';
      const times = [
        ...about(truth.answers).filter(({ value }) => value < 0.5 === bad),
        ...truth.answers.filter((each) => each.client === client && each.value < 0.5 === bad),
        ...truth.ratings.filter((each) => each.client === client && each.value < 0.5 === bad),
        ...truth.meetings.filter((each) => each.client === client && (each.outcome !== 'held') === bad),
        ...truth.invoices.filter((each) => each.client === client).map(({ paid }) => ({ at: paid })),
        ...truth.tickets.filter((each) => each.client === client).map(({ solved }) => ({ at: solved })),
        ...(bad ? [{ at: truth.clients[client]?.contractEnds ?? 0 }] : []),
      ];
      return times.some(({ at }) => Math.abs(Math.floor(at) - on) <= 1)
        ? undefined
        : 'nothing like it happened on that day';
    }
    case 'dispute':
      return 'nobody disputes anything';
    case 'last contact': {
      const known = contacts(truth)
        .filter((each) => each.client === client && each.at < read)
        .map(({ at }) => Math.floor(at));
      // weekly files know no later ones than this
      const latest = Math.max(...known.filter((day) => day < read - 8));
      return on !== undefined && on >= latest && on <= Math.max(...known)
        ? undefined
        : `there was one on ${dateOf(latest)}`;
    }
  }
}

const contacts = ({ meetings, mails, tickets }: Truth) => [
  ...meetings.filter(({ outcome }) => outcome === 'held'),
  ...mails,
  ...tickets.map(({ client, replied }) => ({ client, at: replied })),
];

const time = (at: number) =>
  Number.isFinite(at) ? new Date(at * 86_400_000).toISOString().slice(0, 16).replace('T', ' ') : 'never';
const waiting = (each: Ticket | undefined) =>
  each ? `asked ${time(each.at)}, replied ${time(each.replied)}` : 'there is no such ticket';
const isClose = (hours: number, saidHours: number) => Math.abs(hours - saidHours) <= (saidHours >= 48 ? 13 : 1.1);

/** On the nights after files, of clients in bad weeks: how many waiting tickets and overdue invoices there are, and are named. */
export function namedOn(day: number, all: readonly Said[], truth: Truth) {
  const made = day - 2 / 24;
  const ids = (kind: Said['kind']) => new Set(all.filter((each) => each.kind === kind).map(({ id }) => id));
  const [waits, late] = [ids('no reply'), ids('overdue')];
  const isIn = ({ client }: { readonly client: number }) => {
    const found = truth.clients[client];
    return found !== undefined && isBad(found, day - 4);
  };
  const tickets = truth.tickets.filter((each) => isIn(each) && each.at < made - 1 && each.replied > made);
  const invoices = truth.invoices.filter(
    (each) => isIn(each) && !each.isVoid && each.due < day - 2 && each.paid > made,
  );
  return {
    tickets: { true: tickets.length, named: tickets.filter(({ id }) => waits.has(id)).length },
    invoices: { true: invoices.length, named: invoices.filter(({ id }) => late.has(id)).length },
  };
}
