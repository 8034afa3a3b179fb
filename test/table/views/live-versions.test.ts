import { expect, it } from 'vitest';
import { asAccount, rosterNames } from '../../../shared/table/store/item-keys.ts';
import { openTable } from '../../../shared/table/store/table.ts';
import { headOf } from '../../../shared/table/views/model/head.ts';
import { lastPublishedNight, nothingLive, readLive } from '../../../shared/table/views/model/live-versions.ts';
import { aroundAttempts } from '../../support/sim/attempts.ts';
import { useTable } from '../../support/store/table.ts';

const db = useTable();

it('what is live is read with everything that was written before', async () => {
  const reads: unknown[] = [];
  const table = aroundAttempts(openTable(db.address, 'job'), (send, input) => {
    reads.push((input as { ConsistentRead?: boolean }).ConsistentRead);
    return send();
  });

  expect(await readLive(table, asAccount('acme'))).toEqual(nothingLive);

  table.documents.destroy();
  expect(reads).toEqual(Array(rosterNames.length + 1).fill(true));
});

it('the last published night is the latest that a head names, wherever another writer has got to', () => {
  const head = (night: number | null) => headOf(night, [], 'list');

  expect(lastPublishedNight(nothingLive)).toBeNull();
  expect(lastPublishedNight({ ...nothingLive, clients: head(null) })).toBeNull();
  expect(
    lastPublishedNight({ ...nothingLive, clients: head(20_776), streams: head(20_777), alignment: head(20_775) }),
  ).toBe(20_777);
});
