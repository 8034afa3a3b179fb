import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { brightwater, edgeCases, northlight } from '../../../bin/local/demo/accounts.ts';
import { loadDemo } from '../../../bin/local/demo/load.ts';
import type { ClientDetail, ClientEntry } from '../../../client/index.ts';
import { dayOf } from '../../../shared/domain/dates.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import { rebuild } from '../../../shared/table/views/write/rebuild.ts';
import { deathsIn, dying } from '../../support/faults/dying.ts';
import { putKey } from '../../support/service/api-keys.ts';
import { fakeDeps } from '../../support/service/deps.ts';
import { askerOf } from '../../support/service/whole-service.ts';
import { memoryTable, useMemoryTable } from '../../support/store/table.ts';

const today = dayOf('2026-11-20');
const db = useMemoryTable();
const accounts = [brightwater, northlight, edgeCases];

async function getter(table: typeof db.table, customerId: string) {
  const ask = await askerOf(fakeDeps(table), await putKey(table, { customerId }));
  return async (path: string) => JSON.parse((await ask(path)).body);
}
type Get = Awaited<ReturnType<typeof getter>>;
const get = new Map<string, Get>();
const of = (customerId: string): Get => get.get(customerId) ?? expect.unreachable();

beforeAll(async () => {
  for (const demo of accounts) {
    await loadDemo(db.table, demo, today);
    get.set(demo.customerId, await getter(db.table, demo.customerId));
  }
});

it('the demo has up-to-date views of its day: a rebuild on the next day writes nothing', async () => {
  const { table, calls } = dying(db);
  for (const { customerId } of accounts) {
    await rebuild(table, asAccount(customerId), { now: 0 });
    const { scoresUpdatedAt } = await of(customerId)('/clients/statistics/overview');
    expect(scoresUpdatedAt).toBe('2026-11-20T00:00:00.000Z');
  }

  expect(calls).not.toEqual([]);
  // a process can be killed at its writes
  expect(deathsIn(calls)).toEqual([]);
});

it('its files are of the Sunday before, on whatever day it starts', async () => {
  const table = memoryTable();
  await loadDemo(table, northlight, today + 7 * 60);
  const later = await (await getter(table, 'northlight'))('/clients?limit=100');
  const { clients } = await of('northlight')('/clients?limit=100');

  const scores = (list: readonly ClientEntry[]) => list.map(({ id, score }) => [id, score]);
  expect(scores(later.clients)).toEqual(scores(clients));
  expect(clients.some(({ lastContactDate }: ClientEntry) => (lastContactDate ?? '') > '2026-11-08')).toBe(true);
});

describe('the agency', () => {
  it('has a client that fell most, for reasons that its files give, and that people saw', async () => {
    const [{ id }] = (await of('brightwater')('/clients/trending?direction=declining&limit=1')).clients;
    const { topics }: ClientDetail = await of('brightwater')(`/clients/${id}`);
    const { notes } = await of('brightwater')(`/clients/${id}/notes?limit=10`);
    const { alignment } = await of('brightwater')(`/clients/${id}/alignment`);

    expect(id).toBe('c-1044');
    const { priorities } = await of('brightwater')(`/clients/${id}/priorities`);
    expect(priorities[0].recommendations[0]).toMatch(/^Look what became of INV-\d+ .*: \d+ days overdue\.$/);
    expect(topics.reason).toContain('meeting did not take place on 5 Nov');
    expect(notes[0].content).toContain('interim marketing lead since Edgar Sandoval left');
    expect(alignment.value).toBe('red');
  });

  it('has one that was at risk three months ago and has recovered', async () => {
    const { historicalData } = await of('brightwater')('/clients/c-1017/history?days=90');

    expect(Math.min(...historicalData)).toBeLessThan(90);
    expect(historicalData.at(-1)).toBeGreaterThan(100);
  });

  it('has five leavers: one missed by the score and seen by people, one the other way round, one by both', async () => {
    const { trackRecord } = await of('brightwater')('/clients/statistics/overview');

    expect(
      trackRecord.leavers.map(({ id, scoreWarned, peopleWarned }: Record<string, unknown>) => [
        id,
        !!scoreWarned,
        !!peopleWarned,
      ]),
    ).toEqual([
      ['c-1123', true, true],
      ['c-1136', false, true],
      ['c-1151', true, false],
      ['c-1079', true, true],
      ['c-1150', false, false],
    ]);
  });
});

describe('the account of edge cases', () => {
  it.each<[string, (client: ClientEntry) => unknown]>([
    ['at 0', ({ score }) => score === 0],
    ['at 200', ({ score }) => score === 200],
    ['never contacted', ({ lastContactDate }) => lastContactDate === null],
    ['that a spreadsheet would read as a formula', ({ name }) => /^[=+\-@]/.test(name)],
    ['that must be quoted in CSV', ({ name }) => /[",\n]/.test(name)],
    ['with markup', ({ name }) => /<script>|<img/.test(name)],
    ['with a line end', ({ name }) => name.includes('\n')],
    ['with characters that cannot be seen', ({ name }) => /[\u200b\ufeff\u2028]/.test(name)],
    ['with a character that reverses what follows', ({ name }) => name.includes('\u202e')],
    ['with an emoji', ({ name }) => /\p{Emoji_Presentation}/u.test(name)],
    ['in Japanese', ({ name }) => /\p{Script=Han}/u.test(name)],
    ['in Arabic', ({ name }) => /\p{Script=Arabic}/u.test(name)],
    ['in Hebrew', ({ name }) => /\p{Script=Hebrew}/u.test(name)],
    ['with combining characters', ({ name }) => name !== name.normalize('NFC')],
    ['with a name of 200 characters', ({ name }) => name.length === 200],
  ])('has a client %s', async (_, is) => {
    const { clients } = await of('edgecases')('/clients?include_archived=true&limit=100');
    expect(clients.filter(is)).not.toEqual([]);
  });
});

it('the demo writes to nobody, and calls nobody: addresses and numbers are those that are kept for examples', () => {
  const texts = accounts.flatMap(({ folder }) =>
    readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8')),
  );
  const found = texts.flatMap((text) => [...text.matchAll(/[\w.-]+@[\w.-]+|\+\d[\d ]{6,}/g)].map(([each]) => each));

  expect(found.length).toBeGreaterThan(500);
  expect(found.filter((each) => !/^[\w.-]+@[\w.-]+\.example$|^\+1 555 01\d\d$/.test(each))).toEqual([]);
});
