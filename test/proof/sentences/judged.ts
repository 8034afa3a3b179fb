import { dateOf, mondayOf } from '../../../shared/domain/dates.ts';
import type { Read } from './lived.ts';
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
      const list: readonly Event[] =
        word === 'meeting'
          ? truth.meetings.filter(({ outcome }) => outcome === 'held')
          : word?.includes(' or ')
            ? events(truth)
            : word === 'ticket'
              ? truth.tickets
              : word === 'contact'
                ? contacts(truth)
                : truth.work;
      const [, every] = /usually every (\d+|day|week)/.exec(text) ?? [];
      const usual = every === undefined ? undefined : every === 'day' ? 1 : every === 'week' ? 7 : Number(every);
      const known = unit === undefined || on === undefined ? read : on + 1;
      const before = list.filter((each) => each.client === client && each.at < known);
      const latest = before.toSorted((a, b) => b.at - a.at)[0];
      const since = unit === undefined ? on : known - days;
      if (since === undefined) return 'it names no day';
      if (!latest) return none(word ?? '');
      const { at, isWeekly } = latest;
      const rhythm = rhythmBefore(Math.floor(at), list, client);
      // a ticket is from the day on which it was asked to that of the reply
      const until = Math.max(...before.map(({ at: asked, replied = asked }) => (replied < known ? replied : asked)));
      if (since < at - (isWeekly ? 8 : 3) || since > until + 2) return `the last one was on ${time(at)}`;
      if (usual !== undefined && (usual > 1.6 * rhythm || usual < rhythm / 1.6)) return `usually every ${rhythm}`;
      return undefined;
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
    case 'step: dispute':
      // weekly files know no later payments
      return any(
        invoices,
        ({ disputed, paid }) => disputed < read && paid >= read - 8,
        (each) => (each ? `disputed ${time(each.disputed)}, paid ${time(each.paid)}` : none('invoice')),
      );
    case 'complaint':
      return any(
        tickets,
        ({ isComplaint, at }) => isComplaint && at < read && isOn(at, 30),
        (each) => (each ? 'the ticket is no complaint' : none('ticket')),
      );
    case 'SLA': {
      const isSo = (each: Ticket) =>
        word === 'kept' ? each.replied <= each.replyBy || each.solved <= each.solveBy : misses(each, read);
      return any(
        tickets,
        (each) => each.at < read && isSo(each),
        (each) => (each ? `solved ${time(each.solved)}, due ${time(each.solveBy)}` : none('ticket')),
      );
    }
    case 'contract': {
      const ends = truth.clients[client]?.contractEnds ?? 0;
      return on === ends && (word === 'ended' ? ends < read : ends >= read - 8) ? undefined : `it ends ${dateOf(ends)}`;
    }
    case 'activity': {
      const known = text.includes(' by ') ? read - 8 : read - 1;
      const later = truth.mails.filter((each) => each.client === client && each.at < known && each.at >= (on ?? 0) + 1);
      return later.length === 0 ? undefined : `there was a mail on ${time(later.at(-1)?.at ?? 0)}`;
    }
    case 'paid by':
      return any(
        invoices,
        ({ paid }) => paid < (on ?? 0) + 1,
        (each) => (each ? `paid ${time(each.paid)}` : none('invoice')),
      );
    case 'why': {
      const times = id === undefined ? [on ?? night] : timesOf(id, truth, night);
      const from = read - number - 4;
      return times.some((at) => at >= from && at < read) ? undefined : `last on ${time(Math.max(...times))}`;
    }
    case 'begins':
      return undefined;
    case 'step: ticket': {
      const isSo: Record<string, (each: Ticket) => boolean> = {
        'Reply to': ({ replied }) => replied >= until,
        'first reply': ({ at, replied }) => replied < read && replied - at > 1 / 6,
        'is solved now': ({ reopens }) => reopens > 0,
        SLA: (each) => misses(each, read),
        complaint: ({ isComplaint }) => isComplaint,
      };
      return any(tickets, isSo[word ?? ''] ?? (() => false), waiting);
    }
    case 'step: work': {
      if (word === 'work is planned') return lessWork(client, truth, read) ? undefined : 'there is no less work';
      const list = [
        ...issues.map(({ at, due, resolved }) => ({ at, due, over: resolved })),
        ...tickets.map(({ at, solveBy, solved }) => ({ at, due: solveBy, over: solved })),
      ];
      const isSo: Record<string, (each: (typeof list)[number]) => boolean> = {
        'will be': ({ over }) => over >= until,
        'took too long': ({ at, over }) => over < read && over - at > 1,
        'new date': ({ due, over }) => over >= until && due < read,
        'came late': ({ due, over }) => over < read && over > due,
      };
      return any(list, isSo[word ?? ''] ?? (() => false), (each) =>
        each ? `since ${time(each.at)}, due ${time(each.due)}, over ${time(each.over)}` : none('work'),
      );
    }
    case 'step: invoice':
      return any(
        invoices,
        ({ due, paid }) => due < read && (word === 'will be paid' ? paid >= until : paid < read && paid > due + 1),
        (each) => (each ? `due ${time(each.due)}, paid ${time(each.paid)}` : none('invoice')),
      );
    case 'step: opinion': {
      const list = word === 'recommend' ? about(truth.answers) : [...about(truth.ratings), ...about(truth.answers)];
      return any(
        list,
        ({ value, recommends = 0 }) => (word === 'recommend' ? recommends <= 8 : value < 0.75),
        (each) => (each ? `${each.value}, ${each.recommends}` : none('answer')),
      );
    }
    case 'step: meeting':
      return any(
        truth.meetings.filter((each) => each.client === client && Math.floor(each.at) === on),
        ({ outcome }) => outcome !== 'held',
        (each) => (each ? 'it was held' : none('meeting')),
      );
    case 'step: contract': {
      if (word === 'renewal')
        return (truth.clients[client]?.contractEnds ?? 0) < read + 62 ? undefined : 'it is far off';
      const recent = truth.mails.some((each) => each.client === client && each.at < read - 8 && each.at > read - 29);
      return recent ? 'there were mails' : undefined;
    }
    case 'step: silence': {
      // files know at most the last week
      const heard = events(truth).some((each) => each.client === client && each.at < read - 10 && each.at > read - 15);
      return heard ? 'there were tickets, meetings or work' : undefined;
    }
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

interface Event {
  readonly client: number;
  readonly at: number;
  readonly replied?: number;
  /** Its file has weeks. */
  readonly isWeekly?: true;
}

const events = (truth: Truth): Event[] => [
  ...truth.tickets,
  ...truth.meetings.filter(({ outcome }) => outcome === 'held'),
  ...truth.work.map(({ client, at }) => ({ client, at, isWeekly: true as const })),
];

/** Days from one week with such an event to the next, in the quarter before a day. */
function rhythmBefore(day: number, list: readonly Event[], client: number): number {
  const weeks = list
    .filter((each) => each.client === client && each.at <= day + 1 && each.at > day - 91)
    .map(({ at }) => mondayOf(Math.floor(at)));
  return 91 / new Set(weeks).size;
}

const misses = ({ replied, replyBy, solved, solveBy }: Ticket, read: number) =>
  Math.min(replied, read) > replyBy || Math.min(solved, read) > solveBy;

/** The days on which something happened to a record; what is open happens until the night. */
function timesOf(id: string, truth: Truth, night: number): number[] {
  const times = [
    ...truth.tickets.map((each) => ({ id: each.id, at: [each.at, each.replied, each.solved] })),
    ...truth.issues.map((each) => ({ id: each.id, at: [each.at, each.resolved] })),
    ...truth.invoices.map((each) => ({ id: each.id, at: [each.paid] })),
    ...[...truth.meetings, ...truth.ratings, ...truth.answers].map((each) => ({ id: each.id, at: [each.at] })),
  ];
  return times
    .filter((each) => each.id === id || id.startsWith(`${each.id}a`))
    .flatMap(({ at }) => at.map((each) => Math.min(each, night)));
}

/** Whether one of the last weeks that are over had clearly fewer hours than most of the half year before. */
function lessWork(client: number, { work }: Truth, read: number): boolean {
  const inWeek = (monday: number) =>
    work
      .filter((each) => each.client === client && each.at >= monday && each.at < monday + 7)
      .reduce((sum, { hours }) => sum + hours, 0);
  const weeks = Array.from({ length: 26 }, (_, back) => inWeek(mondayOf(read) - 7 * (back + 1)));
  const mean = weeks.reduce((sum, hours) => sum + hours, 0) / weeks.length;
  return weeks.slice(0, 6).some((hours) => hours < 0.85 * mean);
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

/**
 * Why it is false that a client moved when the files of a system begin: in the same agency without this system it did not,
 * and the new rows say nothing new of it.
 */
export function falseBeginning(
  { client, number = 0, id, read }: Said,
  truth: Truth,
  twin: Read,
  bad: readonly number[],
) {
  const days = Number(id);
  const row = twin.rows.find((each) => each.id === truth.clients[client]?.id);
  const changes = days === 7 ? [row?.change7, row?.moved7] : [row?.change30, row?.moved30];
  const without = Math.max(...changes.map((change = 0) => change * Math.sign(number)));
  // a rise can be what was bad becoming old
  const from = read - (number < 0 ? days : 90);
  const isNew = bad.some((at) => at >= from && at < read);
  return isNew || without >= Math.abs(number) / 3
    ? undefined
    : `it moved by ${changes.join(' or ')} without these files`;
}

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
