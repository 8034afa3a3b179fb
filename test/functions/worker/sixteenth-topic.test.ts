import { afterAll, expect, it, vi } from 'vitest';
import { dayOf } from '../../../shared/domain/dates.ts';
import { lifeOf } from '../../support/service/life.ts';
import { snapshotOf } from './world.ts';

// A version with one topic more meets a table of this one, scores in it, and is rolled back.

const day = dayOf('2026-11-16');
const added = 'data_security';

type Definitions = typeof import('../../../shared/domain/scoring/topic-definitions.ts');

afterAll(thisVersion);

/** The sources as they are, loaded anew: handlers are imported when they are first called. */
async function thisVersion(): Promise<typeof lifeOf> {
  // those that the other version has made
  (await import('../../support/temporary-folder.ts')).removeTemporaryFolders();
  vi.doUnmock(import('../../../shared/domain/scoring/topic-definitions.ts'));
  vi.resetModules();
  return (await import('../../support/service/life.ts')).lifeOf;
}

/** The sources with a topic that is stored last, and is the last of the first category for callers. */
async function laterVersion(): Promise<typeof lifeOf> {
  vi.resetModules();
  vi.doMock(import('../../../shared/domain/scoring/topic-definitions.ts'), async (original) => {
    const { topicDefinitions, ...others } = (await original()) as Definitions;
    const topic = { ...topicDefinitions[0], id: added, displayName: 'Data Security', weight: 5 };
    return { ...others, topicDefinitions: [...topicDefinitions, topic] } as unknown as Definitions;
  });
  return (await import('../../support/service/life.ts')).lifeOf;
}

const signals = (id: string, topic: string, polarity: number) =>
  `Service ID,Signal ID,Date,Topic,Polarity,Weight,Stream ID\nc1,${id},2026-11-14,${topic},${polarity},1,\n` +
  `c1,${id}s,2026-11-14,trust,0.4,1,s1\n`;

it('a 16th topic: stored scores and tails are read, the next night scores with it, and a rollback reads what it wrote', async () => {
  const before = lifeOf(new Map(), day * 86_400_000);
  await before.run('accounts create --account acme --name Acme');
  await before.importFiles('acme', {
    'clients.csv': 'Service ID,Name\nc1,Northwind\n',
    'streams.csv': 'Service ID,Stream ID,Name,State\nc1,s1,Website,active\n',
    'signals.csv': signals('g', 'timeliness', -0.5),
  });
  const { apiKey } = await before.newKey('acme');
  for (const night of [day + 1, day + 2]) await before.night(night);
  const read = async (life: typeof before) => {
    const ask = await life.asker(apiKey);
    const [client, stream, topics, list] = await Promise.all(
      ['/clients/c1', '/clients/c1/streams/s1', '/topics', '/clients'].map(async (url) =>
        JSON.parse((await ask(url)).body),
      ),
    );
    return { client, stream, topics, list };
  };
  const old = await read(before);
  const shown = ({ client }: typeof old) =>
    client.topics.topics.map(({ id, score }: { id: string; score: number }) => [id, score]);

  const later = (await laterVersion())(snapshotOf(before.world), before.world.now);

  const read16 = await read(later);
  const { topics: newTopics, categories } = read16.topics;
  expect(read16.topics.total).toBe(16);
  expect(newTopics[5]).toMatchObject({ id: added, category: 'Service Quality Perception' });
  expect(newTopics.toSpliced(5, 1)).toEqual(old.topics.topics);
  expect(categories.map(({ topicCount }: { topicCount: number }) => topicCount)).toEqual([6, 5, 5]);
  expect(read16.client.topics).toMatchObject({ total: 16 });
  expect(shown(read16)).toEqual(shown(old).toSpliced(5, 0, [added, null]));
  expect([read16.client.score, read16.client.historicalData]).toEqual([old.client.score, old.client.historicalData]);
  expect(read16.stream).toEqual(old.stream);

  await later.importFiles('acme', { 'signals.csv': signals('h', added, 1) });
  await later.night(day + 3);

  const scored = await read(later);
  // timeliness 50 and, five times as heavy, the new topic 200 give 175; with trust 140 in another category 157.5
  expect(scored.client.score).toBe(157.5);
  expect(scored.list.clients).toMatchObject([{ id: 'c1', score: 157.5 }]);
  expect(shown(scored)).toEqual(shown(old).toSpliced(5, 0, [added, 200]));
  expect(scored.client.historicalData).toEqual([...old.client.historicalData, 157.5]);

  const rolledBack = (await thisVersion())(snapshotOf(later.world), later.world.now);
  const again = await read(rolledBack);
  expect(again.client.historicalData).toEqual(scored.client.historicalData);
  expect(shown(again)).toEqual(shown(old));
  await rolledBack.night(day + 4);
  expect((await read(rolledBack)).client).toMatchObject({ score: 95, topics: { total: 15 } });
});
