import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeCalendar } from '../../../import/files/readers/calendar.ts';
import { dayOf } from '../../../shared/domain/dates.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const made = dayOf('2026-11-20');

/** The rows of a calendar with one meeting, or with these: subject, start, status, attendees. */
async function rowsOf(...meetings: readonly string[]) {
  const events = meetings.map((lines) => `BEGIN:VEVENT\n${lines}\nEND:VEVENT`);
  const text = ['BEGIN:VCALENDAR', ...events, 'END:VCALENDAR', ''].join('\n').replaceAll('\n', '\r\n');
  const folder = temporaryFolder({ 'team.ics': text });
  await writeCalendar(join(folder, 'team.ics'), join(folder, 'rows'), made);
  const [, ...rows] = readFileSync(join(folder, 'rows'), 'utf8').trimEnd().split('\n');
  return rows.map((row) => (JSON.parse(row) as [number, ...string[]]).slice(1).join(' | '));
}

const guest = 'ATTENDEE:mailto:jo@mueller.example';

it('a meeting has its time, its status and the addresses of all who are asked to come', async () => {
  const lines = `UID:a1
DTSTART;TZID=Europe/Berlin:20261110T100000
SUMMARY:Review\\, autumn\\nand a very
  long name
ORGANIZER;CN="Okafor: Ada":mailto:ada@finch.example
ATTENDEE;CUTYPE=INDIVIDUAL;CN="Nunes, Grace";X-NUM-GUESTS=0:mailto:grace@har
 borlight.example
BEGIN:VALARM
SUMMARY:no name
ATTENDEE:mailto:nobody@finch.example
END:VALARM
STATUS:CANCELLED`;
  expect(
    await rowsOf(
      lines,
      `UID:a2\nDTSTART:20261111T090000Z\n${guest}`,
      `UID:a3\nDTSTART;VALUE=DATE:20261112\n${guest}`,
      // nobody else comes, and no day at all
      'UID:a4\nDTSTART:20261110T100000\nORGANIZER:mailto:ada@finch.example',
      `UID:a5\nDTSTART:soon\n${guest}`,
    ),
  ).toEqual([
    'a1 | Review, autumn and a very long name | 2026-11-10T10:00:00 | cancelled | ada@finch.example; grace@harborlight.example',
    'a2 |  | 2026-11-11T09:00:00Z | confirmed | jo@mueller.example',
    'a3 |  | 2026-11-12 | confirmed | jo@mueller.example',
  ]);
});

it.each([
  ['every other week', '20261012T100000', 'FREQ=WEEKLY;INTERVAL=2', ['10-12', '10-26', '11-09']],
  ['two days a week', '20261110T100000', 'FREQ=WEEKLY;BYDAY=TU,TH;WKST=MO', ['11-10', '11-12', '11-17', '11-19']],
  ['three times', '20261101T100000', 'FREQ=DAILY;COUNT=3', ['11-01', '11-02', '11-03']],
  ['until a day', '20261101T100000', 'FREQ=DAILY;UNTIL=20261103T235959Z', ['11-01', '11-02', '11-03']],
  ['the second Tuesday', '20260908T100000', 'FREQ=MONTHLY;BYDAY=2TU', ['09-08', '10-13', '11-10']],
  ['the last Friday', '20260925T100000', 'FREQ=MONTHLY;BYDAY=-1FR', ['09-25', '10-30']],
  ['the last working day', '20260930T100000', 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', ['09-30', '10-30']],
  ['the last of the month', '20260831', 'FREQ=MONTHLY;BYMONTHDAY=-1', ['08-31', '09-30', '10-31']],
  ['the 31st, where there is one', '20260831', 'FREQ=MONTHLY', ['08-31', '10-31']],
  ['each year', '20251105', 'FREQ=YEARLY', ['11-05', '11-05']],
  // once: nobody knows how often, and no meeting is every second
  ['in a way of its own', '20261101T100000', 'FREQ=MONTHLY;BYWEEKNO=45', ['11-01']],
  ['every second', '20261101T100000', 'FREQ=SECONDLY', ['11-01']],
  ['on too many days', '20261101', `FREQ=MONTHLY;BYSETPOS=9;BYDAY=${'MO,'.repeat(9000)}`, ['11-01']],
])('a meeting takes place %s, until the calendar was made', async (_, start, rule, days) => {
  const rows = await rowsOf(`UID:a\nDTSTART:${start}\nRRULE:${rule}\n${guest}`);
  expect(rows.map((row) => row.split(' | ')[2]?.slice(5, 10))).toEqual(days);
});

it('of a meeting that repeats, days are left out, moved and cancelled, and years ago count no more', async () => {
  const rows = await rowsOf(
    `UID:a\nDTSTART:20191104T100000\nRRULE:FREQ=WEEKLY;COUNT=368\nEXDATE;TZID=Europe/Berlin:20261102T100000,20261109T100000\n${guest}`,
    `UID:a\nRECURRENCE-ID;TZID=Europe/Berlin:20261026T100000\nDTSTART:20261028T110000\n${guest}`,
    `UID:a\nRECURRENCE-ID:20261116T090000Z\nDTSTART:20261116T100000\nSTATUS:CANCELLED\n${guest}`,
  );
  const shown = rows.map((row) => row.split(' | ')).map(([id, , start, status]) => `${id} ${start} ${status}`);
  // from 2025-10-20 on, and the 368th would be 2026-11-16
  expect(shown).toHaveLength(55);
  expect(shown.slice(-4)).toEqual([
    'a-2026-10-12 2026-10-12T10:00:00 confirmed',
    'a-2026-10-19 2026-10-19T10:00:00 confirmed',
    'a-2026-10-26 2026-10-28T11:00:00 confirmed',
    'a-2026-11-16 2026-11-16T10:00:00 cancelled',
  ]);
});

it('a few letters that ask for millions of days are refused', async () => {
  const endless = `UID:a\nDTSTART:19000101T100000\nRRULE:FREQ=MONTHLY;COUNT=99999;BYDAY=MO;BYSETPOS=7\n${guest}`;
  await expect(rowsOf(endless, endless)).rejects.toMatchObject({
    name: 'Unreadable',
    message: 'has too many meetings that repeat; export those of the last year',
  });
  // parameters in every way that a line can be cut
  expect(await rowsOf(`UID:a\nDTSTART:20261110\nATTENDEE;A=${'b,'.repeat(50_000)}"x:y\n${guest}`)).toHaveLength(1);
  await expect(rowsOf(`UID:a\nDTSTART:20261110\nSUMMARY:${'x'.repeat(300_000)}`)).rejects.toMatchObject({
    message: 'a cell of more than 262144 characters',
  });
});
