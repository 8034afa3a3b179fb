import { expect, it } from 'vitest';
import { noticesPort } from '../../account/notices/port.ts';
import { secretsOf } from '../../notices/compose/compose.ts';
import { noticesOf } from '../../shared/table/access/notices.ts';
import { asAccount } from '../../shared/table/store/item-keys.ts';
import { memDynamo } from '../support/mem-dynamo/mem-dynamo.ts';
import { memTable } from '../support/mem-dynamo/table.ts';
import { bytesOf, randomOf } from '../support/random.ts';

// What the page does is in test/scenarios/notices.md.

const account = asAccount('acme');
const wanted = {
  kind: 'webhook',
  to: 'https://example.com/in',
  when: 'mornings',
  about: 'both',
  names: false,
} as const;

function aPort(clock: () => number) {
  const table = memTable(memDynamo(), 'job');
  const place = { table, clock, randomBytes: bytesOf(randomOf(1)), page: 'https://api.example.com' };
  return { table, port: noticesPort({ ...place, deliveries: { send: async () => {} } }, account, undefined) };
}

it('a form that is sent again makes no second notice', async () => {
  const { table, port } = aPort(Date.now);
  await port.add(wanted, async () => {});
  await expect(port.add(wanted, async () => {})).rejects.toThrow(/such a notice to this address already/);
  await port.add({ ...wanted, about: 'feeds' }, async () => {});

  expect(await noticesOf(table, account)).toHaveLength(2);
});

it('a secret that is rolled twice, as by a page that is loaded again, signs for its day with the newer ones', async () => {
  let now = Date.parse('2026-11-20T12:00:00Z');
  const { table, port } = aPort(() => now);
  const { id, secret: first } = await port.add(wanted, async () => {});
  const second = await port.roll(id);
  now += 3_600_000;
  const third = await port.roll(id);
  const signing = async () => (await noticesOf(table, account)).flatMap((notice) => secretsOf(notice, now));

  expect(await signing()).toEqual([third, second, first]);
  now += 86_399_000 - 3_600_000;
  expect(await signing()).toEqual([third, second, first]);
  now += 1000;
  expect(await signing()).toEqual([third, second]);
});
