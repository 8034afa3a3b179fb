import { expect, it } from 'vitest';
import { type Day, dateOf, dayOf } from '../../../../shared/domain/dates.ts';
import { clientScoreOf } from '../../../../shared/table/records/scores.ts';
import { asAccount } from '../../../../shared/table/store/item-keys.ts';
import { processIn } from '../../../functions/worker/world.ts';
import { lifeOf } from '../../../support/service/life.ts';

const acme = asAccount('acme');
const first = dayOf('2025-11-17');

it('a stream that has fallen silent stands where a client does of which nothing else is known, however long ago', async () => {
  const life = lifeOf(new Map(), (first - 1) * 86_400_000);
  await life.run('accounts create --account acme --name Acme');
  await life.importFiles('acme', {
    'clients.csv': 'Client ID,Name\nsilent,Acorn\nother,Birch\n',
    'streams.csv': 'Client ID,Stream ID,Name\nsilent,web,Website\n',
  });
  const meetings = (client: string, stream: string, from: Day, to: Day) =>
    Array.from(
      { length: Math.floor((to - from) / 7) },
      (_, at) => `${client},${stream},${dateOf(from + 7 * at)},communication_engagement,0.5,meeting=1`,
    );
  const { table } = processIn(life.world);
  const nightAfter = async (days: number) => {
    const day = first + days;
    const rows = meetings('other', '', day - 100, day);
    if (days === 0) rows.push(...meetings('silent', 'web', day - 120, day));
    await life.importFiles('acme', {
      'signals.csv': ['Client ID,Stream ID,Date,Topic,Polarity,Measure', ...rows, ''].join('\n'),
    });
    await life.night(day);
    const score = await clientScoreOf(table, acme, 'silent');
    const stream = score?.ofStreams.get('web');
    return [score, stream].map((of) => of?.history.points.at(-1));
  };

  for (let days = 0; days < 340; days += 28) {
    const [ofClient = 0, ofStream] = await nightAfter(days);

    expect(ofStream, `after ${days} days`).toBe(ofClient);
    expect(ofClient < 1000).toBe(days > 0);
  }
});
