import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { type Day, dateOf } from '../../shared/domain/dates.ts';
import { put } from '../../shared/domain/scoring/history.ts';
import { score as scoreOf, signalsOfStream } from '../../shared/domain/scoring/scoring.ts';
import { topics } from '../../shared/domain/scoring/topics.ts';
import { writeFacts } from '../../shared/table/facts/facts.ts';
import { clientById } from '../../shared/table/records/clients.ts';
import { type Score, toScoreItem } from '../../shared/table/records/scores.ts';
import type { NamedSignal } from '../../shared/table/records/signals.ts';
import { streamById, streamsOfClient } from '../../shared/table/records/streams.ts';
import { afterRun } from '../../shared/table/scoring/run.ts';
import { recordsOfClient, scoreClient } from '../../shared/table/scoring/score-client.ts';
import { asAccount, streamKey, streamScoreKey } from '../../shared/table/store/item-keys.ts';
import { deleteAll } from '../../shared/table/store/write.ts';
import { choicesOf } from '../support/choices.ts';
import { randomOf } from '../support/random.ts';
import { sizeOf } from '../support/store/capacity.ts';
import { aClient, aStream } from '../support/store/facts.ts';
import { itemsOf, midnight, processIn, snapshotOf, type World, worldOf, writerWithoutProjection } from './world.ts';

// The scores of a client's first eight streams are stored in two places: the stream's own record and, since that was
// written, in the client's record. These tests compare them with histories that are kept outside the table.

const account = asAccount('acme');
const clientId = 'c1';
const firstDay = 20_700;

interface Case {
  readonly world: World;
  readonly signals: NamedSignal[];
  /** What each stream must show. */
  readonly scores: Map<string, Score>;
}

async function aCase(streamIds: readonly string[]): Promise<Case> {
  const world = worldOf(new Map(), midnight);
  const made = { world, signals: [], scores: new Map() };
  await write(made, [aClient(clientId), ...streamIds.map((id) => aStream(clientId, id))]);
  return made;
}

function write({ world }: Case, facts: Parameters<typeof writeFacts>[2]) {
  return writeFacts(writerWithoutProjection(world), account, facts);
}

/** A signal for each stream on the day before the run, so that every run computes a new score. */
async function signalsBefore(given: Case, day: Day, polarity: () => number): Promise<void> {
  for (const [at, stream] of [...given.scores.keys()].entries()) {
    given.signals.push({
      id: `${day}-${at}-${given.signals.length}`,
      day: day - 1,
      topic: topics[at % 15]?.id ?? '',
      polarity: polarity(),
      weight: 1,
      stream,
    });
  }
  await write(
    given,
    given.signals.slice(-given.scores.size).map((value) => ({ kind: 'signal', clientId, value })),
  );
}

async function night(given: Case, day: Day, rescore = false): Promise<void> {
  const { table } = processIn(given.world);
  const client = await clientById(table, account, clientId);
  if (!client) throw new Error('the client is missing');
  await scoreClient(table, account, client, { day, rescore, isOnTime: !rescore });
  expectScore(given, day, rescore);
}

function expectScore(given: Case, day: Day, rescore: boolean): void {
  for (const [id, before] of given.scores) {
    if (before.history && (before.history.last > day || (before.history.last === day && !rescore))) continue;
    const computed = scoreOf(signalsOfStream(given.signals, id), day);
    given.scores.set(id, afterRun(before.history ? before : undefined, computed, undefined, { day, rescore }));
  }
}

async function shown(given: Case): Promise<Map<string, Score | undefined>> {
  const { table } = processIn(given.world);
  const found = await streamsOfClient(table, account, clientId);
  for (const each of found.slice(0, 1))
    expect(await streamById(table, account, clientId, each.stream.id)).toEqual(each);
  return new Map(
    found.map(({ stream, score }) => {
      if (!score) return [stream.id, undefined];
      const { history, topics, source, isFirst, model } = score;
      return [stream.id, { history, topics, source, ...(isFirst && { isFirst }), model }];
    }),
  );
}

const unscored: Score = { history: undefined, topics: [], source: 'chr1', model: 1 };

describe('the scores of streams', () => {
  it.each([1, 2, 3])('are the same whatever happens in between (seed %i)', async (seed) => {
    const { upTo, one, yes, fraction } = choicesOf(randomOf(seed));
    const ids = Array.from({ length: 11 }, (_, at) => `s${String(at).padStart(2, '0')}`);
    const given = await aCase(ids.slice(0, 9));
    for (const id of ids.slice(0, 9)) given.scores.set(id, unscored);
    let day = firstDay;

    for (let step = 0; step < 45; step += 1) {
      const what = one(['night', 'night', 'night', 'missed', 'rescore', 'remove', 'add', 'long'] as const);
      if (what === 'remove' && given.scores.size > 1) {
        const id = one([...given.scores.keys()]);
        given.scores.delete(id);
        const { table } = processIn(given.world);
        await deleteAll(table, [streamKey(account, clientId, id), streamScoreKey(account, clientId, id)]);
      } else if (what === 'add') {
        const id = one(ids);
        if (!given.scores.has(id)) given.scores.set(id, unscored);
        await write(given, [aStream(clientId, id)]);
      } else if (what === 'rescore' && day > firstDay) {
        await signalsBefore(given, day, () => fraction() * 2 - 1);
        await night(given, day, true);
      } else if (what !== 'rescore') {
        day += what === 'missed' ? 1 + upTo(4) : what === 'long' && yes(0.3) ? 40 : 1;
        await signalsBefore(given, day, () => fraction() * 2 - 1);
        await night(given, day);
      }

      const expected = new Map([...given.scores].sort().map(([id, score]) => [id, score.history ? score : undefined]));
      expect(await shown(given), `step ${step}: ${what}`).toEqual(expected);
    }
    expect(day).toBeGreaterThan(firstDay + 15);
  });

  it('take one read and one write a night, and the own record of each of eight streams one write in thirty nights', async () => {
    const ids = Array.from({ length: 8 }, (_, at) => `s${at}`);
    const given = await aCase(ids);
    for (const id of ids) given.scores.set(id, unscored);
    await night(given, firstDay);
    const fate = { at: 0, when: 'before' as const, calls: 0 };
    const { table } = processIn(given.world, { fate });
    const client = await clientById(table, account, clientId);
    if (!client) throw new Error('the client is missing');
    // as after a projection, so that no fact is new
    await table.documents.send(
      new UpdateCommand({
        TableName: table.name,
        Key: { pk: 'CUST#acme#CLIENT#c1', sk: 'SCORE' },
        UpdateExpression: 'SET followed = :mark',
        ExpressionAttributeValues: { ':mark': client.changeMark },
      }),
    );
    await scoreClient(table, account, client, { day: firstDay + 1, rescore: false, isOnTime: true });
    fate.calls = 0;

    for (let nights = 2; nights <= 31; nights += 1) {
      await scoreClient(table, account, client, { day: firstDay + nights, rescore: false, isOnTime: true });
    }

    expect(fate.calls).toBe(30 * 2 + ids.length);
  });

  it('of eight streams with the longest ids and tails fit into 4 KB with the score of their client', async () => {
    const ids = Array.from({ length: 8 }, (_, at) => `${at}`.padStart(64, 's'));
    const given = await aCase(ids);
    for (const id of ids) given.scores.set(id, unscored);
    const sizes: number[] = [];
    for (let nights = 0; nights <= 31; nights += 1) {
      await signalsBefore(given, firstDay + nights, () => 0.3);
      await night(given, firstDay + nights);
      sizes.push(
        ...itemsOf(snapshotOf(given.world))
          .filter(({ sk }) => sk === 'SCORE')
          .map(sizeOf),
      );
    }

    const longest = {
      history: put(undefined, firstDay, 90),
      topics: topics.map(() => 1.1),
      source: 'chr2',
      model: 1,
    } as const;
    const others = sizeOf(
      toScoreItem(asAccount('a'.repeat(64)), 'c'.repeat(64), {
        ...longest,
        history: { last: firstDay, points: new Uint16Array(365) },
        notes: 100_000,
        latestRead: {
          value: 'amber',
          week: dateOf(firstDay),
          updatedAt: '2026-11-20T00:00:00.000Z',
          updatedBy: 'n'.repeat(200),
        },
        projectedMark: 'AbCdEfGh',
      }),
    );
    expect(Math.max(...sizes) + others).toBeLessThan(4096);
  });
});

it('a night that finds the records of another one in between starts again from those', async () => {
  const given = await aCase(['s1']);
  given.scores.set('s1', unscored);
  await night(given, firstDay);
  const { table } = processIn(given.world);
  const client = await clientById(table, account, clientId);
  if (!client) throw new Error('the client is missing');
  const run = { day: firstDay + 1, rescore: false, isOnTime: true };

  await Promise.all([1, 2, 3].map(() => scoreClient(processIn(given.world).table, account, client, run)));

  expectScore(given, run.day, false);
  expect(await shown(given)).toEqual(given.scores);
  expect((await recordsOfClient(table, account, client)).score?.history?.points.length).toBe(2);
});
