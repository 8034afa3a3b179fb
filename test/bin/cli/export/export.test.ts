import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { entityOf } from '../../../../shared/table/entities/kinds.ts';
import { asAccount } from '../../../../shared/table/store/item-keys.ts';
import { roundTrips } from '../../../import/round-trip.ts';
import { cliOn } from '../../../support/cli/cli.ts';
import { bytesOf, randomOf } from '../../../support/random.ts';
import { randomFacts } from '../../../support/rosters/random-facts.ts';
import { aClient, aMember, aNote, aPortfolio } from '../../../support/store/facts.ts';
import { useMemoryTable } from '../../../support/store/table.ts';
import { writeFacts } from '../../../support/store/writer.ts';
import { filesIn, temporaryFolder } from '../../../support/temporary-folder.ts';

const db = useMemoryTable();
const admin = cliOn(() => db.table);

it('export, import and export again give the same files, for random accounts', async () => {
  await roundTrips(() => db.table, 5);
});

it('the random accounts have every field of every entity', () => {
  const facts = fc.sample(randomFacts, { numRuns: 200, seed: 1 }).flat();
  const missing = [...Map.groupBy(facts, ({ kind }) => kind)].flatMap(([kind, its]) => {
    const found = new Set(its.flatMap(({ value }) => Object.keys(value)));
    return Object.keys(entityOf(kind).shape()).flatMap((field) => (found.has(field) ? [] : [`${kind}: ${field}`]));
  });

  expect(missing).toEqual([]);
});

it('writes files only for existing kinds, with typed columns for metadata', async () => {
  await admin('accounts create --account acme --name Acme');
  const writer = { table: db.table, randomBytes: bytesOf(randomOf(1)), changed: async () => undefined };
  await writeFacts(writer, asAccount('acme'), [
    aClient('c1', { name: '=Sum', metadata: { Region: 'South', size: 1.234, accountOwner: 'Ada', revenueTTM: 0 } }),
    aClient('c2', { metadata: { size: 'large', revenueTTM: 5 }, importedScore: 88 }),
    aNote('c1', 'n1'),
    aPortfolio('p1', { name: 'First', color: '#112233' }),
    aMember('p1', 'c1', { tier: 'gold' }),
  ]);
  const folder = temporaryFolder();

  expect(await admin(`export ${folder}/out --account acme --json`)).toEqual({
    out: ['{"customerId":"acme","rows":{"portfolios":1,"clients":2,"scores":1,"portfolio-members":1,"notes":1}}'],
    err: [],
    exitCode: 0,
  });
  expect(filesIn(`${folder}/out`)).toEqual({
    'portfolios.csv': expect.any(String),
    'portfolio-members.csv': 'Portfolio ID,Service ID,Client ID,tier\r\np1,c1,,gold\r\n',
    'clients.csv':
      'Service ID,Client ID,Name,Archived,Favorite,Last Contact,Account Owner,Industry,Location,Revenue TTM,Currency,Left At,Left Because,Left Inferred,Left By,Renews On,Summary,Filled,Updated At,Region,size (number),size\r\n' +
      "c1,,'=Sum,false,false,,Ada,,,0,,,,,,,,,2026-11-20T08:00:00.000Z,South,1.2340,\r\n" +
      'c2,,Client c2,false,false,,,,,5,,,,,,,,,2026-11-20T08:00:00.000Z,,,large\r\n',
    'scores.csv': expect.any(String),
    'notes.csv': expect.any(String),
  });
});
