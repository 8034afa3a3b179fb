import { expect, it } from 'vitest';
import { create as createNightly } from '../../../functions/nightly/handler.ts';
import { clientById } from '../../../shared/table/entities/client.ts';
import { toNoteItem } from '../../../shared/table/entities/note.ts';
import { writeFacts as writeAs } from '../../../shared/table/facts/facts.ts';
import { completeAbandoned, writingFacts } from '../../../shared/table/facts/writer.ts';
import { LockLost, withWriterLock } from '../../../shared/table/facts/writer-lock.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import { putAll } from '../../../shared/table/store/write.ts';
import { readMark, replaceMark } from '../../../shared/table/views/root/facts-mark.ts';
import { readViews } from '../../support/rosters/reading.ts';
import { aClient, aNote } from '../../support/store/facts.ts';
import { writeFacts } from '../../support/store/writer.ts';
import { openAccount } from './accounts.ts';
import { drain, midnight, processIn, type World, worldOf, writerWithoutProjection } from './world.ts';

// A killed import leaves lists that are behind. Every 15 minutes the check asks for their rebuild.

const account = asAccount('acme');
const minute = 60_000;

async function aWorld(): Promise<World> {
  const world = worldOf(new Map(), midnight);
  await openAccount(world, 'acme', { clients: 2, streams: 1, signals: 2 });
  return world;
}

async function checkAfter(world: World, milliseconds: number): Promise<number> {
  world.now += milliseconds;
  await createNightly(processIn(world))({ task: 'check', scheduledTime: new Date(world.now).toISOString() });
  const asked = world.fifo.waiting();
  await drain(world);
  return asked;
}

const namesIn = async (world: World) => {
  const { clients } = await readViews(processIn(world).table, account);
  return clients.map(({ text = '' }) => JSON.parse(text).name);
};

it('facts whose rebuild nobody asked for are listed by the first check after ten minutes, once', async () => {
  const world = await aWorld();
  await writeFacts(writerWithoutProjection(world, { seed: 9 }), account, [aClient('new', { name: 'New' })]);

  expect([await checkAfter(world, 9 * minute), await namesIn(world)]).toEqual([0, expect.not.arrayContaining(['New'])]);
  expect([await checkAfter(world, minute), await namesIn(world)]).toEqual([1, expect.arrayContaining(['New'])]);
  expect(await checkAfter(world, 15 * minute)).toBe(0);
});

it('a mark that was left open is closed, and notes are counted again', async () => {
  const world = await aWorld();
  const { table } = processIn(world);
  const mark = await readMark(table, account);
  await replaceMark(table, account, mark, { value: 'killed', isOpen: true, since: world.now });
  await putAll(table, [toNoteItem(account, aNote('c000000', 'n').value)]);

  expect(await checkAfter(world, 15 * minute)).toBe(1);

  expect((await readMark(table, account)).isOpen).toBe(false);
  expect(await checkAfter(world, 15 * minute)).toBe(0);
});

it('a writer that is at work is left alone', async () => {
  const world = await aWorld();
  const { table, randomBytes } = processIn(world);
  const mark = await readMark(table, account);
  const request = { work: 'import', place: 'here', clock: () => world.now, randomBytes } as const;
  await withWriterLock(table, account, request, async () => {
    await replaceMark(table, account, mark, { value: 'writing', isOpen: true, since: world.now - 30 * minute });

    expect(await checkAfter(world, 1)).toBe(0);
    await completeAbandoned(processIn(world), account, 'another');
    expect(await readMark(table, account)).toMatchObject({ value: 'writing', isOpen: true });
  });
});

it('a writer that sleeps keeps its mark for ten minutes, and then cannot go on: its lists show what it has written', async () => {
  const world = await aWorld();
  const { table, randomBytes } = processIn(world);
  const clock = () => world.now;
  const sleeper = withWriterLock(table, account, { work: 'import', place: 'here', clock, randomBytes }, (lock) =>
    writingFacts({ ...lock, clock, randomBytes }, account, async (writer) => {
      await writeAs(writer, account, [aClient('new', { name: 'New' })]);
      expect(await checkAfter(world, 10 * minute)).toBe(0);
      expect(await checkAfter(world, minute)).toBe(1);
      await writeAs(writer, account, [aClient('late', { name: 'Late' })]);
    }),
  );

  await expect(sleeper).rejects.toThrow(LockLost);
  expect(await namesIn(world)).toEqual(expect.arrayContaining(['New']));
  expect(await clientById(table, account, 'late')).toBeUndefined();
});
