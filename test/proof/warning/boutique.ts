import { type Chance, chanceOf } from './chance.ts';
import { dateOf, days, type Kind, rowsOf, type WorldClient, type WorldKind } from './world.ts';

// A boutique of advisers: 12 to 30 clients, each with 2 to 6 events a month: calls, an invoice with its day of payment, a
// mail to the office, a survey twice a year. Everybody rests in August and at the end of the year. Some clients are seen
// once in six weeks and are content.

export const boutique: WorldKind = { name: 'boutique', clientsOf };

const month = 30;
const isHoliday = (day: number) => (day >= 49 && day < 63) || (day >= 271 && day < 302);

function clientsOf(seed: number): WorldClient[] {
  const chance = chanceOf(seed * 67_867_967 + 5);
  const count = 12 + Math.floor(chance.between(0, 19));
  const leavers = Math.max(2, Math.round(count / 7));
  return Array.from({ length: count }, (_, at) => clientOf(`Client ${at + 1}`, at < leavers, chance));
}

/** Calm, with bad spells of one to three months. */
function healthOf({ between, normal, random }: Chance, leaves: number, how: Kind | undefined): number[] {
  const middle = 0.55 + 0.3 * normal();
  const decline = between(50, 160);
  const health: number[] = [];
  let [wandering, spell, deep] = [0, 0, 0];
  for (let day = 0; day < days; day += 1) {
    wandering = 0.985 * wandering + 0.045 * normal();
    if (spell <= 0 && random() < 1 / 400) [spell, deep] = [between(30, 90), between(1, 2.2)];
    spell -= 1;
    const declined = how && how !== 'sudden' ? Math.max(0, 1 - (leaves - day) / decline) : 0;
    health.push(middle + wandering - (spell > 0 ? deep : 0) - 2.6 * Math.min(1, 1.3 * declined));
  }
  return health;
}

function clientOf(name: string, isLeaver: boolean, chance: Chance): WorldClient {
  const { between, good, normal, oneOf, random, times } = chance;
  const leaves = isLeaver ? Math.floor(between(200, 350)) : days;
  const how = isLeaver ? oneOf<Kind>('silent', 'silent', 'late', 'loud', 'sudden') : undefined;
  const health = healthOf(chance, leaves, how);
  const trouble = (day: number) => 0.5 - (health[Math.max(0, day)] ?? 0);
  const shows = (kind: Kind) => how === undefined || how === kind;
  const every = oneOf(10, 14, 14, 28, 42);
  const own = { mails: between(0.2, 2), reply: 0.4 * normal(), pays: 2 + 4 * normal() };
  const [met, billed, asked] = [Math.floor(random() * every), Math.floor(random() * month), Math.floor(random() * 182)];
  const rows = rowsOf();

  for (let day = 0; day < leaves; day += 1) {
    const now = trouble(day - 4);
    const rests = isHoliday(day);
    if (day % every === met && !rests) {
      const held = good(2.1 - 0.9 * now);
      if (held || random() > (shows('silent') ? 0.55 : 0.2))
        rows.add('meetings', day, {
          'Meeting ID': `${name} ${day}`,
          Company: name,
          Date: dateOf(day),
          Outcome: held ? 'held' : good(0.3) ? 'cancelled' : 'rescheduled',
        });
    }
    const loud = shows('loud') ? Math.exp(0.3 * Math.min(3, now)) : 1;
    const silent = shows('silent') ? Math.exp(-0.4 * Math.max(0, now)) : 1;
    for (let left = times((own.mails / month) * loud * silent * (rests ? 0.3 : 1)); left > 0; left -= 1)
      addMail(day, now);
    if (day % month === billed) addInvoice(day);
    if (day % 182 === asked && random() < 0.5) {
      const nps = Math.round(8 - 1.4 * now + 1.4 * normal());
      rows.add('surveys', day, {
        'Response ID': `${name} ${day}`,
        Company: name,
        Date: dateOf(day),
        NPS: String(Math.max(0, Math.min(10, nps))),
      });
    }
  }
  return { name, health, ...(how && { leaves, how }), rows: rows.all };

  function addMail(day: number, now: number) {
    const hours = 10 * Math.exp(own.reply + 0.35 * now + normal());
    const closed = day + Math.ceil((hours + 24 * Math.exp(0.2 * now + normal())) / 24);
    rows.add('helpscout', closed, {
      'Conversation ID': `${name} ${rows.all.length}`,
      'Customer Name': 'Somebody',
      Company: name,
      Created: dateOf(day),
      'First Response Time': `${Math.floor(hours)}h ${Math.floor((hours % 1) * 60)}m`,
      'Resolution Time': `${((closed - day) * 24).toFixed(0)} h`,
      Closed: dateOf(closed),
      Rating: random() < 0.15 ? (good(1.8 - 1.1 * now) ? 'Great' : good(0) ? 'Not Good' : 'Okay') : '',
    });
  }

  function addInvoice(day: number) {
    const due = day + 14;
    const late = (shows('late') ? 8 : 3) * Math.max(-0.5, trouble(due - 12)) + 5 * normal();
    const paid = Math.round(Math.max(day + 1, due + own.pays + late + (random() < 0.05 ? 20 : 0)));
    const cells = { 'Invoice ID': `${name} ${day}`, Company: name, 'Due Date': dateOf(due), 'Paid Date': '' };
    rows.add('invoices', day, cells, [paid, { ...cells, 'Paid Date': dateOf(paid) }]);
  }
}
