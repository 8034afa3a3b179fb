import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import type { Day } from '../../shared/domain/dates.ts';
import { newest, put } from '../../shared/domain/scoring/history.ts';
import { score as scoreOf } from '../../shared/domain/scoring/scoring.ts';
import { topics } from '../../shared/domain/scoring/topics.ts';
import { writeFacts } from '../../shared/table/facts/facts.ts';
import { keptDays } from '../../shared/table/records/client-history.ts';
import { clientById } from '../../shared/table/records/clients.ts';
import { scoredClient } from '../../shared/table/records/known-client.ts';
import { type Score, toScoreItem } from '../../shared/table/records/scores.ts';
import type { NamedSignal } from '../../shared/table/records/signals.ts';
import { afterRun } from '../../shared/table/scoring/run.ts';
import { recordsOfClient, scoreClient } from '../../shared/table/scoring/score-client.ts';
import { asAccount, historyKey, scoreKey } from '../../shared/table/store/item-keys.ts';
import { putAll } from '../../shared/table/store/write.ts';
import { choicesOf } from '../support/choices.ts';
import { memTable } from '../support/mem-dynamo/table.ts';
import { randomOf } from '../support/random.ts';
import { sizeOf } from '../support/store/capacity.ts';
import { aClient, aStream } from '../support/store/facts.ts';
import {
  type Fate,
  itemsOf,
  Killed,
  midnight,
  processIn,
  snapshotOf,
  type World,
  worldOf,
  writerWithoutProjection,
} from './world.ts';

// The history of a client is stored in two places: its newest days in the score record, all days up to one of the last
// nights in the history record. These tests compare it with a history that is kept outside the table.

const account = asAccount('acme');
const clientId = 'c1';
const firstDay = 20_700;

interface Case {
  readonly world: World;
  readonly signals: NamedSignal[];
  /** What the client must show. */
  expected: Score;
}

const unscored: Score = { history: undefined, topics: [], source: 'chr1', model: 1 };

/** A client whose record was written by a version that kept all points in it. */
async function clientWith(days: number, random: () => number): Promise<Case> {
  const given: Case = { world: worldOf(new Map(), midnight), signals: [], expected: unscored };
  await write(given, [aClient(clientId)]);
  if (days === 0) return given;
  const points = Uint16Array.from({ length: days }, () => Math.floor(random() * 2000));
  given.expected = {
    history: { last: firstDay, points },
    topics: topics.map(() => 100),
    source: 'chr2',
    model: 1,
  };
  const counts = { notes: 0, latestRead: null, projectedMark: '' };
  await putAll(processIn(given.world).table, [toScoreItem(account, clientId, { ...given.expected, ...counts })]);
  return given;
}

function write({ world }: Case, facts: Parameters<typeof writeFacts>[2]) {
  return writeFacts(writerWithoutProjection(world), account, facts);
}

async function signalBefore(given: Case, day: Day, polarity: number): Promise<void> {
  const id = `${day}-${given.signals.length}`;
  const value = { id, day: day - 1, topic: topics[day % 15]?.id ?? '', polarity, weight: 1 };
  given.signals.push(value);
  await write(given, [{ kind: 'signal', clientId, value }]);
}

async function run({ world }: Case, day: Day, rescore = false, fate?: Fate): Promise<void> {
  const client = await clientById(processIn(world).table, account, clientId);
  if (!client) throw new Error('the client is missing');
  await scoreClient(processIn(world, fate && { fate }).table, account, client, { day, rescore, isOnTime: !rescore });
}

function scoreAfter({ expected, signals }: Case, day: Day, rescore: boolean): Score {
  const before = expected.history ? expected : undefined;
  return afterRun(before, scoreOf(signals, day), undefined, { day, rescore });
}

/** What a worker did that did not know history records: it added a point to those that it found. */
async function earlierNight(given: Case, day: Day): Promise<void> {
  const { table } = processIn(given.world);
  const { score } = await scoredClient(table, account, clientId);
  given.expected = scoreAfter(given, day, false);
  const { model, source } = given.expected;
  const point = given.expected.history?.points.at(-1) ?? 0;
  const points = put(score?.history, day, point / 10);
  const item = toScoreItem(account, clientId, {
    ...{ history: points, topics: given.expected.topics, source, model },
    ...{ notes: 0, latestRead: null, projectedMark: '' },
  });
  await table.documents.send(
    new UpdateCommand({
      TableName: table.name,
      Key: scoreKey(account, clientId),
      UpdateExpression:
        'SET #day = :day, points = :points, topics = :topics, #source = :source, model = :model, v = :v',
      ExpressionAttributeNames: { '#day': 'day', '#source': 'source' },
      ExpressionAttributeValues: {
        ...{ ':day': item.day, ':points': item.points, ':topics': item.topics },
        ...{ ':source': item.source, ':model': item.model, ':v': item.v },
      },
    }),
  );
}

/** The history as requests and as the worker read it. */
async function shown({ world }: Case) {
  const { table } = processIn(world);
  const client = await clientById(table, account, clientId);
  if (!client) throw new Error('the client is missing');
  const { score } = await scoredClient(table, account, clientId, 365);
  const { score: ofWorker } = await recordsOfClient(table, account, client);
  const { score: ofDetail } = await scoredClient(table, account, clientId, keptDays);
  expect(ofWorker?.history).toEqual(score?.history);
  expect(ofDetail?.history && newest(ofDetail.history, keptDays)).toEqual(
    score?.history && newest(score.history, keptDays),
  );
  const { history, topics: of, source, model } = score ?? unscored;
  return { history, topics: of, source, model };
}

const recordOf = ({ world }: Case, { sk }: { sk: string }) =>
  itemsOf(snapshotOf(world)).find((item) => item.pk.endsWith('#CLIENT#c1') && item.sk === sk);

describe('the history of a client', () => {
  it.each([1, 2, 3, 4, 5, 6])(
    'is the same whatever happens in between (seed %i)',
    { timeout: 60_000 },
    async (seed) => {
      const random = randomOf(seed);
      const { upTo, one } = choicesOf(random);
      const given = await clientWith(one([0, 1, 80, 95, 200, 365]), random);
      let day = given.expected.history?.last ?? firstDay;

      for (let step = 0; step < 120; step += 1) {
        const what = one(['killed rescore', ...'night night missed killed rescore both earlier long'.split(' ')]);
        const isRescore = what.endsWith('rescore');
        if (isRescore && !given.expected.history) continue;
        if (!isRescore) day += what === 'missed' ? 1 + upTo(4) : what === 'long' ? one([1, 1, 59, 95, 300]) : 1;
        await signalBefore(given, day, random() * 2 - 1);
        if (what === 'earlier' && given.expected.history) {
          await earlierNight(given, day);
          expect(await shown(given), `step ${step}: ${what}`).toEqual(given.expected);
        } else {
          const before = given.expected;
          const after = scoreAfter(given, day, isRescore);
          if (what.startsWith('killed')) {
            const fate: Fate = { at: 1 + upTo(4), when: one(['before', 'after']), calls: 0 };
            await run(given, day, isRescore, fate).catch((error: unknown) => expect(error).toBeInstanceOf(Killed));
            expect([before, after], `step ${step}: ${what} at ${fate.at}`).toContainEqual(await shown(given));
          }
          await (what === 'both'
            ? Promise.all([run(given, day - 1), run(given, day, isRescore), run(given, day, isRescore)])
            : run(given, day, isRescore));
          // of two runs of different days, the earlier one may have come first
          const both = { ...given, expected: scoreAfter(given, day - 1, false) };
          const possible = what === 'both' ? [after, scoreAfter(both, day, false)] : [after];
          const now = await shown(given);
          expect(possible, `step ${step}: ${what}`).toContainEqual(now);
          given.expected = now;
        }
      }
    },
  );

  it('is copied into the history record one night in thirty; the score record keeps 90 days and one write unit', async () => {
    const given = await clientWith(365, randomOf(7));
    await write(given, [aStream(clientId, 's1'), aStream(clientId, 's2')]);
    const copies: Day[] = [];
    const sizes: number[] = [];
    for (let day = firstDay + 1; day <= firstDay + 90; day += 1) {
      await run(given, day);
      if (recordOf(given, historyKey(account, clientId))?.day === day) copies.push(day);
      if (copies.length > 0) sizes.push(sizeOf(recordOf(given, scoreKey(account, clientId)) ?? {}));
    }

    expect(copies).toHaveLength(3);
    expect(copies.map((day) => day - (copies[0] ?? 0))).toEqual([0, 30, 60]);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(1024);
  });

  it('is whole for a request that does not see the new history record yet', async () => {
    const given = await clientWith(365, randomOf(7));
    for (let day = firstDay + 1; !recordOf(given, historyKey(account, clientId)); day += 1) await run(given, day);
    const { store } = given.world;
    const behind = memTable({
      perform: (operation, input) => {
        const answer = store.perform(operation, input) as { Responses?: Record<string, { sk?: { S: string } }[]> };
        const isStale = operation === 'BatchGetItem' && !JSON.stringify(input).includes('"ConsistentRead":true');
        for (const items of isStale ? Object.values(answer.Responses ?? {}) : []) {
          items.splice(0, items.length, ...items.filter(({ sk }) => sk?.S !== 'SCORE#HISTORY'));
        }
        return answer;
      },
    });

    const { score } = await scoredClient(behind, account, clientId, 365);

    expect(score?.history).toEqual((await shown(given)).history);
    expect(score?.history?.points).toHaveLength(365);
  });

  it('of up to 90 days needs no history record', async () => {
    const given = await clientWith(1, randomOf(7));
    for (let day = firstDay + 1; day < firstDay + keptDays; day += 1) await run(given, day);

    expect((await shown(given)).history?.points).toHaveLength(keptDays);
    expect(recordOf(given, historyKey(account, clientId))).toBeUndefined();
  });

  it('does not continue a history record that a removed client with the same id has left', async () => {
    const given = await clientWith(365, randomOf(7));
    for (let day = firstDay + 1; day <= firstDay + 31; day += 1) await run(given, day);
    const left = recordOf(given, historyKey(account, clientId));
    const again = await clientWith(0, randomOf(7));
    if (left) await putAll(processIn(again.world).table, [left]);
    const reborn = Number(left?.day);

    for (let day = reborn; day < reborn + 150; day += 1) {
      await run(again, day);
      again.expected = scoreAfter(again, day, false);
      expect((await shown(again)).history).toEqual(again.expected.history);
    }
    expect(again.expected.history?.points).toHaveLength(150);
  });
});
