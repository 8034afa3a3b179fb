import { beforeAll, expect, it } from 'vitest';
import { asAccount } from '../../shared/table/store/item-keys.ts';
import { accountWriter } from '../support/rosters/account-writer.ts';
import { putKey } from '../support/service/api-keys.ts';
import { fakeDeps } from '../support/service/deps.ts';
import { type Ask, askerOf } from '../support/service/whole-service.ts';
import { aClient, aMember, aNote, aPerson, aPortfolio, aStream, insightsOfWeek } from '../support/store/facts.ts';
import { useMemoryTable } from '../support/store/table.ts';
import { writeFacts } from '../support/store/writer.ts';

// Ids that sort after all others: a key range that ends too early would miss them.

const db = useMemoryTable();
const last = 'zz_z';
let ask: Ask;

beforeAll(async () => {
  await writeFacts(accountWriter(db.table), asAccount('acme'), [
    aClient(last),
    aPortfolio(last),
    aMember(last, last),
    aStream(last, last),
    aNote(last, last),
    aPerson(last, last),
    insightsOfWeek(last, last, '2026-11-16'),
  ]);
  ask = await askerOf(fakeDeps(db.table), await putKey(db.table));
});

it.each([
  ['/clients', (body) => body.clients],
  [`/clients?portfolio_id=${last}`, (body) => body.clients],
  ['/streams', (body) => body.streams],
  ['/portfolios', (body) => body.portfolios?.filter(({ id }) => id === last)],
  [`/portfolios/${last}`, (body) => body.clients],
  [`/clients/${last}/notes`, (body) => body.notes],
  [`/clients/${last}/key-people`, (body) => body.keyPeople],
  [`/clients/${last}/streams`, (body) => body.streams],
  [`/clients/${last}/streams/${last}`, (body) => [{ id: body.insights?.length === 1 ? last : 'no insights' }]],
] satisfies [string, (body: Record<string, { id: string }[]>) => { id: string }[] | undefined][])(
  'GET %s includes the last possible id',
  async (url, listOf) => {
    const { status, body } = await ask(url);

    expect(status, body).toBe(200);
    expect(listOf(JSON.parse(body))?.map(({ id }) => id)).toEqual([last]);
  },
);
