import { expect, it } from 'vitest';
import { dateOf, dayOf } from '../../../../shared/domain/dates.ts';
import { shownTopicScores } from '../../../../shared/domain/scoring/topic-scores.ts';
import { topicYear } from '../../../../shared/table/night/topic-year.ts';
import { clientScoreOf } from '../../../../shared/table/records/scores.ts';
import { asAccount } from '../../../../shared/table/store/item-keys.ts';
import { processIn } from '../../../functions/worker/world.ts';
import { lifeOf } from '../../../support/service/life.ts';

const acme = asAccount('acme');
const first = dayOf('2026-11-16');
const last = first + 7;

it('a year of topics ends with what the nights said, values of systems and open invoices included', async () => {
  const life = lifeOf(new Map(), (first - 1) * 86_400_000);
  const ago = (days: number) => dateOf(first - days);
  await life.run('accounts create --account acme --name Acme');
  const answered = Array.from(
    { length: 40 },
    (_, at) => `${at},Acme,${ago(at * 2 + 2)} 08:00,${ago(at * 2 + 2)} ${9 + (at % 9)}:00`,
  );
  await life.importFiles('acme', { 'clients.csv': 'Client ID,Name\nc1,Acme\n' });
  await life.importFiles(
    'acme',
    {
      'tickets-2026-11-15.csv': `Ticket ID,Company,Created At,First Response At\n${answered.join('\n')}\n`,
      'invoices-2026-11-15.csv': `Invoice ID,Company,Due Date,Paid Date\n1,Acme,${ago(30)},\n`,
    },
    '--map tickets --map invoices',
  );
  const { table } = processIn(life.world);
  const nightOf = async (day: number) => {
    await life.night(day);
    return shownTopicScores((await clientScoreOf(table, acme, 'c1'))?.topics ?? []);
  };
  const nights = [await nightOf(first), await nightOf(last)];
  const year = await topicYear(table, acme, 'c1');

  expect(year.slice(-2)).toEqual([first, last].map((day, at) => ({ day, topics: nights[at] })));
  expect(nights[0]?.filter((score) => score !== null).length).toBeGreaterThan(1);
  expect(nights[0]).not.toEqual(nights[1]);
  expect(year).toHaveLength(53);
  expect(year[0]?.topics.every((score) => score === null)).toBe(true);
  expect(await topicYear(table, acme, 'none')).toEqual([]);
});
