import { expect, it } from 'vitest';
import { rebuilding } from '../../shared/jobs/requests.ts';
import { createAccount } from '../../shared/table/access/accounts.ts';
import { writeFacts } from '../../shared/table/facts/facts.ts';
import { openMarks } from '../../shared/table/records/change-marks.ts';
import { toNoteItem } from '../../shared/table/records/notes.ts';
import { clientScoreOf } from '../../shared/table/records/scores.ts';
import { asAccount } from '../../shared/table/store/item-keys.ts';
import { putAll } from '../../shared/table/store/write.ts';
import { aClient, aNote, aRead } from '../support/store/facts.ts';
import { drain, midnight, processIn, runNight, type World, worldOf } from './world.ts';

// One writer opens the mark of a client. Another one opens it too, writes, closes it and is projected. Then the first one
// writes its note and is killed: the mark is the other's, closed and followed, as if there were no such note.

const account = asAccount('acme');
const dayMs = 86_400_000;
const dateAt = (now: number) => new Date(now).toISOString().slice(0, 10);

function writerIn(world: World) {
  const deps = processIn(world, { seed: world.now % 1000 });
  return {
    ...deps,
    changed: () => deps.queue.send([rebuilding(account, deps.randomBytes)]),
  };
}

async function nightOf(world: World, now: number): Promise<void> {
  world.now = now;
  await runNight(world, dateAt(now));
}

it.each([
  ['before the next night', 0],
  ['after the next night', 1],
])('a note of a writer that is killed %s is counted', async (_, nights) => {
  const world = worldOf();
  const { table } = processIn(world);
  await createAccount(table, account, 'Acme');
  await writeFacts(writerIn(world), account, [aClient('c1'), aNote('c1', 'n1')]);
  await drain(world);
  for (const night of [0, 1, 2]) await nightOf(world, midnight + night * dayMs);

  await openMarks(table, account, ['c1'], 'first');
  world.now += 7;
  await writeFacts(writerIn(world), account, [aRead('c1', '2026-11-16')]);
  await drain(world);
  if (nights > 0) await nightOf(world, midnight + 3 * dayMs);
  const { value } = aNote('c1', 'n2');
  await putAll(table, [toNoteItem(account, value)]);

  expect(await clientScoreOf(table, account, 'c1')).toMatchObject({ notes: 1 });
  await nightOf(world, midnight + 4 * dayMs);

  expect(await clientScoreOf(table, account, 'c1')).toMatchObject({ notes: 2 });
});
