import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { signalsOfRun, stepsOf, stepsText } from '../../shared/domain/scoring/open-signals.ts';
import { cliOn } from '../support/admin/cli.ts';
import { factsIn } from '../support/store/facts-in.ts';
import { useMemoryTable } from '../support/store/table.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

// Rules that know today: open invoices, tickets without an answer, contracts that end soon.

const db = useMemoryTable();
let now = Date.parse('2026-11-20T12:00:00Z');
const admin = cliOn(() => db.table, { clock: () => now });
let account = '';
let count = 0;

beforeEach(async () => {
  now = Date.parse('2026-11-20T12:00:00Z');
  count += 1;
  account = `open-${count}`;
  await admin(`accounts create --account ${account} --name Open`);
});

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
const mapping = (contains: string) => ({
  version: 1,
  files: [
    { match: { headers: ['Number'] }, kind: 'clients', columns: { 'Client ID': 'Number', Name: 'Company' } },
    {
      match: { headers: ['Invoice'] },
      ...{ kind: 'signals', feed: 'invoices', contains, repeatedIds: 'once' },
      columns: { 'Client Name': 'Customer', 'Signal ID': 'Invoice', Date: 'Paid' },
      signals: [
        { name: 'late', topic: 'billing_payment', weight: { from: 'Amount', divide: 1000, most: 5 }, polarity },
      ],
    },
  ],
});
const maps = (contains: string) => join(temporaryFolder({ 'm.json': JSON.stringify(mapping(contains)) }), 'm.json');
const clients = 'Number,Company\nA,Alpha\nB,Beta\n';
const head = 'Invoice,Customer,Due,Paid,Amount,Status\n';

async function imported(invoices: string, contains = 'full', options = '') {
  const folder = temporaryFolder({ 'c.csv': clients, 'i.csv': head + invoices });
  const { out, err, exitCode } = await admin(
    `import ${folder} --account ${account} --map ${maps(contains)} --score ${options}`,
  );
  return { said: [...out, ...err], exitCode };
}

/** The ids of what is open, and of what is over. */
async function stored() {
  const facts = await factsIn(db.table, account);
  const ids = (text: unknown) =>
    String(text)
      .split('\n')
      .map((line) => line.slice(0, line.indexOf(' ')));
  return {
    open: facts.flatMap((item) => ('open' in item ? ids(item.open) : [])).sort(),
    over: facts.flatMap((item) => ('signals' in item ? ids(item.signals) : [])).sort(),
  };
}

it('a mended row ends its signal, also where somebody waits for files of the feed', async () => {
  await imported('I1,Alpha,2026-11-01,,1000,Sent\n', 'parts', '--every 7');
  const mended = `\ufeff${head.trim()},Problem\nI1,Alpha,2026-11-01,2026-11-18,1000,Sent,was soon\n`;
  const folder = temporaryFolder({ 'i.csv': mended });
  expect((await admin(`import ${folder} --account ${account} --map ${maps('parts')}`)).exitCode).toBe(0);
  expect(await stored()).toEqual({ open: [], over: ['late_I1'] });
});

it('a signal that ends does not take those with it that open in the same import', async () => {
  await imported('I1,Alpha,2026-11-01,,1000,Sent\n', 'parts');
  await imported('I1,Alpha,2026-11-01,2026-11-18,1000,Sent\nI2,Alpha,2026-11-10,,1000,Sent\n', 'parts');
  expect(await stored()).toEqual({ open: ['late_I2'], over: ['late_I1'] });
});

describe('an open invoice', () => {
  it('that leaves a full file ends; of parts it stays, and is reported after 14 days', async () => {
    for (const contains of ['full', 'parts']) {
      await imported('INV-1,Alpha,2026-11-10,,1,\nINV-2,Beta,2026-11-10,,1,\n', contains);
      now += 15 * 86_400_000;
      const { said } = await imported('INV-2,Beta,2026-11-10,,1,\n', contains);

      const isFull = contains === 'full';
      expect((await stored()).open).toEqual(isFull ? ['late_INV-2'] : ['late_INV-1', 'late_INV-2']);
      const warning = 'warning: invoices: no file has had 1 open signals since 2026-12-05 or earlier; they still count';
      expect(said.includes(warning)).toBe(!isFull);
    }
  });

  it('stays if its row is rejected or its file refused', async () => {
    const rejects = `--rejects ${join(temporaryFolder(), 'r')}`;
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

it('steps are read as they are written', () => {
  const steps = [{ most: -60 }, { most: 0, polarity: -0.2 }, { polarity: -1 }];
  expect(stepsOf(stepsText(steps))).toEqual(steps);
  expect(['', '5', '0:2', 'x:1', '0:0.5;:-1'].map(stepsOf)).toEqual(Array(5).fill(undefined));
  const open = { id: 'a', feed: 'f', since: 100, topic: 'trust', steps, weight: 2, seen: 70 };
  const on = (day: number, seen = 70) => signalsOfRun([{ ...open, seen }], day)[0]?.polarity;
  expect([40, 41, 101, 102].map((day) => on(day))).toEqual([undefined, undefined, -0.2, -1]);
  // no file has had it for 31 days
  expect(on(102, 69)).toBe(-0.2);
});
