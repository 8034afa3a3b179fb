import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { dayOf } from '../../../shared/domain/dates.ts';
import type { Outgoing } from '../../../shared/jobs/queue.ts';
import { nightMessage, rebuilding } from '../../../shared/jobs/requests.ts';
import { fromScoreItem, type Score } from '../../../shared/table/records/scores.ts';
import { type Choices, choicesOf } from '../../support/choices.ts';
import { holdsAsync } from '../../support/holds.ts';
import { memTable } from '../../support/mem-dynamo/table.ts';
import { bytesOf, randomOf } from '../../support/random.ts';
import { expectViewsOfFacts } from '../../support/rosters/oracle.ts';
import { numeral, tried } from '../../support/size.ts';
import { evening } from './accounts.ts';
import { deliver, fingerprint, itemsOf, runNight, type Snapshot, snapshotOf, type World, worldOf } from './world.ts';

const yesterday = '2026-11-19';
const runDate = '2026-11-20';
const workers = 4;
const mostAttempts = 12;

const small = { clients: 4, streams: 2, signals: 5 };
const numRuns = tried(6, 200, 1000);

it(`${numeral(numRuns)} interleavings of repeated, late and reordered messages leave the table of each message once`, async () => {
  await holdsAsync(await repeatedMessages(await evening(small)), { numRuns, endOnFailure: true });
});

it(`in ${numeral(numRuns)} interleavings, a night that runs before the previous one removes no existing point`, async () => {
  await holdsAsync(await overtakenMessages(await evening(small, [16, 17, 18])), { numRuns, endOnFailure: true });
});

/**
 * Delivers messages up to five times, in any order, to concurrent workers; only the conditional writes prevent
 * conflicts. Yesterday's night is already done, so its message is late.
 */
async function repeatedMessages(evening: Snapshot) {
  const once = worldOf(evening);
  await runNight(once, runDate);
  const expected = fingerprint(withoutPages(once));
  return fc.asyncProperty(fc.integer(), async (seed) => {
    const world = await disturbedNight(evening, seed);

    expect(fingerprint(withoutPages(world))).toBe(expected);
    await expectTrueViews(world);
  });
}

/** The same if yesterday's night was missed: once a record has its point of yesterday, it keeps it. */
async function overtakenMessages(eveningBefore: Snapshot) {
  const [inOrder, overtaken] = [worldOf(eveningBefore), worldOf(eveningBefore)];
  await runNight(inOrder, yesterday);
  for (const world of [inOrder, overtaken]) await runNight(world, runDate);
  return fc.asyncProperty(fc.integer(), async (seed) => {
    const scoredYesterday = new Set<string>();
    const world = await disturbedNight(eveningBefore, seed, (items) => {
      for (const [name, { history }] of scoresIn(items)) {
        if (history?.last === dayOf(yesterday)) scoredYesterday.add(name);
      }
    });

    const [given, asInOrder, asOvertaken] = [world, inOrder, overtaken].map((each) => scoresIn(each.store.items));
    for (const [name, score] of given ?? []) {
      // a stream whose own record the overtaking night has written may still get its point of yesterday as a tail
      const possible = [asInOrder?.get(name), ...(scoredYesterday.has(name) ? [] : [asOvertaken?.get(name)])];
      expect(possible, name).toContainEqual(score);
    }
    await expectTrueViews(world);
  });
}

/** The scores of all clients and streams, wherever they are stored. */
function scoresIn(items: Snapshot): Map<string, Score> {
  const scores = new Map<string, Score>();
  for (const item of itemsOf(new Map([...items].filter(([address]) => / SCORE$/.test(address))))) {
    const { pk } = item;
    const [account, client] = pk.split('#CLIENT#');
    const record = fromScoreItem(item);
    const ofStreams = [...record.ofStreams].filter(([id]) => items.has(`${account} STREAM#${client}#${id}`));
    for (const [name, score] of [['', record] as const, ...ofStreams]) {
      const { history, topics, source, model } = score;
      scores.set(`${pk} ${name}`, { history, topics, source, model });
    }
  }
  return scores;
}

type Watch = (items: Snapshot) => void;

async function disturbedNight(before: Snapshot, seed: number, watch: Watch = () => undefined): Promise<World> {
  const world = worldOf(before);
  const { items } = world.store;
  const set = items.set.bind(items);
  items.set = (address, item) => {
    const result = set(address, item);
    if (/ S?SCORE/.test(address)) {
      const [pk = ''] = address.split(' ');
      watch(new Map([...items].filter(([other]) => other.startsWith(`${pk} `))));
    }
    return result;
  };
  const choices = choicesOf(randomOf(seed));
  const waiting = messages(choices).map((outgoing, at) => ({
    messageId: `${at}`,
    receiptHandle: `${at}`,
    outgoing,
    receiveCount: 0,
  }));
  const gate = async () => {
    for (let hops = choices.upTo(3); hops > 0; hops -= 1) await new Promise(setImmediate);
  };
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      next.receiveCount += 1;
      if (!(await deliver(world, next, { gate })) && next.receiveCount < mostAttempts) waiting.push(next);
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  return world;
}

function messages({ upTo, fraction }: Choices): Outgoing[] {
  const upToFive = (message: Outgoing) => Array.from({ length: 1 + upTo(4) }, () => message);
  return [
    ...upToFive(nightMessage('acme', runDate)),
    ...upToFive(nightMessage('acme', yesterday)),
    rebuilding('acme', bytesOf(fraction)),
  ]
    .map((message) => ({ message, order: fraction() }))
    .sort((a, b) => a.order - b.order)
    .map(({ message }) => message);
}

/** Page content is immutable, and unreferenced pages are deleted later, so both are left out. */
function withoutPages(world: World): Snapshot {
  return new Map([...snapshotOf(world)].filter(([address]) => !/ (PAGE|SIDE|LIST|VIEW)#/.test(address)));
}

/** The views match the facts and scores. */
const expectTrueViews = ({ store }: World) => expectViewsOfFacts(memTable(store, 'job'), 'acme');
