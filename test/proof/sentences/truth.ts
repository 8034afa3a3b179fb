import { dayOf } from '../../../shared/domain/dates.ts';
import { randomOf } from '../../support/random.ts';
import { type Chance, chanceOf } from '../warning/chance.ts';

// Three made-up agencies of which everything is known: each ticket, invoice, issue, meeting, rating and hour, at each time.
// Times are days since 1970 with fractions, in UTC. `never` is a time after all others.

export const never = Number.POSITIVE_INFINITY;

export interface Client {
  readonly id: string;
  readonly name: string;
  readonly domain: string;
  readonly people: number;
  readonly contractEnds: number;
  /** Weeks in which much goes wrong. */
  readonly spells: readonly Spell[];
  /** Days without a ticket, a meeting, a mail, work, an issue or an answer; only invoices go out. */
  readonly silent?: Omit<Spell, 'isQuiet'>;
}

/** From a day until before another. In a quiet one nobody meets, and hardly anybody writes. */
interface Spell {
  readonly from: number;
  readonly until: number;
  readonly isQuiet: boolean;
}

interface Of {
  readonly id: string;
  /** The index of its client. */
  readonly client: number;
  readonly at: number;
}

export interface Ticket extends Of {
  readonly replied: number;
  readonly solved: number;
  readonly replyBy: number;
  readonly solveBy: number;
  readonly reopens: number;
  readonly isComplaint: boolean;
}

export interface Invoice extends Of {
  readonly due: number;
  readonly paid: number;
  readonly isVoid: boolean;
  /** `never` if the client does not dispute it; it does so until it pays. */
  readonly disputed: number;
  readonly amounts: readonly number[];
}

export interface Issue extends Of {
  /** `never` if it has no due date. */
  readonly due: number;
  readonly resolved: number;
  readonly type: 'Bug' | 'Task';
}

interface Meeting extends Of {
  readonly outcome: 'held' | 'cancelled' | 'no show';
  /** When it was put into the calendar, and when it was cancelled. */
  readonly planned: number;
  readonly cancelled: number;
}

/** What a client says of us: about a ticket (then with its id) or in a survey. From 0 (worst) to 1. */
interface Rating extends Of {
  readonly value: number;
  /** From 0 to 10; absent in help desks. */
  readonly recommends?: number;
}

interface Work extends Of {
  readonly hours: number;
}

export interface Truth {
  readonly clients: readonly Client[];
  readonly tickets: readonly Ticket[];
  readonly invoices: readonly Invoice[];
  readonly issues: readonly Issue[];
  readonly meetings: readonly Meeting[];
  readonly ratings: readonly Rating[];
  readonly answers: readonly Rating[];
  readonly work: readonly Work[];
  readonly mails: readonly Of[];
}

/** A Monday. */
export const firstDay = dayOf('2026-03-02');
const historyWeeks = 26;
export const fileWeeks = 13;
/** The first Monday whose night has files: those of the evening before. */
export const firstNight = firstDay + 7 * historyWeeks;
const lastDay = firstNight + 7 * fileWeeks;

const spellOn = ({ spells }: Client, day: number) => spells.find(({ from, until }) => day >= from && day < until);
const isSilent = ({ silent }: Client, day: number) => silent !== undefined && day >= silent.from && day < silent.until;
export const isBad = (client: Client, day: number) => spellOn(client, day) !== undefined;

/** `ratings` are those that a help desk offers: the bad one, the good one. */
export function truthOf(seed: number, size: number, ratings: readonly [number, number]): Truth {
  const chance = chanceOf(seed * 104_729);
  const clients = Array.from({ length: size }, (_, at) => clientOf(at, chance));
  const all: { -readonly [Name in keyof Omit<Truth, 'clients'>]: Truth[Name][number][] } = {
    tickets: [],
    invoices: [],
    issues: [],
    meetings: [],
    ratings: [],
    answers: [],
    work: [],
    mails: [],
  };
  for (const [client, each] of clients.entries()) {
    const own = chanceOf(Math.floor(randomOf(seed + 31 * client)() * 1e9));
    support(all, client, each, own, ratings);
    billing(all, client, each, own);
    delivery(all, client, each, own);
    talking(all, client, each, own);
  }
  const numbered = <T extends Of>(list: readonly T[], idOf: (number: number, each: T) => string): T[] =>
    list.toSorted((a, b) => a.at - b.at).map((each, at) => ({ ...each, id: idOf(at, each) }));
  return {
    clients,
    ...all,
    invoices: numbered(all.invoices, (at) => `INV-${2000 + at}`),
  };
}

type All = Parameters<typeof support>[0];

const words = [
  ['Amber', 'Birch', 'Cobalt', 'Dune', 'Ember', 'Fjord', 'Garnet', 'Harbor', 'Indigo', 'Juniper'],
  ['Bakery', 'Cycles', 'Dental', 'Energy', 'Foods', 'Hotels', 'Outdoor', 'Paper', 'Robotics', 'Travel'],
] as const;

function clientOf(at: number, { random, between }: Chance): Client {
  const name = `${words[0][at % 10]} ${words[1][(at * 3 + Math.floor(at / 10)) % 10]}${at < 100 ? '' : ` ${at}`}`;
  const spells = [20 + between(0, 100), 7 * historyWeeks + between(0, 7 * 9)].flatMap((from, part) => {
    const [start, isQuiet] = [Math.floor(firstDay + from), random() < 0.4];
    const length = Math.floor(isQuiet ? between(40, 70) : between(20, 45));
    return random() < (part === 0 ? 0.3 : 0.7) ? [{ from: start, until: start + length, isQuiet }] : [];
  });
  const from = Math.floor(firstNight + between(-20, 40));
  return {
    id: `${9000 + at}`,
    name,
    ...(at % 6 === 4 && { silent: { from, until: from + Math.floor(between(30, 80)) } }),
    domain: `${name.toLowerCase().replaceAll(' ', '-')}.example`,
    people: 2 + Math.floor(between(0, 5)),
    contractEnds: Math.floor(firstNight + between(-20, 300)),
    spells,
  };
}

/** A time of work on this day: from 8 to 17 o'clock. */
const worked = (day: number, { random }: Chance) => day + (8 + 9 * random()) / 24;

function support(
  all: {
    tickets: Ticket[];
    invoices: Invoice[];
    issues: Issue[];
    meetings: Meeting[];
    ratings: Rating[];
    answers: Rating[];
    work: Work[];
    mails: Of[];
  },
  client: number,
  each: Client,
  chance: Chance,
  ratings: readonly [number, number],
): void {
  const { random, normal, between } = chance;
  const [perWeek, slow] = [between(0.7, 3), 0.3 * normal()];
  for (let day = firstDay; day < lastDay; day += 1) {
    const bad = isBad(each, day);
    if ((day + 3) % 7 > 4 || isSilent(each, day)) continue;
    for (let left = (perWeek / 5) * (bad ? 1.5 : 1); random() < left; left -= 1) {
      const at = worked(day, chance);
      const waited = (bad ? 40 : 3) * Math.exp(slow + 0.8 * normal());
      const replied = at + Math.min(waited, 24 * 21) / 24;
      const solved = replied + (bad ? between(1, 12) : between(0.1, 4));
      const id = `${40_000 + all.tickets.length * 7 + client * 1000}`;
      const reopens = random() < (bad ? 0.3 : 0.05) ? 1 + Math.floor(2 * random()) : 0;
      const isComplaint = random() < (bad ? 0.15 : 0.02);
      all.tickets.push({ id, client, at, replied, solved, replyBy: at + 1, solveBy: at + 5, reopens, isComplaint });
      if (random() < 0.3) {
        const value = random() < (bad ? 0.35 : 0.93) ? ratings[1] : ratings[0];
        all.ratings.push({ id, client, at: solved + random(), value });
      }
    }
  }
}

function billing(all: All, client: number, each: Client, { random, normal, between }: Chance): void {
  const habit = random() < 0.2 ? between(8, 14) : between(-4, 2);
  const [terms, first] = [random() < 0.5 ? 14 : 30, Math.floor(between(0, 28))];
  for (let day = firstDay + first; day < lastDay; day += 28) {
    const due = day + terms;
    const late = habit + 2 * normal() + (isBad(each, due) ? between(12, 45) : 0);
    const amounts = Array.from({ length: 1 + Math.floor(3 * random()) }, () => Math.round(between(8, 60)) * 100);
    const paid = Math.max(day + 1, Math.floor(due + late)) + 0.5;
    const disputed = paid > due + 5 && random() < 0.7 ? due + 2 : never;
    all.invoices.push({ id: '', client, at: day + 0.4, due, paid, isVoid: random() < 0.02, disputed, amounts });
  }
}

function delivery(all: All, client: number, each: Client, chance: Chance): void {
  const { random, between } = chance;
  const [perWeek, hours] = [between(0.4, 1.5), between(4, 30)];
  for (let day = firstDay; day < lastDay; day += 1) {
    if ((day + 3) % 7 > 4 || isSilent(each, day)) continue;
    const bad = isBad(each, day);
    if (random() < perWeek / 5) {
      const [at, isTask] = [worked(day, chance), random() < 0.7];
      const needed = between(2, 12) + (bad ? between(5, 25) : 0);
      const due = isTask ? day + 10 : never;
      const id = `${each.name.slice(0, 2).toUpperCase()}${client}-${all.issues.length + 1}`;
      all.issues.push({ id, client, at, due, resolved: at + needed, type: isTask ? 'Task' : 'Bug' });
    }
    if (random() < 0.7) {
      const spent = Math.round((hours / 3.5) * (bad ? 0.35 : 1) * between(0.6, 1.4) * 4) / 4;
      if (spent > 0) all.work.push({ id: '', client, at: day + 0.4, hours: spent });
    }
  }
}

function talking(all: All, client: number, each: Client, chance: Chance): void {
  const { random, between, oneOf } = chance;
  const [every, first] = [oneOf(7, 7, 14, 28), Math.floor(between(0, 5))];
  for (let day = firstDay + first; day < lastDay + 21; day += every) {
    const [bad, at] = [isBad(each, day), worked(day, chance)];
    if (spellOn(each, day)?.isQuiet || isSilent(each, day)) continue;
    const isHeld = random() < (bad ? 0.35 : 0.94);
    // half of those that do not take place are never planned
    if (!isHeld && bad && random() < 0.4) continue;
    const outcome = isHeld ? 'held' : random() < 0.7 ? 'cancelled' : 'no show';
    const cancelled = outcome === 'cancelled' ? at - between(0.1, 3) : never;
    const id = `m${client}x${day}`;
    all.meetings.push({ id, client, at, outcome, planned: at - 20, cancelled });
  }
  for (let day = firstDay; day < lastDay; day += 1) {
    if (isSilent(each, day)) continue;
    const bad = isBad(each, day);
    if (random() < (spellOn(each, day)?.isQuiet ? 0.01 : bad ? 0.1 : 0.25))
      all.mails.push({ id: '', client, at: worked(day, chance) });
    if (random() < 1 / 35) {
      const good = random() < (bad ? 0.25 : 0.9);
      const recommends = Math.floor(good ? between(8, 11) : between(1, 8));
      const value = (good ? 3 + Math.floor(2 * random()) : Math.floor(3 * random())) / 4;
      const id = `${118_000_000 + all.answers.length}`;
      all.answers.push({ id, client, at: worked(day, chance), value, recommends });
    }
  }
}
