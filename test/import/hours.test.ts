import { expect, it } from 'vitest';
import { dateOf, dayOf } from '../../shared/domain/dates.ts';
import { lifeOf } from '../support/service/life.ts';

// Hours of work, from the files of time trackers: what counts is the change against the client's own weeks.

const first = dayOf('2026-05-25');
const weeks = Array.from({ length: 26 }, (_, at) => first + 7 * at);
const rows = (of: (client: string, date: string, hours: number) => string) =>
  weeks
    .flatMap((monday, at) => [
      of('Acorn', dateOf(monday), 2),
      of('Acorn', dateOf(monday + 2), 1.5),
      of('Birch', dateOf(monday + 1), at < 22 ? 60 : 12),
      ...(at < 20 ? [of('Cedar', dateOf(monday + 1), 10)] : []),
    ])
    .join('');
const hhmm = (hours: number) => `${String(Math.floor(hours)).padStart(2, '0')}:${hours % 1 === 0 ? '00' : '30'}:00`;

it.each([
  [
    'harvest',
    `Date,Client,Project,Project Code,Task,Notes,Hours,Billable?,First Name,Last Name\n${rows((client, date, hours) => `${date},${client},Site,S,Design,,${hours},Yes,Ada,O\n`)}`,
  ],
  [
    'toggl',
    `User,Email,Client,Project,Task,Description,Billable,Start date,Start time,End date,End time,Duration,Tags,Amount ()\n${rows((client, date, hours) => `Ada,a@x.example,${client},Site,,Draft,Yes,${date},09:00:00,${date},12:00:00,${hhmm(hours)},,\n`)}`,
  ],
])('%s: fewer hours than usual, and none, lower the score', async (preset, sheet) => {
  const life = lifeOf(new Map(), Date.parse('2026-11-23T09:00:00Z'));
  await life.run('accounts create --account acme --name Acme');
  const clients = 'Client ID,Name\nC1,Acorn\nC2,Birch\nC3,Cedar\n';
  await life.importFiles('acme', { 'clients.csv': clients, 'time.csv': sheet }, `--map ${preset}`);
  await life.run('score --account acme --history 40');
  const shown = await life.run('inspect C1 --account acme');
  expect(shown).toContain('3.5');

  const ask = await life.asker((await life.newKey('acme')).apiKey);
  const { clients: listed } = JSON.parse((await ask('/clients')).body);
  const score = (name: string) => listed.find((each: { name: string }) => each.name === name).score;
  expect(score('Acorn')).toBeGreaterThan(110);
  expect(score('Birch')).toBeLessThan(90);
  expect(score('Cedar')).toBeLessThan(100);
  expect((await ask('/clients/C3')).body).toContain('no work for');
});
