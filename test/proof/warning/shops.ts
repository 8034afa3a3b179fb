import { type Chance, chanceOf } from './chance.ts';
import { dateOf, days, type Kind, rowsOf, type WorldClient, type WorldKind } from './world.ts';

// An agency that runs campaigns for online shops: a shared inbox, time sheets, invoices without a day of payment, a short
// survey each month. Shops are well, strained or in trouble, and change from one day to the next. A third of them begins
// during the year, so nobody knows their habits. Before sales everybody writes and works more. One of three account
// managers leaves in the second half, and the shops of this manager wait longer for two months.

export const shops: WorldKind = { name: 'shops', heldOut: true, clientsOf };

interface Team {
  readonly vacantFrom: number;
  readonly surveys: boolean;
}

/** Weeks before the sales of July and of November. */
const isSale = (day: number) => (day >= 6 && day < 27) || (day >= 226 && day < 247) || day >= 355;

function clientsOf(seed: number): WorldClient[] {
  const chance = chanceOf(seed * 32_452_843 + 3);
  const team = { vacantFrom: Math.floor(chance.between(190, 280)), surveys: seed % 3 !== 1 };
  const count = 25 + Math.floor(chance.between(0, 60));
  const leavers = Math.round(count / 7);
  return Array.from({ length: count }, (_, at) => clientOf(`Shop ${at + 1}`, at, at < leavers, team, chance));
}

/** The health of each state, and for how many days a shop is in it on average. */
const states = { well: [0.8, 150], strained: [-0.2, 30], trouble: [-1.6, 30] } as const;

function healthOf({ between, normal, random }: Chance, leaves: number, how: Kind | undefined): number[] {
  const middle = 0.25 * normal();
  const trouble = how && how !== 'sudden' ? between(30, 100) : 0;
  const health: number[] = [];
  let state: keyof typeof states = random() < 0.8 ? 'well' : 'strained';
  let [now, noise] = [states[state][0], 0];
  for (let day = 0; day < days; day += 1) {
    if (random() < 1 / states[state][1])
      state = state === 'strained' ? (random() < 0.85 ? 'well' : 'trouble') : 'strained';
    if (leaves - day < trouble) state = 'trouble';
    now += (states[state][0] - now) / 5;
    noise = 0.9 * noise + 0.1 * normal();
    health.push(middle + now + noise);
  }
  return health;
}

function clientOf(name: string, at: number, isLeaver: boolean, team: Team, chance: Chance): WorldClient {
  const { between, good, normal, oneOf, random, times } = chance;
  const leaves = isLeaver ? Math.floor(between(215, 350)) : days;
  const how = isLeaver ? oneOf<Kind>('loud', 'loud', 'silent', 'late', 'sudden') : undefined;
  const health = healthOf(chance, leaves, how);
  const begins = !isLeaver && random() < 0.33 ? Math.floor(between(60, 230)) : 0;
  const trouble = (day: number) => 0.8 - (health[Math.max(0, day)] ?? 0);
  const shows = (kind: Kind) => how === undefined || how === kind;
  const own = {
    writes: Math.exp(0.7 * normal() - 0.2),
    reply: 0.3 * normal(),
    pays: 4 * normal(),
    hours: Math.exp(1.8 + 0.7 * normal()),
  };
  const billed = Math.floor(random() * 28);
  const isVacant = (day: number) => at % 3 === 0 && day >= team.vacantFrom && day < team.vacantFrom + 60;
  const rows = rowsOf();

  for (let day = begins; day < leaves; day += 1) {
    const now = trouble(day - 2);
    const season = isSale(day) ? 1.8 : 1;
    const loud = shows('loud') ? Math.exp(0.35 * now) : 1;
    const silent = shows('silent') ? Math.exp(-0.4 * now) : 1;
    const writes = (own.writes / 5) * season * (how === 'silent' ? silent : how ? loud : Math.exp(0.1 * now));
    for (let left = day % 7 < 5 ? times(writes) : 0; left > 0; left -= 1) addConversation(day, now, season);
    if (day % 7 === 4) addHours(day, season * silent);
    if (day % 28 === billed) addInvoice(day);
    if (team.surveys && day % 30 === 10 && random() < 0.35) {
      const rating = Math.round(4.3 - 0.7 * now + 0.7 * normal());
      rows.add('surveys', day, {
        'Response ID': `${name} ${day}`,
        Company: name,
        'Submitted At': dateOf(day),
        CSAT: String(Math.max(1, Math.min(5, rating))),
      });
    }
  }
  return { name, health, ...(how && { leaves, how }), rows: rows.all };

  function addConversation(day: number, now: number, season: number) {
    const hours = 6 * season * (isVacant(day) ? 2.5 : 1) * Math.exp(own.reply + 0.25 * now + 1.1 * normal());
    const closes = day + Math.ceil((hours + 20 * Math.exp(0.2 * now + normal())) / 24);
    const cells = {
      'Conversation ID': `${name} ${rows.all.length}`,
      'Customer Name': 'Somebody',
      Company: name,
      Created: dateOf(day),
      'First Response Time': `${Math.floor(hours)}h ${Math.floor((hours % 1) * 60)}m`,
      'Resolution Time': `${((closes - day) * 24).toFixed(0)} h`,
      Closed: dateOf(closes),
      Rating: random() < 0.2 ? (good(1.6 - 1.1 * now) ? 'Great' : good(0.2) ? 'Not Good' : 'Okay') : '',
    };
    rows.add('helpscout', closes, cells);
  }

  /** Of a week. A shop that is silent gives less to do. */
  function addHours(day: number, work: number) {
    const hours = Math.round(4 * own.hours * work * Math.exp(0.3 * normal())) / 4;
    if (hours === 0) return;
    const minutes = String(Math.round((hours % 1) * 60)).padStart(2, '0');
    const duration = `${String(Math.floor(hours)).padStart(2, '0')}:${minutes}:00`;
    rows.add('toggl', day, { Client: name, Project: 'Campaigns', 'Start date': dateOf(day), Duration: duration });
  }

  function addInvoice(day: number) {
    const due = day + 14;
    const late = (shows('late') ? 8 : 2) * Math.max(-0.5, trouble(due - 10)) + own.pays + 5 * normal();
    const paid = Math.round(Math.max(day + 1, due + late + (random() < 0.04 ? 25 : 0)));
    const cells = { 'Transaction Type': 'Invoice', Num: `${name} ${day}`, Customer: name, 'Due Date': dateOf(due) };
    const amount = String(Math.round(own.hours * 400));
    rows.add('quickbooks', day, { ...cells, 'Open Balance': amount }, [paid, { ...cells, 'Open Balance': '0.00' }]);
  }
}
