import { type Chance, chanceOf } from './chance.ts';
import { dateOf, days, type Kind, rowsOf, timeOf, type WorldClient, type WorldKind } from './world.ts';

// A studio with a few clients on yearly contracts, and with few contacts: a shared mailbox, a check-in a month, an invoice
// a month of which the file does not say when it was paid. A third of the clients are quiet, and fine. In one quarter the
// studio is slow to answer everybody. Who leaves gives notice two months before the contract ends.

export const retainers: WorldKind = { name: 'retainers', heldOut: true, clientsOf };

interface Studio {
  readonly slowFrom: number;
  readonly calendar: boolean;
}

const [quarter, notice] = [91, 60];

function clientsOf(seed: number): WorldClient[] {
  const chance = chanceOf(seed * 15_485_863 + 2);
  const studio = { slowFrom: Math.floor(chance.between(150, 270)), calendar: seed % 4 !== 0 };
  const count = 15 + Math.floor(chance.between(0, 26));
  const leavers = Math.max(2, Math.round(count / 8));
  return Array.from({ length: count }, (_, at) => clientOf(`Client ${at + 1}`, at < leavers, studio, chance));
}

/** Steady, with accidents that are forgiven. Prices are talked about before a contract is renewed. */
function healthOf(
  { between, normal, random }: Chance,
  studio: Studio,
  renewal: number,
  how: Kind | undefined,
): number[] {
  const middle = 0.55 + 0.3 * normal();
  // either it crumbles, or the one who wanted the studio has left
  const [declines, sponsorLeaves] = random() < 0.6 ? [between(60, 180), 0] : [0, between(35, 100)];
  const health: number[] = [];
  let [wandering, accident] = [0.3 * normal(), 0];
  for (let day = 0; day < days; day += 1) {
    wandering = 0.99 * wandering + 0.045 * normal();
    accident = random() < 1 / 300 ? between(1, 2.2) : 0.97 * accident;
    const slow = day >= studio.slowFrom && day < studio.slowFrom + quarter ? 0.15 : 0;
    const left = renewal - notice - day;
    const talks = left < 30 && left > -notice ? 0.3 : 0;
    const declined = !how || how === 'sudden' ? 0 : Math.max(0, declines && 1 - left / declines);
    const alone = how && how !== 'sudden' && left < sponsorLeaves ? 1.9 : 0;
    health.push(middle + wandering - accident - slow - talks - 2.6 * Math.min(1.2, declined) - alone);
  }
  return health;
}

function clientOf(name: string, isLeaver: boolean, studio: Studio, chance: Chance): WorldClient {
  const { between, good, normal, oneOf, random, times } = chance;
  const renewal = Math.floor(isLeaver ? between(200, 350) + notice : between(0, 365));
  const leaves = isLeaver ? renewal - notice : days;
  const how = isLeaver ? oneOf<Kind>('loud', 'silent', 'silent', 'late', 'sudden') : undefined;
  const health = healthOf(chance, studio, renewal, how);
  const trouble = (day: number) => 0.5 - (health[Math.max(0, day)] ?? 0);
  const shows = (kind: Kind) => how === undefined || how === kind;

  const quiet = random() < 0.33;
  const own = { mails: quiet ? 0.06 : Math.exp(0.8 * normal() - 0.1), reply: 0.4 * normal(), pays: 3 + 4 * normal() };
  const every = quiet ? quarter : 28;
  const [meets, billed] = [Math.floor(random() * every), Math.floor(random() * 28)];
  const rows = rowsOf();

  for (let day = 0; day < leaves; day += 1) {
    const now = trouble(day - 5);
    const untilRenewal = (((renewal - day) % 365) + 365) % 365;
    const negotiates = untilRenewal > notice && untilRenewal < notice + 30;
    const loud = shows('loud') ? Math.exp(0.3 * Math.min(3, now)) : 1;
    const silent = shows('silent') ? Math.exp(-0.5 * Math.max(0, now)) : 1;
    const mails = (own.mails / 5) * (negotiates ? 1.5 : 1) * loud * silent;
    for (let left = day % 7 < 5 ? times(mails) : 0; left > 0; left -= 1) addMail(day, now);

    const reviews = day % quarter === meets % quarter;
    if (studio.calendar && (reviews || day % every === meets || (negotiates && untilRenewal === notice + 15)))
      addMeeting(day, trouble(day - 10), reviews);

    if (day % 28 === billed) {
      const due = day + 14;
      const late = (shows('late') ? 8 : 2.5) * Math.max(-0.5, trouble(due - 25)) + 5 * normal();
      const paid = Math.round(Math.max(day + 1, due + own.pays + late + (random() < 0.05 ? 20 : 0)));
      const cells = {
        ContactName: name,
        InvoiceNumber: `${name} ${day}`,
        InvoiceDate: dateOf(day),
        DueDate: dateOf(due),
      };
      rows.add('xero', day, { ...cells, Status: 'Awaiting Payment' }, [paid, { ...cells, Status: 'Paid' }]);
    }
  }
  return { name, health, ...(how && { leaves, how }), rows: rows.all };

  function addMail(day: number, now: number) {
    const slow = day >= studio.slowFrom && day < studio.slowFrom + quarter ? 1.1 : 0;
    const wrote = 8 + Math.floor(10 * random());
    const replied = wrote + 7 * Math.exp(own.reply + slow + 0.3 * now + 1.0 * normal());
    const resolved = replied + 30 * Math.exp(0.25 * now + 0.8 * normal());
    const rated = random() < 0.1 ? 2.3 - 1.2 * now + 1.2 * normal() : undefined;
    const cells = {
      'Ticket ID': `${name} ${rows.all.length}`,
      'Company Name': name,
      'Created time': timeOf(day, wrote),
      'Initial response time': '',
      'Resolved time': '',
      Status: 'Open',
      'Survey results': '',
    };
    const answered = { ...cells, 'Initial response time': timeOf(day, replied), Status: 'Pending' };
    const closed = {
      ...answered,
      'Resolved time': timeOf(day, resolved),
      Status: 'Closed',
      'Survey results': rated === undefined ? '' : rated > 2 ? 'Very happy' : rated > 0.5 ? 'Happy' : 'Unhappy',
    };
    const after = (hours: number) => day + Math.floor(hours / 24);
    rows.add('freshdesk', day, cells, [after(replied), answered], [after(resolved), closed]);
  }

  function addMeeting(day: number, now: number, reviews: boolean) {
    const held = good(2.2 - 0.9 * now);
    if (!held && random() < (shows('silent') ? 0.5 : 0.2)) return;
    rows.add('meetings', day, {
      'Event ID': `${name} ${day}`,
      Company: name,
      'Meeting Date': dateOf(day),
      Outcome: held ? 'held' : good(0.5) ? 'cancelled' : 'rescheduled',
      'Executive Attended': reviews && held && good(0.3 - 0.7 * now) ? 'yes' : 'no',
    });
  }
}
