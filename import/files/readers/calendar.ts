import { writeFile } from 'node:fs/promises';
import { type Day, dateOf, dayOf } from '../../../shared/domain/dates.ts';
import { checkCell, checkRow } from './bounds.ts';
import { bytesOf } from './bytes.ts';
import { actualEncoding, textOf } from './encoding.ts';
import { DaysLookedAt, daysOf } from './recurrence.ts';
import { Unreadable } from './unreadable.ts';

// A calendar (.ics, RFC 5545) becomes a table: a row for each meeting with somebody, and for each day of one that repeats.

export const calendarMark = 'BEGIN:VCALENDAR';

const headers = ['Event ID', 'Subject', 'Start', 'Status', 'Attendees'];
/** Of a meeting that repeats, the days of so long before the file was made: older ones count no more. */
const longestBack = 400;
const mostRows = 200_000;
/** Of the texts of all meetings. */
const mostKept = 48 * 2 ** 20;

interface Meeting {
  readonly uid: string;
  readonly subject: string;
  readonly day: Day;
  /** The time of day as it is written. */
  readonly time: string;
  readonly status: string;
  readonly attendees: string;
  readonly rule?: string;
  readonly without: ReadonlySet<Day>;
  /** Of a single meeting of one that repeats: the day that it had at first. */
  readonly instead?: Day;
  readonly line: number;
}

/** Writes the table as lines of JSON, like a sheet. Returns the width of its rows. `made`: the day of the file. */
export async function writeCalendar(path: string, target: string, made: Day): Promise<number> {
  const meetings: Meeting[] = [];
  let kept = 0;
  for await (const meeting of meetingsIn(path)) {
    if (meeting.rule === undefined && meeting.day < made - longestBack) continue;
    kept += meeting.uid.length + meeting.subject.length + meeting.attendees.length + 64;
    if (kept > mostKept) throw new Unreadable('has too many meetings; export those of the last year', meeting.line);
    meetings.push(meeting);
  }
  const moved = new Set(meetings.flatMap(({ uid, instead }) => (instead === undefined ? [] : [`${uid}\n${instead}`])));
  const looked = new DaysLookedAt();
  const from = made - longestBack;
  const lines = [JSON.stringify([1, ...headers])];
  const add = (id: string, day: Day, { line, subject, time, status, attendees }: Meeting) => {
    if (lines.length > mostRows) throw new Unreadable(`has more than ${mostRows} meetings`, line);
    lines.push(JSON.stringify([line, id, subject, `${dateOf(day)}${time}`, status, attendees]));
  };
  for (const meeting of meetings) {
    const { uid, day, rule, without, instead } = meeting;
    // nobody can come to a meeting without others
    if (meeting.attendees === '') continue;
    const days = rule === undefined ? undefined : daysOf(rule, day, from, made, looked);
    if (days === undefined) add(instead === undefined ? uid : `${uid}-${dateOf(instead)}`, day, meeting);
    for (const each of days ?? []) {
      const isGone = without.has(each) || moved.has(`${uid}\n${each}`);
      if (!isGone) add(`${uid}-${dateOf(each)}`, each, meeting);
    }
  }
  await writeFile(target, `${lines.join('\n')}\n`);
  return headers.length;
}

async function* meetingsIn(path: string): AsyncGenerator<Meeting> {
  let [inside, begun] = [0, 1];
  let found: Property[] = [];
  for await (const property of propertiesIn(path)) {
    const { name, value, line } = property;
    if (name === 'BEGIN' && (inside > 0 || value.trim().toUpperCase() === 'VEVENT')) {
      // alarms have texts and people of their own
      inside += 1;
      if (inside === 1) [found, begun] = [[], line];
    } else if (name === 'END' && inside > 0) {
      inside -= 1;
      const meeting = inside === 0 ? meetingOf(found, begun) : undefined;
      if (meeting) yield meeting;
    } else if (inside === 1) found.push(property);
  }
}

function meetingOf(found: readonly Property[], line: number): Meeting | undefined {
  const first = (name: string) => found.find((each) => each.name === name)?.value.trim() ?? '';
  const start = timeIn(first('DTSTART'));
  if (!start) return undefined;
  const people = found.filter(({ name }) => name === 'ATTENDEE' || name === 'ORGANIZER');
  const addresses = people.flatMap(({ value }) => value.replace(/^\s*mailto:/i, '').trim() || []);
  const attendees = people.some(({ name }) => name === 'ATTENDEE') ? [...new Set(addresses)].join('; ') : '';
  checkRow(attendees.length, line);
  const [rule, instead] = [first('RRULE'), timeIn(first('RECURRENCE-ID'))];
  return {
    ...{ uid: first('UID') || `${line}`, line, attendees, ...start },
    subject: unescaped(first('SUMMARY')),
    status: first('STATUS').toLowerCase() || 'confirmed',
    without: new Set(
      found
        .filter(({ name }) => name === 'EXDATE')
        .flatMap(({ value }) => value.split(',').flatMap((each) => timeIn(each)?.day ?? [])),
    ),
    ...(rule !== '' && { rule }),
    ...(instead && { instead: instead.day }),
  };
}

/** `20261117T100000Z`, or a day. A time with a zone of its own keeps its day. */
function timeIn(text: string): Pick<Meeting, 'day' | 'time'> | undefined {
  const [, year, month, date, hour, minute, utc = ''] =
    /^\s*(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d\d(Z?))?\s*$/.exec(text) ?? [];
  if (year === undefined || Number.isNaN(Date.parse(`${year}-${month}-${date}`))) return undefined;
  return { day: dayOf(`${year}-${month}-${date}`), time: hour === undefined ? '' : `T${hour}:${minute}:00${utc}` };
}

const unescaped = (text: string) => text.replaceAll(/\\([nN,;\\])/g, (_, letter) => (/n/i.test(letter) ? ' ' : letter));

interface Property {
  readonly name: string;
  readonly value: string;
  readonly line: number;
}

const wanted = /^(BEGIN|END|UID|SUMMARY|STATUS|DTSTART|RRULE|EXDATE|RECURRENCE-ID|ATTENDEE|ORGANIZER)[;:]/i;
/** Where the value begins: parameters before it may have a colon in quotes: `ATTENDEE;CN="Nunes: Grace":mailto:…`. */
function valueAt(text: string): number {
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === '"') isQuoted = !isQuoted;
    else if (letter === ':' && !isQuoted) return at + 1;
  }
  return text.length;
}

/** The lines that say something here: long ones are folded, and go on after a space. */
async function* propertiesIn(path: string): AsyncGenerator<Property> {
  const encoding = await actualEncoding(bytesOf(path), 'windows-1252');
  let [number, rest] = [0, ''];
  let current: { text: string; line: number } | undefined;
  const ended = () => {
    if (!current) return [];
    const { text, line } = current;
    const [name = ''] = text.split(/[;:]/, 1);
    return [{ name: name.toUpperCase(), value: text.slice(valueAt(text)), line }];
  };
  for await (const text of textOf(bytesOf(path), { encoding }, () => number + 1)) {
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    checkCell(rest.length, number + 1);
    for (const line of lines) {
      number += 1;
      if (/^[ \t]/.test(line)) {
        if (!current) continue;
        current.text += line.slice(1);
        checkCell(current.text.length, current.line);
        continue;
      }
      yield* ended();
      current = wanted.test(line) ? { text: line, line: number } : undefined;
    }
  }
  if (wanted.test(rest)) {
    yield* ended();
    current = { text: rest.trimEnd(), line: number + 1 };
  }
  yield* ended();
}
