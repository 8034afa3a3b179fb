import { expect, it } from 'vitest';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import { writerTo } from '../../model/store.ts';
import { useSmallAccount } from '../../support/service/small-account.ts';
import { aClient, aNote } from '../../support/store/facts.ts';
import { writeFacts } from '../../support/store/writer.ts';

const { db, read } = useSmallAccount();

it('a client that no night has scored is answered without a score', async () => {
  const writer = { ...writerTo(db.table), changed: async () => undefined };
  await writeFacts(writer, asAccount('acme'), [aClient('fresh'), ...['a', 'b'].map((id) => aNote('fresh', id))]);

  expect(await read('/clients/fresh/history')).toEqual({
    ...{ clientId: 'fresh', clientName: 'Client fresh', historicalData: [], firstDataDate: null, dataPoints: 0 },
    currentScore: 100,
  });
  expect(await read('/clients/fresh/priorities')).toEqual({ clientId: 'fresh', priorities: [] });
  expect(await read('/clients/fresh/notes?limit=1')).toMatchObject({ notes: [{ id: 'b' }], total: 2 });
});
