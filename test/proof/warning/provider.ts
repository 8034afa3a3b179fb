import { type Chance, chanceOf } from './chance.ts';
import { dateOf, days, type Kind, rowsOf, timeOf, type WorldClient, type WorldKind } from './world.ts';

// A provider of IT services for companies of 2 to 200 users: tickets by users, a contract that ends once in one to three
// years, an invoice a month, a review with the larger ones each quarter. Twice a year something fails for everybody, and
// for two months the team is short of people. Who is large writes more, and is no better for it.

export const provider: WorldKind = { name: 'provider', clientsOf };

interface Team {
  /** Days on which a supplier is down. */
  readonly outages: ReadonlySet<number>;
  readonly shortFrom: number;
}

const [quarter, month, shortDays] = [91, 28, 56];
const isHoliday = (day: number) => day >= 49 && day < 63;

function clientsOf(seed: number): WorldClient[] {
  const chance = chanceOf(seed * 49_979_687 + 4);
  const begins = [chance.between(20, 160), chance.between(190, 340)].map(Math.floor);
  const outages = new Set(begins.flatMap((first) => Array.from({ length: 6 }, (_, at) => first + at)));
  const team = { outages, shortFrom: Math.floor(chance.between(180, 290)) };
  const count = 45 + Math.floor(chance.between(0, 30));
  return Array.from({ length: count }, (_, at) => clientOf(`Company ${at + 1}`, at < count / 8, team, chance));
}

/** Wanders. Now and then an incident angers a company for weeks; one that leaves has been unhappy for months. */
function healthOf({ between, normal, random }: Chance, notice: number, how: Kind | undefined): number[] {
  const middle = 0.5 + 0.3 * normal();
  const decline = between(50, 200);
  const health: number[] = [];
  let [wandering, anger] = [0.3 * normal(), 0];
  for (let day = 0; day < days; day += 1) {
    wandering = 0.98 * wandering + 0.06 * normal();
    anger = random() < 1 / 250 ? between(1, 2.5) : 0.965 * anger;
    const declined = how && how !== 'sudden' ? Math.max(0, 1 - (notice - day) / decline) : 0;
    health.push(middle + wandering - anger - 2.7 * Math.min(1, 1.2 * declined));
  }
  return health;
}

function clientOf(name: string, isLeaver: boolean, team: Team, chance: Chance): WorldClient {
  const { between, good, normal, oneOf, random, times } = chance;
  const users = Math.round(2 * 100 ** random());
  const leaves = isLeaver ? Math.floor(between(200, 350)) : days;
  const how = isLeaver ? oneOf<Kind>('loud', 'silent', 'silent', 'late', 'sudden') : undefined;
  const health = healthOf(chance, leaves, how);
  const trouble = (day: number) => 0.5 - (health[Math.max(0, day)] ?? 0);
  const shows = (kind: Kind) => how === undefined || how === kind;
  const own = { tickets: 0.12 * users * Math.exp(0.3 * normal()), reply: 0.3 * normal(), pays: 3 * normal() };
  const [billed, reviewed] = [Math.floor(random() * month), Math.floor(random() * quarter)];
  const rows = rowsOf();

  for (let day = 0; day < leaves; day += 1) {
    const now = trouble(day - 3);
    const loud = shows('loud') ? Math.exp(0.25 * Math.min(3, now)) : 1;
    // who has begun to move to somebody else asks less
    const silent = how === 'silent' ? Math.exp(-0.45 * Math.max(0, now)) : 1;
    const busy = (team.outages.has(day) ? 3 : 1) * (isHoliday(day) ? 0.4 : 1);
    for (let left = day % 7 < 5 ? times((own.tickets / 5) * busy * loud * silent) : 0; left > 0; left -= 1)
      addTicket(day, now);
    if (day % month === billed) addInvoice(day);
    if (users > 20 && day % quarter === reviewed) {
      const held = good(2 - 0.9 * now);
      if (held || random() > (shows('silent') ? 0.5 : 0.2))
        rows.add('meetings', day, {
          'Meeting ID': `${name} ${day}`,
          Company: name,
          Date: dateOf(day),
          Outcome: held ? 'held' : 'cancelled',
        });
    }
  }
  return { name, health, ...(how && { leaves, how }), rows: rows.all };

  function addTicket(day: number, now: number) {
    const isShort = day >= team.shortFrom && day < team.shortFrom + shortDays;
    const slow = (team.outages.has(day) ? 0.8 : 0) + (isShort ? 0.5 : 0);
    const wrote = 8 + Math.floor(9 * random());
    const replied = wrote + 2 * Math.exp(own.reply + slow + 0.3 * now + 1.1 * normal());
    const solved = replied + 16 * Math.exp(slow + 0.25 * now + normal());
    const late = solved - wrote > 72;
    const rated = random() < 0.12 ? 2 - 1.2 * now + 1.2 * normal() : undefined;
    const cells = {
      'Ticket ID': `${name} ${rows.all.length}`,
      'Company Name': name,
      'Created time': timeOf(day, wrote),
      'Due by Time': timeOf(day, wrote + 72),
      'Initial response time': '',
      'Resolved time': '',
      Status: 'Open',
      'Resolution status': '',
      'Survey results': '',
    };
    const answered = { ...cells, 'Initial response time': timeOf(day, replied), Status: 'Pending' };
    const closed = {
      ...answered,
      'Resolved time': timeOf(day, solved),
      Status: 'Closed',
      'Resolution status': late ? 'SLA Violated' : 'Within SLA',
      'Survey results': rated === undefined ? '' : rated > 1.5 ? 'Very happy' : rated > 0 ? 'Neutral' : 'Unhappy',
    };
    const after = (hours: number) => day + Math.floor(hours / 24);
    rows.add('freshdesk', day, cells, [after(replied), answered], [after(solved), closed]);
  }

  function addInvoice(day: number) {
    const due = day + 14;
    const late = (shows('late') ? 7 : 2.5) * Math.max(-0.5, trouble(due - 15)) + 5 * normal();
    const paid = Math.round(Math.max(day + 1, due + own.pays + late + (random() < 0.04 ? 20 : 0)));
    const cells = {
      ContactName: name,
      InvoiceNumber: `${name} ${day}`,
      DueDate: dateOf(due),
      Total: String(90 * users),
    };
    rows.add('xero', day, { ...cells, Status: 'Awaiting Payment' }, [paid, { ...cells, Status: 'Paid' }]);
  }
}
