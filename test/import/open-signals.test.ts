import { describe, expect, it } from 'vitest';
import { signalsOfRun } from '../../shared/domain/scoring/open-signals.ts';
import { useMemoryTable } from '../support/store/table.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { anAccount, mapOption } from './an-account.ts';

// Rules that know today: open invoices, tickets without an answer, contracts that end soon.

const db = useMemoryTable();

const polarity = {
  days: ['Due', 'Paid'],
  steps: [[0, 0.5]],
  above: -0.5,
  open: {
    steps: [
      [0, null],
      [14, -0.3],
    ],
    above: -1,
    unless: { Status: ['Void'] },
  },
};
const maps = (contains: string) =>
  mapOption(
    { match: { headers: ['Number'] }, kind: 'clients', columns: { 'Client ID': 'Number', Name: 'Company' } },
    {
      match: { headers: ['Invoice'] },
      kind: 'signals',
      feed: 'invoices',
      contains,
      repeatedIds: 'once',
      columns: { 'Client Name': 'Customer', 'Signal ID': 'Invoice', Date: 'Paid' },
      signals: [
        { name: 'late', topic: 'billing_payment', weight: { from: 'Amount', divide: 1000, most: 5 }, polarity },
      ],
    },
  );
const head = 'Invoice,Customer,Due,Paid,Amount,Status\n';

async function another() {
  const { clock, facts, ...own } = await anAccount(db);
  const imported = (invoices: string, contains = 'full', options = '') =>
    own.imported(
      { 'c.csv': 'Number,Company\nA,Alpha\nB,Beta\n', 'i.csv': head + invoices },
      `${maps(contains)} --score ${options}`,
    );
  /** The ids of what is open, and of what is over. */
  const stored = async () => {
    const items = await facts();
    const ids = (field: string) =>
      items
        .flatMap((item) => (field in item ? `${item[field]}`.split('\n') : []))
        .map((line) => line.slice(0, line.indexOf(' ')))
        .sort();
    return { open: ids('open'), over: ids('signals') };
  };
  return { clock, imported, stored, importFiles: own.imported };
}

it('a mended row ends its signal, also where somebody waits for files of the feed', async () => {
  const { imported, importFiles, stored } = await another();
  await imported('I1,Alpha,2026-11-01,,1000,Sent\n', 'parts', '--every 7');
  const mended = `\ufeff${head.trim()},Problem\nI1,Alpha,2026-11-01,2026-11-18,1000,Sent,was soon\n`;
  expect((await importFiles({ 'i.csv': mended }, maps('parts'))).exitCode).toBe(0);
  expect(await stored()).toEqual({ open: [], over: ['late_I1'] });
});

it('a signal that ends does not take those with it that open in the same import', async () => {
  const { imported, stored } = await another();
  await imported('I1,Alpha,2026-11-01,,1000,Sent\n', 'parts');
  await imported('I1,Alpha,2026-11-01,2026-11-18,1000,Sent\nI2,Alpha,2026-11-10,,1000,Sent\n', 'parts');
  expect(await stored()).toEqual({ open: ['late_I2'], over: ['late_I1'] });
});

describe('an open invoice', () => {
  it('that leaves a full file ends; of parts it stays, and is reported after 14 days', async () => {
    for (const contains of ['full', 'parts']) {
      const { clock, imported, stored } = await another();
      await imported('INV-1,Alpha,2026-11-10,,1,\nINV-2,Beta,2026-11-10,,1,\n', contains);
      clock.now += 15 * 86_400_000;
      const { said } = await imported('INV-2,Beta,2026-11-10,,1,\n', contains);

      const isFull = contains === 'full';
      expect((await stored()).open).toEqual(isFull ? ['late_INV-2'] : ['late_INV-1', 'late_INV-2']);
      const warning = 'warning: invoices: no file has had 1 open signals since 2026-11-20 or earlier; they still count';
      expect(said.includes(warning)).toBe(!isFull);
    }
  });

  it('stays if its row is rejected or its file refused', async () => {
    const { imported, stored } = await another();
    const rejects = `--rejects ${temporaryFolder()}/r`;
    await imported('INV-1,Alpha,2026-11-10,,1,\nINV-2,Beta,2026-11-10,,1,\n');

    await imported('INV-1,Alpha,soon,,1,\n', 'full', rejects);
    expect((await stored()).open).toEqual(['late_INV-1']);
    // which one a row without a number is about, nobody knows
    await imported(',Alpha,soon,,1,\n', 'full', rejects);
    expect((await stored()).open).toEqual(['late_INV-1']);
    await imported('INV-9,Alpha,soon,,1,\n', 'full', `${rejects} --max-rejects 0`);
    expect((await stored()).open).toEqual(['late_INV-1']);
  });
});

it('an open signal gets no older once no file has had it for 31 days', () => {
  const steps = [{ most: 0, polarity: -0.2 }, { polarity: -1 }];
  const open = { id: 'a', feed: 'f', since: 100, topic: 'trust', steps, weight: 2 };
  const polarities = [70, 69].map((seen) => signalsOfRun([{ ...open, seen }], 102)[0]?.polarity);
  expect(polarities).toEqual([-1, -0.2]);
});
