import { type Chance, chanceOf } from './chance.ts';
import { dateOf, days, type Kind, rowsOf, type WorldClient, type WorldKind } from './world.ts';

// An agency that works in projects: many clients, most of them small, with pauses in which nothing happens and nothing
// is wrong. It has an issue tracker, time sheets, invoices, a calendar that is connected until it is not, and sometimes a survey.
// Its deadlines slip for everybody when there is too much to do, and in August nobody meets.

export const projects: WorldKind = { name: 'projects', heldOut: true, clientsOf };

interface Agency {
  /** Days on which there is too much to do. */
  readonly busy: ReadonlySet<number>;
  readonly meetingsEnd: number;
  readonly surveys: boolean;
}

const holidays = (day: number) => (day >= 49 && day < 63) || (day >= 271 && day < 302);

function clientsOf(seed: number): WorldClient[] {
  const chance = chanceOf(seed * 104_729 + 1);
  const starts = [chance.between(20, 130), chance.between(190, 320)].map(Math.floor);
  const agency = {
    busy: new Set(starts.flatMap((start) => Array.from({ length: 28 }, (_, at) => start + at))),
    meetingsEnd: seed % 2 === 1 ? Math.floor(chance.between(230, 300)) : days,
    surveys: seed % 3 !== 0,
  };
  const count = Math.floor(chance.between(120, 300));
  return Array.from({ length: count }, (_, at) => clientOf(`Client ${at + 1}`, at < count / 9, agency, chance));
}

/** Wanders around its own middle. Some projects go wrong, and are forgiven in a month or two. */
function healthOf({ between, normal, random }: Chance, leaves: number, how: Kind | undefined): number[] {
  const middle = 0.5 + 0.3 * normal();
  const decline = between(35, 150);
  const health: number[] = [];
  let [wandering, anger] = [0.4 * normal(), 0];
  for (let day = 0; day < days; day += 1) {
    wandering = 0.98 * wandering + 0.08 * normal();
    anger = random() < 0.003 ? between(1, 2.4) : 0.975 * anger;
    const declined = how && how !== 'sudden' ? Math.max(0, 1 - (leaves - day) / decline) : 0;
    health.push(middle + wandering - anger - 2.8 * declined ** 0.7);
  }
  return health;
}

function clientOf(name: string, isLeaver: boolean, agency: Agency, chance: Chance): WorldClient {
  const { between, good, normal, oneOf, random, times } = chance;
  const leaves = isLeaver ? Math.floor(between(200, 350)) : days;
  const how = isLeaver ? oneOf<Kind>('loud', 'silent', 'silent', 'late', 'sudden') : undefined;
  const health = healthOf(chance, leaves, how);
  /** What shows has causes that lie some days back. */
  const trouble = (day: number) => 0.5 - (health[Math.max(0, day)] ?? 0);
  const shows = (kind: Kind) => how === undefined || how === kind;

  const hours = Math.exp(1.3 + 1.1 * normal());
  const own = { slip: 2 * normal(), pays: 2 + 5 * normal(), terms: oneOf(14, 30, 30, 45), payday: oneOf(1, 1, 7, 15) };
  const every = hours > 6 ? 7 : 14;
  const rows = rowsOf();
  /** Of its own, so that hours change nothing else. */
  const { normal: noise } = chanceOf(Math.floor(hours * 1e6) + days);
  let paces = 0;
  /** A project begins, and a pause after it. */
  let [begins, ends] = [Math.floor(between(-60, 40)), 0];
  ends = begins + Math.floor(between(40, 150));

  for (let day = 0; day < leaves; day += 1) {
    if (day > ends) {
      begins = day + Math.floor(between(5, hours > 6 ? 25 : 70));
      ends = begins + Math.floor(between(40, 150));
    }
    const project = day >= begins;
    const weekday = day % 7 < 5;
    const now = trouble(day - 3);
    const loud = shows('loud') ? Math.exp(0.3 * Math.min(3, now)) : 1;
    const silent = shows('silent') ? Math.exp(-0.45 * Math.max(0, trouble(day - 10))) : 1;
    const pace = (hours / 50) * silent * (holidays(day) ? 0.5 : 1) * (project ? 1 : 0.08);

    paces += weekday ? pace : 0;
    if (day % 7 === 4) addHours(day);
    for (let left = weekday ? times(pace) : 0; left > 0; left -= 1) {
      const due = day + Math.floor(between(4, 21));
      const slips = own.slip + 1.6 * now + (agency.busy.has(due) ? 5 : 0) + 4 * normal();
      addIssue('Task', day, due, Math.max(day, Math.round(due + slips)));
    }
    for (let left = weekday ? times(0.35 * pace * loud) : 0; left > 0; left -= 1) {
      const takes = 2.5 * Math.exp(0.3 * now + (agency.busy.has(day) ? 0.7 : 0) + 0.9 * normal());
      addIssue('Bug', day, undefined, day + Math.floor(takes));
    }

    if ((project && (day - begins) % 28 === 27) || day === ends) addInvoice(day);
    if (project && (day - begins) % every === 0 && day < agency.meetingsEnd) addMeeting(day, now);
    if (agency.surveys && day === ends && random() < 0.35) {
      const nps = Math.round(7.6 - 1.3 * now + 1.6 * normal());
      rows.add('surveys', day, {
        'Response ID': `${name} ${day}`,
        Company: name,
        'Submitted At': dateOf(day),
        NPS: String(Math.max(0, Math.min(10, nps))),
      });
    }
  }
  return { name, health, ...(how && { leaves, how }), rows: rows.all };

  /** Of a week. Who needs next to nothing has weeks without. */
  function addHours(day: number) {
    const booked = Math.round(40 * paces * Math.exp(0.35 * noise())) / 4;
    if (booked > 0)
      rows.add('harvest', day, { Date: dateOf(day), Client: name, Project: 'Work', Hours: String(booked) });
    paces = 0;
  }

  function addIssue(type: string, day: number, due: number | undefined, resolved: number) {
    const cells = {
      'Issue key': `${name} ${rows.all.length}`,
      'Issue Type': type,
      'Project name': name,
      Created: `${dateOf(day)} 10:00`,
      Updated: `${dateOf(day)} 10:00`,
      'Due date': due === undefined ? '' : dateOf(due),
    };
    const open = { ...cells, Status: 'Open', Resolved: '' };
    const done = `${dateOf(resolved)} ${resolved === day ? 15 : 9 + Math.floor(random() * 9)}:30`;
    rows.add('jira', day, open, [resolved, { ...cells, Status: 'Done', Updated: done, Resolved: done }]);
  }

  function addInvoice(day: number) {
    const due = day + own.terms;
    const late = (shows('late') ? 7 : 2) * Math.max(-0.5, trouble(due - 20)) + 5 * normal();
    const slow = random() < 0.04 ? 25 : 0;
    const pays = Math.max(day + 2, due + own.pays + late + slow);
    const paid = Math.ceil(pays / own.payday) * own.payday;
    const disputed = shows('loud') && trouble(day) > 1 && good(-2);
    const cells = {
      'Invoice ID': `${name} ${day}`,
      Company: name,
      'Invoice Date': dateOf(day),
      'Due Date': dateOf(due),
    };
    const open = { ...cells, Status: disputed ? 'Disputed' : 'Open', 'Paid Date': '' };
    rows.add('invoices', day, open, [paid, { ...cells, Status: 'Paid', 'Paid Date': dateOf(paid) }]);
  }

  function addMeeting(day: number, now: number) {
    const off = holidays(day) ? 1.6 : 0;
    const held = good(2.1 - 0.8 * now - off);
    // somebody who does not want to talk is not asked either
    if (!held && random() < (shows('silent') ? 0.5 : 0.15)) return;
    const cells = {
      'Meeting ID': `${name} ${day}`,
      Company: name,
      Date: dateOf(day),
      Outcome: held ? 'held' : good(off - 0.7) ? 'rescheduled' : good(1.5) ? 'cancelled' : 'no show',
      'Executive Attended': held && good(-1.5 - 0.6 * now) ? 'yes' : 'no',
    };
    rows.add('meetings', day, cells);
  }
}
