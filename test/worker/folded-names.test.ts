import { afterAll, expect, it, vi } from 'vitest';
import { dayOf } from '../../shared/domain/dates.ts';
import { lifeOf } from '../support/service/life.ts';
import { snapshotOf } from './world.ts';

// A table whose folded names an earlier version has written: it removed the marks of all scripts.

const day = dayOf('2026-11-16');

type Search = typeof import('../../shared/domain/lists/search.ts');

async function earlierVersion(): Promise<typeof lifeOf> {
  vi.resetModules();
  vi.doMock(import('../../shared/domain/lists/search.ts'), async (original) => {
    const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
    return { ...((await original()) as Search), fold } as Search;
  });
  return (await import('../support/service/life.ts')).lifeOf;
}

afterAll(async () => {
  (await import('../support/temporary-folder.ts')).removeTemporaryFolders();
  vi.doUnmock(import('../../shared/domain/lists/search.ts'));
  vi.resetModules();
});

it('the next night rewrites the folded names, though nothing else has changed', async () => {
  const before = (await earlierVersion())(new Map(), day * 86_400_000);
  await before.run('accounts create --account acme --name Acme');
  await before.importFiles('acme', { 'clients.csv': 'Service ID,Name\nc1,Мой дом\nc2,O’Brien\n' });
  const { apiKey } = await before.newKey('acme');
  await before.night(day + 1);
  const found = async (life: typeof before, query: string) => {
    const { body } = await (await life.asker(apiKey))(`/clients/search?query=${encodeURIComponent(query)}`);
    return JSON.parse(body).clients.map(({ id }: { id: string }) => id);
  };
  const now = lifeOf(snapshotOf(before.world), before.world.now);

  expect([await found(now, 'Мой'), await found(now, "o'brien")]).toEqual([[], []]);
  await now.night(day + 2);
  expect([await found(now, 'Мой'), await found(now, "o'brien")]).toEqual([['c1'], ['c2']]);
  expect(await found(now, 'мои')).toEqual([]);
});
