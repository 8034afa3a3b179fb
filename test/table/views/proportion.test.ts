import { beforeAll, expect, it } from 'vitest';
import { readRoot } from '../../../shared/table/access/root.ts';
import { type Fact, writeFacts } from '../../../shared/table/facts/facts.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import { PageStore } from '../../../shared/table/views/read/page-store.ts';
import { project } from '../../../shared/table/views/write/project.ts';
import { rebuild } from '../../../shared/table/views/write/rebuild.ts';
import { firstFacts, today } from '../../support/rosters/account-changes.ts';
import { accountWriter } from '../../support/rosters/account-writer.ts';
import { aroundAttempts } from '../../support/sim/attempts.ts';
import { aClient, aMember, aNote, aStream } from '../../support/store/facts.ts';
import { useMemoryTable } from '../../support/store/table.ts';

// A projection works in proportion to what has changed: it reads and writes the rosters that a change shows in.

const db = useMemoryTable();
const account = asAccount('acme');

beforeAll(async () => {
  await writeFacts(accountWriter(db.table), account, firstFacts(400));
});

/** The rosters of which a projection of these facts reads whole lists, and those that it writes. */
async function rostersTouchedBy(...facts: Fact[]) {
  const keys = { read: new Set<string>(), written: new Set<string>() };
  const table = aroundAttempts(db.open(), (send, input) => {
    const { RequestItems = {} } = input as { RequestItems?: Record<string, Requests> };
    for (const requests of Object.values(RequestItems)) {
      for (const { pk, sk } of 'Keys' in requests ? requests.Keys : []) keys.read.add(`${pk.S} ${sk.S}`);
      for (const { PutRequest } of 'Keys' in requests ? [] : requests) {
        if (PutRequest) keys.written.add(`${PutRequest.Item.pk.S} ${PutRequest.Item.sk.S}`);
      }
    }
    return send();
  });
  const clientIds: string[] = [];
  const noteClients = async (_: unknown, ids: readonly string[]) => void clientIds.push(...ids);
  await writeFacts({ ...accountWriter(db.table), project: noteClients }, account, facts);
  await project(table, account, clientIds, new PageStore(1024 * 1024));
  const rosters = (set: ReadonlySet<string>) => {
    const found = [...set].flatMap((key) => /#ROSTER#(\w+) (PAGE|LIST)/.exec(key)?.[1] ?? []);
    return Map.groupBy(found, (roster) => roster);
  };
  const pagesRead = rosters(keys.read);
  return {
    // looking up one entry reads one page of texts
    readWhole: [...pagesRead].filter(([, pages]) => pages.length > 2).map(([roster]) => roster),
    written: [...rosters(keys.written).keys()].sort(),
  };
}

type Key = { readonly pk: { readonly S: string }; readonly sk: { readonly S: string } };
type Requests = { readonly Keys: readonly Key[] } | readonly { readonly PutRequest?: { readonly Item: Key } }[];

it.each<{ change: string; facts: Fact[]; readWhole: string[]; written: string[] }>([
  { change: 'a note', facts: [aNote('c21', 'n1')], readWhole: [], written: [] },
  {
    change: 'a membership',
    facts: [aMember('p1', 'c21', { tier: 'Gold' })],
    readWhole: ['clients'],
    written: ['clients'],
  },
  {
    change: 'the owner of a client',
    facts: [aClient('c21', { name: 'Acme', importedScore: 140, metadata: { accountOwner: 'Nils' } })],
    readWhole: ['clients'],
    written: ['alignment', 'clients', 'overview'],
  },
  {
    change: 'the goals of a stream',
    facts: [aStream('c20', 's1', { state: 'pending', goals: 'Shrink' })],
    readWhole: ['streams'],
    written: ['streams'],
  },
])('$change', async ({ facts, readWhole, written }) => {
  expect(await rostersTouchedBy(...facts)).toEqual({ readWhole, written });
});

it('a change of streams alone keeps the night that they show', async () => {
  await rebuild(db.table, account, { scoredFor: today - 1 });

  await writeFacts(accountWriter(db.table), account, [aStream('c20', 's1', { goals: 'Hire' })]);

  expect((await readRoot(db.table, account, { consistent: true }))?.scoredFor).toBe(today - 1);
});
