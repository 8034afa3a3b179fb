import { type Chance, chanceOf } from './chance.ts';
import { dateOf, days, type Kind, rowsOf, type WorldClient, type WorldKind } from './world.ts';

// Agencies whose help desk says the most about their clients.

interface HelpDesk {
  readonly name: string;
  readonly clients: number;
  readonly leavers: number;
  readonly ticketsPerWeek: number;
  /** How many hours a usual first reply takes. */
  readonly replyHours: number;
  readonly meetings: boolean;
  readonly surveys: boolean;
  /** By how much the number of tickets follows the season. */
  readonly season?: number;
  /** The day on which the list of meetings ends. */
  readonly meetingsEnd?: number;
  readonly heldOut?: true;
}

const usual = { clients: 40, leavers: 6, ticketsPerWeek: 1.2, replyHours: 4.5, meetings: true, surveys: true };

const agencies: readonly HelpDesk[] = [
  { ...usual, name: 'usual' },
  { ...usual, name: 'help desk and invoices only', meetings: false, surveys: false },
  { ...usual, name: 'many tickets', clients: 60, leavers: 8, ticketsPerWeek: 4 },
  { ...usual, name: 'few contacts', clients: 15, leavers: 4, ticketsPerWeek: 0.4, surveys: false },
  { ...usual, name: 'slow for everybody', replyHours: 30, heldOut: true },
  { ...usual, name: 'seasonal', clients: 80, leavers: 10, season: 0.7, surveys: false, heldOut: true },
  { ...usual, name: 'list of meetings ends', meetingsEnd: 220, surveys: false, heldOut: true },
];

export const helpDesks: readonly WorldKind[] = agencies.map((agency) => ({
  name: agency.name,
  ...(agency.heldOut && { heldOut: agency.heldOut }),
  clientsOf(seed) {
    const chance = chanceOf(seed * 7919 + agency.name.length);
    return Array.from({ length: agency.clients }, (_, at) => clientOf(agency, at, chance));
  },
}));

function healthOf({ random, normal }: Chance, leaves: number | undefined, how: Kind): number[] {
  const base = 0.35 * normal();
  const decline = how === 'sudden' ? 3 : 40 + random() * 80;
  const health: number[] = [];
  let [drift, dipFrom, dipDays] = [0, Number.NEGATIVE_INFINITY, 0];
  for (let day = 0; day < days; day += 1) {
    drift = drift * 0.985 + 0.05 * normal();
    if (day - dipFrom > dipDays + 60 && random() < 0.0012) [dipFrom, dipDays] = [day, 25 + random() * 50];
    const dip = day - dipFrom < dipDays ? 1.7 : 0;
    const left = leaves === undefined ? 0 : Math.min(1, Math.max(0, 1.3 * (1 - (leaves - day) / decline)));
    health.push(0.5 + base + drift - dip - 3 * left);
  }
  return health;
}

function clientOf(kind: HelpDesk, at: number, chance: Chance): WorldClient {
  const { random, normal, good } = chance;
  const leaves = at < kind.leavers ? 200 + Math.floor(random() * 150) : undefined;
  const how = (['loud', 'silent', 'late', 'loud', 'silent', 'sudden'] as const)[at % 6] ?? 'loud';
  const health = healthOf(chance, leaves, how);
  const own = { reply: 0.4 * normal(), paying: 4 * normal(), tickets: kind.ticketsPerWeek * Math.exp(0.6 * normal()) };
  const every = [7, 14, 14, 28][Math.floor(random() * 4)] ?? 14;
  const [billed, met] = [Math.floor(random() * 28), Math.floor(random() * every)];
  const name = `Client ${at + 1}`;
  const rows = rowsOf();
  for (let day = 0; day < (leaves ?? days); day += 1) {
    const trouble = 0.5 - (health[day] ?? 0);
    const isOf = (...kinds: readonly Kind[]) => leaves === undefined || kinds.includes(how) || how === 'sudden';
    const season = 1 + (kind.season ?? 0) * Math.sin((2 * Math.PI * day) / 365);
    const loudness = isOf('loud') ? Math.exp(0.25 * Math.min(3, trouble)) : Math.exp(-0.35 * Math.max(0, trouble));
    for (let left = ((own.tickets * season) / 5) * loudness; day % 7 < 5 && random() < left; left -= 1) {
      const hours = kind.replyHours * Math.exp(own.reply + 0.33 * trouble + 0.9 * normal());
      const solved = day + Math.ceil(hours / 24) + 1;
      const rated = random() < 0.12 ? (good(2.2 - 1.1 * trouble) ? 'good' : 'bad') : '';
      const reopens = random() < 0.08 * Math.exp(0.6 * trouble) ? 1 : 0;
      rows.add('zendesk', solved, {
        ID: `${name} ${rows.all.length}`,
        Organization: name,
        'Created at': dateOf(day),
        'Solved at': dateOf(solved),
        Status: 'Solved',
        'First reply time in hours': hours.toFixed(2),
        Reopens: String(reopens),
        'Satisfaction Score': rated,
      });
    }
    if (day % 28 === billed) {
      const due = day + 14;
      const lateness = (isOf('late') ? 7 : 4) * Math.max(-0.5, trouble);
      const late = Math.round(own.paying + lateness + 6 * normal() + (random() < 0.05 ? 20 : 0));
      const paid = Math.max(day, due + late);
      const cells = { 'Invoice ID': `${name} ${day}`, Company: name, 'Due Date': dateOf(due), 'Paid Date': '' };
      rows.add('invoices', day, cells, [paid, { ...cells, 'Paid Date': dateOf(paid) }]);
    }
    if (kind.meetings && day % every === met && day < (kind.meetingsEnd ?? days)) {
      const held = good(2 - 0.9 * trouble);
      if (!held && random() < (isOf('silent') ? 0.5 : 0.2)) continue;
      const outcome = held ? 'held' : 'cancelled';
      rows.add('meetings', day, { 'Meeting ID': `${name} ${day}`, Company: name, Date: dateOf(day), Outcome: outcome });
    }
    if (kind.surveys && day % 90 === 45 && random() < 0.3) {
      const nps = Math.max(0, Math.min(10, Math.round(7.8 - 1.4 * trouble + 1.5 * normal())));
      rows.add('surveys', day, { 'Response ID': `${name} ${day}`, Company: name, Date: dateOf(day), NPS: String(nps) });
    }
  }
  return { name, health, ...(leaves !== undefined && { leaves, how }), rows: rows.all };
}
