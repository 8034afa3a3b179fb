import { expect, it } from 'vitest';
import { dayOf } from '../../../../shared/domain/dates.ts';
import { asAccount } from '../../../../shared/table/store/item-keys.ts';
import { roundTrips } from '../../../import/round-trip.ts';
import { cliOn } from '../../../support/cli/cli.ts';
import { bytesOf, randomOf } from '../../../support/random.ts';
import { aClient, aMember, aNote, aPortfolio, aSignal } from '../../../support/store/facts.ts';
import { useMemoryTable } from '../../../support/store/table.ts';
import { writeFacts } from '../../../support/store/writer.ts';
import { filesIn, temporaryFolder } from '../../../support/temporary-folder.ts';

const db = useMemoryTable();
const admin = cliOn(() => db.table);

it('export, import and export again give the same files, for random accounts', async () => {
  await roundTrips(() => db.table, 5);
});

it('writes files only for existing kinds, with typed columns for metadata', async () => {
  await admin('accounts create --account acme --name Acme');
  const writer = { table: db.table, randomBytes: bytesOf(randomOf(1)), changed: async () => undefined };
  await writeFacts(writer, asAccount('acme'), [
    aClient('c1', { name: '=Sum', metadata: { Region: 'South', size: 1.234, accountOwner: 'Ada', revenueTTM: 0 } }),
    aClient('c2', { metadata: { size: 'large', revenueTTM: 5 }, importedScore: 88 }),
    aNote('c1', 'n1', { content: 'Two\nlines' }),
    aSignal('c1', 's1', { polarity: -0.5 }),
    {
      kind: 'open-signal',
      clientId: 'c1',
      value: {
        id: 'o1',
        feed: 'invoices',
        topic: 'billing_payment',
        steps: [{ most: 5 }, { polarity: -0.5 }],
        since: dayOf('2026-11-10'),
        seen: dayOf('2026-11-19'),
        weight: 3,
        stream: 'web',
      },
    },
    aPortfolio('p1', { name: 'First', color: '#112233' }),
    aMember('p1', 'c1', { tier: 'gold' }),
  ]);
  const folder = temporaryFolder();

  expect(await admin(`export ${folder}/out --account acme --json`)).toEqual({
    out: [
      '{"customerId":"acme","rows":{"portfolios":1,"clients":2,"scores":1,"portfolio-members":1,"notes":1,"signals":1,"open-signals":1}}',
    ],
    err: [],
    exitCode: 0,
  });
  expect(filesIn(`${folder}/out`)).toEqual({
    'portfolios.csv': 'Portfolio ID,Name,Color,Description,User IDs,Created At\r\np1,First,#112233,,,\r\n',
    'portfolio-members.csv': 'Portfolio ID,Service ID,Client ID,tier\r\np1,c1,,gold\r\n',
    'clients.csv':
      'Service ID,Client ID,Name,Archived,Favorite,Last Contact,Account Owner,Industry,Location,Revenue TTM,Currency,Left At,Left Because,Left Inferred,Renews On,Summary,Updated At,Region,size (number),size\r\n' +
      "c1,,'=Sum,false,false,,Ada,,,0,,,,,,,2026-11-20T08:00:00.000Z,South,1.2340,\r\n" +
      'c2,,Client c2,false,false,,,,,5,,,,,,,2026-11-20T08:00:00.000Z,,,large\r\n',
    'scores.csv': 'Service ID,Client ID,Stream ID,Score\r\nc2,,,88\r\n',
    'notes.csv':
      'Service ID,Client ID,Note ID,Created At,Created By,Type,Content\r\n' +
      'c1,,n1,2026-11-19T10:00:00.000Z,Ada,call,"Two\nlines"\r\n',
    'signals.csv':
      'Service ID,Client ID,Signal ID,Date,Topic,Polarity,Weight,Stream ID,Measure,Paid\r\nc1,,s1,2026-11-13,trust,-0.5,1,,,\r\n',
    'open-signals.csv':
      'Service ID,Client ID,Signal ID,Feed,Since,Topic,Steps,Weight,Stream ID,Measure,Seen\r\n' +
      'c1,,o1,invoices,2026-11-10,billing_payment,"5:,:-0.5",3,web,,2026-11-19\r\n',
  });
});
