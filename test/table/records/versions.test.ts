import { describe, expect, it } from 'vitest';
import { countRequest } from '../../../shared/table/access/count-request.ts';
import { listedKeys } from '../../../shared/table/access/issued-keys.ts';
import { alignmentYears } from '../../../shared/table/records/alignment.ts';
import { allClients, clientById } from '../../../shared/table/records/clients.ts';
import { newestInsights } from '../../../shared/table/records/insights.ts';
import { newestNotes } from '../../../shared/table/records/notes.ts';
import { peopleOfClient } from '../../../shared/table/records/people.ts';
import {
  allMemberships,
  allPortfolios,
  membershipsOf,
  toMemberItem,
} from '../../../shared/table/records/portfolios.ts';
import { clientScoreOf } from '../../../shared/table/records/scores.ts';
import { namedSignalsIn } from '../../../shared/table/records/signals.ts';
import { streamsOfClient } from '../../../shared/table/records/streams.ts';
import {
  alignmentKey,
  apiKeyHash,
  apiKeyItemKey,
  asAccount,
  clientKey,
  type ItemKey,
  insightsKey,
  issuedKeyItemKey,
  noteKey,
  personKey,
  portfolioKey,
  scoreKey,
  signalsKey,
  streamKey,
} from '../../../shared/table/store/item-keys.ts';
import { type Item, readItem } from '../../../shared/table/store/read.ts';
import { putAll } from '../../../shared/table/store/write.ts';
import { useMemoryTable } from '../../support/store/table.ts';

const db = useMemoryTable();
const acme = asAccount('acme');
const hash = apiKeyHash('a key');
const counted = { id: new Uint8Array(5), names: { m: 'm1', h: 'h1', d: 'd1', r: 'r1' }, second: 1 };

async function all<T>(parts: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const part of parts) found.push(part);
  return found;
}

describe('an item of an unknown layout', () => {
  const portfolio = { id: 'p1', name: 'Key', color: '#000000' };
  const signals = signalsKey(acme, 'c1', '2026-W47');

  it.each<[string, ItemKey & { st?: string; w?: object }, () => Promise<unknown>]>([
    ['CLIENT', clientKey(acme, 'c1'), () => clientById(db.table, acme, 'c1')],
    ['CLIENT', clientKey(acme, 'c1'), () => all(allClients(db.table, acme))],
    ['STREAM', streamKey(acme, 'c1', 's1'), () => streamsOfClient(db.table, acme, 'c1')],
    ['SCORE', scoreKey(acme, 'c1'), () => clientScoreOf(db.table, acme, 'c1')],
    ['NOTE', noteKey(acme, 'c1', '2026-11-20', 'n1'), () => newestNotes(db.table, acme, 'c1', 9)],
    ['PERSON', personKey(acme, 'c1', 'k1'), () => peopleOfClient(db.table, acme, 'c1')],
    ['INSIGHTS', insightsKey(acme, 'c1', 's1', '2026-11-16'), () => newestInsights(db.table, acme, 'c1', 's1')],
    ['ALIGN', alignmentKey(acme, 'c1', '2026'), () => alignmentYears(db.table, acme, 'c1')],
    ['S', signals, async () => namedSignalsIn((await readItem(db.table, signals)) as Item)],
    ['PORTFOLIO', portfolioKey(acme, 'p1'), () => allPortfolios(db.table, acme)],
    [
      'MEMBER',
      toMemberItem(acme, 'p1', { clientId: 'c1', extraColumns: {} }),
      () => allMemberships(db.table, acme, [portfolio]),
    ],
    [
      'MEMBER',
      toMemberItem(acme, 'p1', { clientId: 'c1', extraColumns: {} }),
      () => membershipsOf(db.table, acme, [portfolio], ['c1']),
    ],
    ['KEY', { ...apiKeyItemKey(hash), st: 'active', w: {} }, () => countRequest(db.table, hash, counted, [])],
    ['svc1', issuedKeyItemKey('svc1'), () => listedKeys(db.table)],
  ])('of the kind %s is rejected when it is read', async (kind, key, read) => {
    await putAll(db.table, [{ ...key, v: 4 }]);

    await expect(read()).rejects.toThrow(
      `A ${kind} item has layout 4, but this version reads layout 3. A newer version wrote it: deploy that version again, or the release before it.`,
    );
  });
});
