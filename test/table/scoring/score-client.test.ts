import { beforeEach, describe, expect, it } from 'vitest';
import { modelVersion } from '../../../shared/domain/scoring/model.ts';
import { type Client, toClientItem } from '../../../shared/table/records/clients.ts';
import { type ClientScore, type Score, toScoreItem, toStreamScoreItem } from '../../../shared/table/records/scores.ts';
import { mergedSignalsItem, type NamedSignal } from '../../../shared/table/records/signals.ts';
import { isRewritingNight, rewritesOwnRecord, unpackTails } from '../../../shared/table/records/stream-tails.ts';
import { type Stream, toStreamItem } from '../../../shared/table/records/streams.ts';
import type { Run } from '../../../shared/table/scoring/run.ts';
import { recordsOfClient, scoreClient } from '../../../shared/table/scoring/score-client.ts';
import { asAccount, isHistory, scoreKey } from '../../../shared/table/store/item-keys.ts';
import { type Item, readItem } from '../../../shared/table/store/read.ts';
import { deleteAll, putAll } from '../../../shared/table/store/write.ts';
import { aroundCalls } from '../../support/store/clients.ts';
import { dumpOf } from '../../support/store/dump.ts';
import { aClient, aStream } from '../../support/store/facts.ts';
import { useMemoryTable } from '../../support/store/table.ts';

const db = useMemoryTable();
const acme = asAccount('acme');
const client: Client = { ...aClient('c1').value, changeMark: 'm' };
const streamIds = Array.from({ length: 9 }, (_, at) => `s${at + 1}`);

/** A day after which none of these records is rewritten for a week. */
const day = Array.from({ length: 1000 }, (_, at) => 20_000 + at).find((first) =>
  [0, 1, 2, 3, 4, 5, 6].every(
    (later) =>
      !isRewritingNight('c1', first + later) && !streamIds.some((id) => rewritesOwnRecord('c1', id, first + later)),
  ),
) as number;

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
  scoreClient(db.table, acme, of, { day: on, rescore: false, isOnTime: true, ...given });
const scoreItem = async () => (await readItem(db.table, scoreKey(acme, 'c1'), { consistent: true })) as Item;

/** Stores the client's mark as a projection does. */
const follow = async (mark = 'm') => putAll(db.table, [{ ...(await scoreItem()), followed: mark }]);

const pointsOf = (score: Score | undefined) => score?.history && [...score.history.points];

/** What a night reads and writes, in order. `before` runs before each call. */
async function callsOf(act: () => Promise<unknown>, before?: (call: string) => Promise<void>): Promise<string[]> {
  const calls: string[] = [];
  const end = aroundCalls(db.table, async (send, command, input) => {
    const { ConsistentRead, Key } = input as { ConsistentRead?: boolean; Key?: { sk: string } };
    const call = Key ? `${Key.sk}` : `${ConsistentRead ? 'strong' : 'eventual'} ${command}`;
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

/** Two nights and a projection: from now on nothing is new. */
async function settle(): Promise<void> {
  await night(day);
  await night(day + 1);
  await follow();
}

describe('a night', () => {
  it('scores a client and its streams, and returns what is stored afterwards', async () => {
    await putStreams(['s1', 's2']);
    await putSignal(aSignalOn(day - 1, { stream: 's1' }));

    const { score, streams } = await night(day);

    expect(score).toMatchObject({ source: 'chr2', model: modelVersion, notes: 0, latestRead: null, projectedMark: '' });
    expect(pointsOf(score)).toEqual([2000]);
    expect(streams.map(({ stream, score: ofStream }) => [stream.id, pointsOf(ofStream)])).toEqual([
      ['s1', [2000]],
      ['s2', [1000]],
    ]);
    const stored = await recordsOfClient(db.table, acme, client);
    expect(stored.score).toMatchObject({ history: score?.history, topics: score?.topics });
    expect(stored.streams.map(({ score: ofStream }) => pointsOf(ofStream))).toEqual([[2000], [1000]]);
  });

  it('keeps the counts of the last projection', async () => {
    const counts = { notes: 4, latestRead: null, projectedMark: 'm' };
    const unscored: ClientScore = { history: undefined, topics: [], source: 'chr1', model: 1, ...counts };
    await putAll(db.table, [toScoreItem(acme, 'c1', unscored)]);

    expect((await night(day)).score).toMatchObject(counts);
    expect((await recordsOfClient(db.table, acme, client)).score).toMatchObject(counts);
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

  it('that is repeated for a new stream leaves the scores of the client and its other streams', async () => {
    await putStreams(['s1']);
    await putSignal(aSignalOn(day - 1, { stream: 's1' }));
    await night(day);
    const stored = await dumpOf(db.table, 'acme');
    await putStreams(['s2']);
    await putSignal(aSignalOn(day - 1, { stream: 's1', topic: 'advocacy', polarity: -1 }));

    const calls = await callsOf(() => night(day));

    expect(calls).toEqual([eventual, strong, 'SSCORE#s2']);
    const after = await dumpOf(db.table, 'acme');
    for (const sk of ['SCORE', 'SSCORE#s1']) {
      expect(after.find((item) => item.sk === sk)).toEqual(stored.find((item) => item.sk === sk));
    }
  });

  it('of an earlier day scores what that day has not scored, and leaves the tails of the later day', async () => {
    await putStreams(['s1']);
    await settle();
    await putStreams(['s2']);

    const calls = await callsOf(() => night(day));

    expect(calls).toEqual([eventual, strong, 'SSCORE#s2']);
    const { score, streams } = await recordsOfClient(db.table, acme, client);
    expect(score?.history?.last).toBe(day + 1);
    expect(streams.map(({ score: ofStream }) => ofStream?.history?.last)).toEqual([day + 1, day]);
  });

  it('repeated by an operator replaces the score of the day', async () => {
    await putStreams(['s1']);
    await settle();
    await putSignal(aSignalOn(day, { stream: 's1' }));

    const calls = await callsOf(() => night(day + 1, { rescore: true, isOnTime: false }));

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

    expect(await callsOf(() => night(day + 2))).toEqual([eventual, 'SCORE']);
  });

  it.each<[string, () => Promise<unknown>, number?, Client?]>([
    ['a fact was written since the last night', async () => undefined, day + 2, { ...client, changeMark: 'new' }],
    ['the last night has seen this mark, but no projection has', () => follow('old')],
    ['a projection has seen this mark, but no night', () => follow('new'), day + 2, { ...client, changeMark: 'new' }],
    ['a night was missed', async () => undefined, day + 3],
    ['a stream has no score', () => putStreams(['s2'])],
    ['the client has no score', async () => deleteAll(db.table, [await scoreItem()])],
  ])('is repeated strongly consistent if %s', async (_, begin, on = day + 2, of = client) => {
    await putStreams(['s1']);
    await settle();
    await begin();

    expect((await callsOf(() => night(on, {}, of))).slice(0, 2)).toEqual([eventual, strong]);
  });
});

describe('notes and reads are counted again', () => {
  it('by the first two nights that find a new mark', async () => {
    const again: unknown[] = [];
    for (let at = 0; at < 4; at += 1) again.push((await night(day + at)).countAgain);

    expect(again).toEqual([true, true, false, false]);
  });

  it('by a repeated night and a run out of its time that find a new mark', async () => {
    await settle();

    expect((await night(day + 1)).countAgain).toBe(false);
    expect((await night(day + 1, {}, { ...client, changeMark: 'new' })).countAgain).toBe(true);
    expect((await night(day + 2, { isOnTime: false }, { ...client, changeMark: 'new' })).countAgain).toBe(true);
  });

  it('by two more nights after each new mark', async () => {
    await settle();
    const changed = { ...client, changeMark: 'new' };

    expect([
      (await night(day + 2, {}, changed)).countAgain,
      (await night(day + 3, {}, changed)).countAgain,
      (await night(day + 4, {}, changed)).countAgain,
    ]).toEqual([true, true, false]);
  });

  it('not after a run out of its time that finds the mark of the last night', async () => {
    await settle();
    await night(day + 2, { isOnTime: false });

    expect((await night(day + 3)).countAgain).toBe(false);
  });

  it('not for a client that an earlier version has scored, which stored no mark', async () => {
    await night(day, { isOnTime: false });
    expect(await scoreItem()).not.toHaveProperty('scored');

    expect((await night(day + 1)).countAgain).toBe(false);
    expect(await scoreItem()).toMatchObject({ scored: 'm' });
  });
});

describe('the scores of streams', () => {
  it('are stored with the client, those of the ninth stream in its own record', async () => {
    await putStreams(streamIds);
    await night(day);

    const calls = await callsOf(() => night(day + 1));

    expect(calls.slice(2)).toEqual(['SSCORE#s9', 'SCORE']);
    const { tails } = (await recordsOfClient(db.table, acme, client)).score ?? {};
    expect(tails && [...unpackTails(tails).ofStream.keys()]).toEqual(streamIds.slice(0, 8));
  });

  it('are written before the score of the client, which continues them', async () => {
    await putStreams(['s1', 's2']);

    const calls = await callsOf(() => night(day));

    expect(calls.slice(2).sort()).toEqual(['SCORE', 'SSCORE#s1', 'SSCORE#s2']);
    expect(calls.at(-1)).toBe('SCORE');
  });

  it('are written into the stream’s own record one night in thirty', async () => {
    const [id = ''] = streamIds;
    const rewriting =
      Array.from({ length: 30 }, (_, at) => day + at).find((on) => rewritesOwnRecord('c1', id, on)) ?? 0;
    await putStreams([id]);
    await night(rewriting - 2);
    await night(rewriting - 1);

    const calls = await callsOf(() => night(rewriting));

    expect(calls.slice(2)).toEqual([`SSCORE#${id}`, 'SCORE']);
    const { score, streams } = await recordsOfClient(db.table, acme, client);
    expect(score?.tails && unpackTails(score.tails).ofStream.size).toBe(0);
    expect(pointsOf(streams[0]?.score)).toHaveLength(3);
  });
});

describe('another run', () => {
  it('that scores the client between read and write is continued, not replaced', async () => {
    await settle();
    const calls = await callsOf(
      () => night(day + 3),
      once('SCORE', async () => {
        await putSignal(aSignalOn(day + 1));
        await night(day + 2);
      }),
    );

    expect(calls.slice(-2)).toEqual([strong, 'SCORE']);
    expect(pointsOf((await recordsOfClient(db.table, acme, client)).score)).toEqual([1000, 1000, 2000, 2000]);
  });

  it('that scores a stream between read and write is continued, not replaced', async () => {
    await putStreams(['s1']);
    await callsOf(
      () => night(day),
      once('SSCORE#s1', () => night(day - 1)),
    );

    const { score, streams } = await recordsOfClient(db.table, acme, client);
    expect([score, streams[0]?.score].map(pointsOf)).toEqual([
      [1000, 1000],
      [1000, 1000],
    ]);
  });

  it.each(['s1', 's2'])('that has scored only stream %s when it is killed is continued, not replaced', async (id) => {
    await putStreams(['s1', 's2']);
    const scored: Score = {
      history: { last: day - 1, points: Uint16Array.of(900) },
      ...{ topics: [], source: 'chr2', model: modelVersion },
    };
    await callsOf(
      () => night(day),
      once(`SSCORE#${id}`, () => putAll(db.table, [toStreamScoreItem(acme, 'c1', id, scored)])),
    );

    const { streams } = await recordsOfClient(db.table, acme, client);
    const found = streams.map(({ stream, score: ofStream }) => [stream.id, pointsOf(ofStream)]);
    expect(Object.fromEntries(found)).toEqual({ s1: [1000], s2: [1000], [id]: [900, 900] });
  });

  it('that removes the client between read and write is not undone', async () => {
    await settle();
    await callsOf(
      () => night(day + 2),
      async (call) => {
        if (call === 'SCORE') await deleteAll(db.table, await dumpOf(db.table, 'acme'));
      },
    );

    expect(await dumpOf(db.table, 'acme')).toEqual([]);
  });
});

describe('the history of a client', () => {
  const copying = Array.from({ length: 30 }, (_, at) => day + at).find((on) => isRewritingNight('c1', on)) ?? 0;
  const older: ClientScore = {
    history: { last: copying - 1, points: new Uint16Array(200).fill(1000) },
    ...{ topics: [], source: 'chr2', model: 1 },
    ...{ notes: 0, latestRead: null, projectedMark: '' },
  };

  it('is copied before the score record is cut, and not again if that night was killed in between', async () => {
    await putAll(db.table, [toScoreItem(acme, 'c1', older)]);
    const killed = callsOf(
      () => night(copying),
      async (call) => {
        if (call === 'SCORE') throw new Error('killed');
      },
    );
    await expect(killed).rejects.toThrow('killed');

    const calls = await callsOf(() => night(copying));

    expect(calls.slice(1)).toEqual([strong, 'SCORE']);
    const { score } = await recordsOfClient(db.table, acme, client);
    expect(pointsOf(score)).toEqual(Array(201).fill(1000));
    expect(score?.isCut).toBe(true);
  });

  it('stays as it is when the night is repeated', async () => {
    await putAll(db.table, [toScoreItem(acme, 'c1', older)]);
    await night(copying);
    const stored = await dumpOf(db.table, 'acme');
    await putStreams(['s1']);

    await night(copying);

    expect((await dumpOf(db.table, 'acme')).filter(({ sk }) => sk.startsWith('SCORE#'))).toEqual(
      stored.filter(({ sk }) => sk.startsWith('SCORE#')),
    );
    expect(pointsOf((await recordsOfClient(db.table, acme, client)).score)).toHaveLength(201);
  });

  it.each([
    [200, 250, true],
    [20, 40, false],
  ])('of %d days gets the days before them, in a record of its own only if it was cut', async (days, age, isCut) => {
    const history = { last: copying - 1, points: new Uint16Array(days).fill(1000) };
    await putAll(db.table, [toScoreItem(acme, 'c1', { ...older, history })]);
    await night(copying);
    await putSignal(aSignalOn(copying - age));

    await night(copying + 1, { rescore: true, history: 300 });

    const before = Array(age - days - 1).fill(2000);
    expect(pointsOf((await recordsOfClient(db.table, acme, client)).score)).toEqual([
      ...[...before, ...Array(days + 1).fill(1000), isCut ? 1000 : 2000],
    ]);
    expect((await dumpOf(db.table, 'acme')).some(isHistory)).toBe(isCut);
  });
});
