import { expect, it } from 'vitest';
import { dateOf, dayOf } from '../../../shared/domain/dates.ts';
import { lifeOf } from '../../support/service/life.ts';

// What clients that leave are told in; nights.md shows how one leaves and comes back.

const noon = (day: number) => day * 86_400_000 + 43_230_000;

it('the first morning of a quarter says in a sentence whether the score warned', async () => {
  const october = dayOf('2026-10-01');
  const life = lifeOf(new Map(), noon(october - 3));
  const said: { day: string; trackRecord?: string; text: string }[] = [];
  life.world.bus = (detail) => void said.push(JSON.parse(detail));
  await life.run('accounts create --account acme --name Acme');
  await life.importFiles('acme', { 'clients.csv': `Client ID,Name,Left At\nharbor,Harbor,${dateOf(october - 9)}\n` });
  for (const day of [october - 2, october - 1, october, october + 1]) await life.night(day);

  const sentence =
    'Of 1 client that left in the last year, no score of the day before notice counts, and people had filed no reads.';
  expect(said.map(({ day, trackRecord }) => [day, trackRecord])).toEqual([
    ['2026-09-29', undefined],
    ['2026-09-30', undefined],
    ['2026-10-01', sentence],
    ['2026-10-02', undefined],
  ]);
  expect(said[2]?.text.split('\n')[2]).toBe(sentence);
});
