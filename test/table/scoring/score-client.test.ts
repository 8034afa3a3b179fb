import { beforeEach, describe, expect, it } from 'vitest';
import { modelVersion } from '../../../shared/domain/scoring/model.ts';
import { type Client, noCounts, toClientItem } from '../../../shared/table/records/clients.ts';
import type { Score } from '../../../shared/table/records/scores.ts';
import { mergedSignalsItem, type NamedSignal } from '../../../shared/table/records/signals.ts';
import { type Stream, toStreamItem } from '../../../shared/table/records/streams.ts';
import type { Run } from '../../../shared/table/scoring/run.ts';
import { recordsOfClient, scoreClient } from '../../../shared/table/scoring/score-client.ts';
import { asAccount, scoreKey } from '../../../shared/table/store/item-keys.ts';
import { type Item, readItem } from '../../../shared/table/store/read.ts';
import { deleteAll, putAll } from '../../../shared/table/store/write.ts';
import { aroundCalls } from '../../support/store/clients.ts';
import { dumpOf } from '../../support/store/dump.ts';
import { aClient, aStream } from '../../support/store/facts.ts';
import { useMemoryTable } from '../../support/store/table.ts';

const db = useMemoryTable();
const acme = asAccount('acme');
const client: Client = { ...aClient('c1').value, ...noCounts };

const day = 20_777;

const putStreams = (ids: readonly string[], given: Partial<Stream> = {}) =>
  putAll(
    db.table,
    ids.map((id) => toStreamItem(acme, aStream('c1', id, given).value)),
  );
const aSignalOn = (signalDay: number, given: Partial<NamedSignal> = {}): NamedSignal => {
  return { id: 'g', day: signalDay, topic: 'trust', polarity: 1, weight: 1, ...given };
};
const putSignal = (signal: NamedSignal) => putAll(db.table, [mergedSignalsItem(acme, 'c1', undefined, [signal])]);

const night = (on: number, given: Partial<Run> = {}, of = client) =>
  scoreClient(db.table, acme, of, { day: on, rescore: false, factsAreOld: true, ...given });
const scoreItem = async () => (await readItem(db.table, scoreKey(acme, 'c1'), { consistent: true })) as Item;

const pointsOf = (score: Score | undefined) => score?.history && [...score.history.points];

/** What a night reads and writes, in order. `before` runs before each call. */
async function callsOf(act: () => Promise<unknown>, before?: (call: string) => Promise<void>): Promise<string[]> {
  const calls: string[] = [];
  const end = aroundCalls(db.table, async (send, command, input) => {
    const { ConsistentRead } = input as { ConsistentRead?: boolean };
    const isRead = /Query|Get/.test(command);
    const call = isRead ? `${ConsistentRead ? 'strong' : 'eventual'} ${command}` : 'write';
    calls.push(call);
    await before?.(call);
    return send();
  });
  await act().finally(end);
  return calls;
}

/** Does something before the first of these calls. */
function once(name: string, act: () => Promise<unknown>): (call: string) => Promise<void> {
  let isFirst = true;
  return async (call) => {
    if (call !== name || !isFirst) return;
    isFirst = false;
    await act();
  };
}

const eventual = 'eventual QueryCommand';
const strong = 'strong QueryCommand';

beforeEach(async () => {
  await deleteAll(db.table, await dumpOf(db.table, 'acme'));
  await putAll(db.table, [toClientItem(acme, client)]);
});

/** Two nights. */
async function settle(): Promise<void> {
  await night(day);
  await night(day + 1);
}

describe('a night', () => {
  it('scores a client and its streams, and returns what is stored afterwards', async () => {
    await putStreams(['s1', 's2']);
    await putSignal(aSignalOn(day - 1, { stream: 's1' }));

    const { score, streams } = await night(day);

    expect(score).toMatchObject({ source: 'chr2', model: modelVersion });
    expect(pointsOf(score)).toEqual([2000]);
    expect(streams.map(({ stream, score: ofStream }) => [stream.id, pointsOf(ofStream)])).toEqual([
      ['s1', [2000]],
      ['s2', [1000]],
    ]);
    const stored = await recordsOfClient(db.table, acme, client);
    expect(stored.score).toMatchObject({ history: score?.history, topics: score?.topics });
    expect(stored.streams.map(({ score: ofStream }) => pointsOf(ofStream))).toEqual([[2000], [1000]]);
  });

  it.each(['inactive', 'pending'] as const)(
    'does not count the signals of %s streams for the client',
    async (state) => {
      await putStreams(['s1'], { state });
      await putSignal(aSignalOn(day - 1, { stream: 's1' }));

      const { score, streams } = await night(day);

      expect([score, streams[0]?.score].map(pointsOf)).toEqual([[1000], [2000]]);
    },
  );

  it('does not count them for the days before either', async () => {
    await putStreams(['s1'], { state: 'inactive' });
    await putSignal(aSignalOn(day - 3, { stream: 's1' }));

    const { score, streams } = await night(day, { history: 5 });

    expect([score, streams[0]?.score].map(pointsOf)).toEqual([[1000], [2000, 2000, 2000]]);
  });

  it('shows the imported scores of clients and streams without data', async () => {
    await putStreams(['s1'], { importedScore: 40 });

    const { score, streams } = await night(day, {}, { ...client, importedScore: 30 });

    expect([score, streams[0]?.score].map(pointsOf)).toEqual([[300], [400]]);
  });

  it('changes nothing when it is repeated', async () => {
    await putStreams(['s1']);
    await night(day);
    const first = await night(day + 1);
    const stored = await dumpOf(db.table, 'acme');

    const calls = await callsOf(async () => {
      const again = await night(day + 1);
      expect(again.streams.map(({ score }) => pointsOf(score))).toEqual(
        first.streams.map(({ score }) => pointsOf(score)),
      );
      expect(again.score?.history).toEqual(first.score?.history);
    });

    expect(calls).toEqual([eventual, strong]);
    expect(await dumpOf(db.table, 'acme')).toEqual(stored);
  });

  it('of a day that was scored leaves new signals and streams to the next night', async () => {
    await putStreams(['s1']);
    await night(day);
    const stored = await scoreItem();
    await putStreams(['s2']);
    await putSignal(aSignalOn(day - 1, { stream: 's1' }));

    await night(day);
    expect(await scoreItem()).toEqual(stored);
    const { streams } = await night(day + 1);
    expect(streams.map(({ score }) => pointsOf(score))).toEqual([[1000, 2000], [1000]]);
  });

  it('repeated by an operator replaces the score of the day', async () => {
    await putStreams(['s1']);
    await settle();
    await putSignal(aSignalOn(day, { stream: 's1' }));

    const calls = await callsOf(() => night(day + 1, { rescore: true }));

    expect(calls[0]).toBe(strong);
    expect(calls).not.toContain(eventual);
    const { score, streams } = await recordsOfClient(db.table, acme, client);
    expect([score, streams[0]?.score].map(pointsOf)).toEqual([
      [1000, 2000],
      [1000, 2000],
    ]);
  });
});

describe('the read of stored scores', () => {
  it('is strongly consistent, so that a publication shows what was written before it', async () => {
    expect(await callsOf(() => recordsOfClient(db.table, acme, client))).toEqual([strong]);
  });
});

describe('the read of a night', () => {
  it('is one, eventually consistent, if no fact is new and everything was scored the night before', async () => {
    await putStreams(['s1', 's2']);
    await settle();

    expect(await callsOf(() => night(day + 2))).toEqual([eventual, 'write']);
  });

  it.each<[string, () => Promise<unknown>, number?, Partial<Run>?]>([
    ['facts were written within the hour', async () => undefined, day + 2, { factsAreOld: false }],
    ['a night was missed', async () => undefined, day + 3],
    ['the client has no score', async () => deleteAll(db.table, [await scoreItem()])],
  ])('is repeated strongly consistent if %s', async (_, begin, on = day + 2, given = {}) => {
    await putStreams(['s1']);
    await settle();
    await begin();

    expect((await callsOf(() => night(on, given))).slice(0, 2)).toEqual([eventual, strong]);
  });
});

describe('another run', () => {
  it('that scores the client between read and write is continued, not replaced', async () => {
    await settle();
    const calls = await callsOf(
      () => night(day + 3),
      once('write', async () => {
        await putSignal(aSignalOn(day + 1));
        await night(day + 2);
      }),
    );

    expect(calls.slice(-2)).toEqual([strong, 'write']);
    expect(pointsOf((await recordsOfClient(db.table, acme, client)).score)).toEqual([1000, 1000, 2000, 2000]);
  });

  it('that removes the client between read and write is not undone', async () => {
    let isFirst = true;
    await settle();
    await callsOf(
      () => night(day + 2),
      async (call) => {
        if (isFirst && call === 'write') {
          isFirst = false;
          await deleteAll(db.table, await dumpOf(db.table, 'acme'));
        }
      },
    );

    expect(await dumpOf(db.table, 'acme')).toEqual([]);
  });
});
