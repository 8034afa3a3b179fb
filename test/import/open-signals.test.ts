import { describe, expect, it } from 'vitest';
import { dayOf } from '../../shared/domain/dates.ts';
import { endedSignal, signalsOfRun } from '../../shared/domain/scoring/open-signals.ts';
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
  return { clock, imported, stored, importFiles: own.imported, exported: own.exported };
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
      const warning =
        'warning: invoices: 1 open signals are known until 2026-11-20 or earlier; they count as they were then';
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

describe('an open signal is known until the day of its file', () => {
  const invoices = 'I1,Alpha,2026-11-01,,1000,Sent\n';
  const aged = async (name: string, text: string) => {
    const { importFiles, exported } = await another();
    await importFiles({ 'c.csv': 'Number,Company\nA,Alpha\n', [name]: head + text }, maps('parts'));
    return (await exported())['open-signals.csv']?.[0]?.split(',').at(-1);
  };

  it.each([
    ['by the date in its name', 'invoices-2026-11-12.csv', invoices, '2026-11-12'],
    ['by the end of the period in its name', 'from_2026-11-01_to_2026-11-14.csv', invoices, '2026-11-14'],
    ['never later than today', 'invoices-2026-11-30.csv', invoices, '2026-11-20'],
    [
      'without one, by the newest day on which something happened',
      'invoices.csv',
      `${invoices}I2,Alpha,2026-11-13,2026-11-07,1,Sent\nI3,Alpha,2026-11-18,,1,Sent\n`,
      '2026-11-07',
    ],
    // the files of this test are as new as the test
    ['without any, by its time of change', 'invoices.csv', invoices, '2026-11-20'],
  ])('%s', async (_, name, text, day) => {
    expect(await aged(name, text)).toBe(day);
  });

  it('also if an older file comes later, which the report says if it is old', async () => {
    const { importFiles, exported } = await another();
    const read = async (name: string) =>
      (await importFiles({ 'c.csv': 'Number,Company\nA,Alpha\n', [name]: head + invoices }, maps('parts'))).said;
    await read('invoices-2026-11-12.csv');
    expect(await read('invoices-2026-09-01.csv')).toContain(
      'warning: invoices-2026-09-01.csv:1: it is of 2026-09-01: what is open in it counts as it was then',
    );
    expect((await exported())['open-signals.csv']?.[0]).toMatch(/2026-11-12$/);
  });

  it('and neither gets older nor newer after it', () => {
    const steps = [{ most: 0, polarity: -0.2 }, { polarity: -1 }];
    const open = { id: 'a', feed: 'f', since: 100, topic: 'trust', steps, weight: 2, seen: 101 };
    const on = (runDay: number) => signalsOfRun([open], runDay).map(({ day, polarity }) => [day, polarity]);
    expect([101, 102, 103, 130].map(on)).toEqual([[[100, -0.2]], [[101, -1]], [[101, -1]], [[101, -1]]]);
  });
});

describe('an invoice without a day of payment', () => {
  const header = 'ContactName,InvoiceNumber,DueDate,Total,Currency,Status\n';
  const clients = { 'clients.csv': 'Client ID,Name\nC1,Alpha\n' };
  const read = async (...files: readonly (readonly [name: string, rows: string, options?: string])[]) => {
    const { importFiles, exported } = await another();
    for (const [name, rows, options = ''] of files)
      expect((await importFiles({ ...clients, [name]: header + rows }, `--map xero ${options}`)).exitCode).toBe(0);
    const rows = await exported();
    const short = (name: string) => (rows[name] ?? []).map((row) => row.split(',').slice(2).join(',')).sort();
    return { over: short('signals.csv'), open: short('open-signals.csv').map((row) => row.split(',')[0]) };
  };
  const payment = 'invoice-paid_INV-1,2026-10-20,billing_payment,0,0,,,200 EUR';
  const row = (status: string) => `Alpha,INV-1,20/10/2026,200,EUR,${status}\nAlpha,INV-9,31/12/2026,1,EUR,Draft\n`;

  it('says nothing if it is paid in the first file that has it', async () => {
    expect(await read(['sales-2026-11-10.csv', row('Paid')])).toEqual({ over: [payment], open: [] });
  });

  it('was paid between the last file that has it open and the first that has it paid, also if later files are read or prune', async () => {
    const late = 'invoice-due_INV-1,2026-11-10,billing_payment,-0.7,1,,days-late=18,';
    const paid = ['sales-2026-11-10.csv', row('Paid')] as const;
    const files = [['sales-2026-11-03.csv', row('Awaiting Payment')], paid] as const;
    expect(await read(...files)).toEqual({ over: [late, payment], open: [] });
    const again = [...files, paid, ['sales-2026-11-17.csv', row('Paid'), '--prune --yes']] as const;
    expect(await read(...again)).toEqual({ over: [late, payment], open: [] });
  });

  it('was paid in those days too if all files come at once, and is not open again if an older one comes later', async () => {
    const late = 'invoice-due_INV-1,2026-11-10,billing_payment,-0.7,1,,days-late=18,';
    const { importFiles, exported } = await another();
    const weekly = {
      'sales-2026-10-27.csv': header + row('Awaiting Payment'),
      'sales-2026-11-03.csv': header + row('Awaiting Payment'),
      'sales-2026-11-10.csv': header + row('Paid'),
      'sales-2026-11-17.csv': header + row('Paid'),
    };
    const known = async () => {
      const { 'signals.csv': over = [], 'open-signals.csv': open = [] } = await exported();
      return { over: over.map((each) => each.split(',').slice(2).join(',')).sort(), open };
    };
    await importFiles({ ...clients, ...weekly }, '--map xero');
    expect(await known()).toEqual({ over: [late, payment], open: [] });
    await importFiles({ ...clients, 'sales-2026-10-27.csv': weekly['sales-2026-10-27.csv'] }, '--map xero');
    expect(await known()).toEqual({ over: [late, payment], open: [] });
  });

  it('is found in any list of invoices with a status', async () => {
    const { importFiles, exported } = await another();
    const list = (status: string) => `Invoice No.,Customer,Due Date,Status\nINV-1,Alpha,2026-10-20,${status}\n`;
    for (const [name, status] of [
      ['2026-11-03', 'Open'],
      ['2026-11-10', 'Paid'],
    ] as const)
      await importFiles({ ...clients, [`list ${name}.csv`]: list(status) }, '--map invoices');
    expect((await exported())['signals.csv']).toContainEqual(expect.stringMatching(/invoice-due_INV-1.*days-late=18/));
  });

  it.each([
    ['2026-10-20', 18],
    ['2026-11-05', 0],
    ['2026-11-20', -13],
  ])('that was due on %s, was paid %d days later', (due, late) => {
    const open = { id: 'a', feed: 'f', topic: 'trust', steps: [], weight: 1, measure: 'days-late' as const };
    const ended = endedSignal({ ...open, since: dayOf(due), seen: dayOf('2026-11-03') }, dayOf('2026-11-10'));
    expect(ended).toMatchObject({ day: dayOf('2026-11-10'), value: late });
  });

  it('was not paid if it is voided', async () => {
    const files = [
      ['sales-2026-11-03.csv', row('Awaiting Payment')],
      ['sales-2026-11-10.csv', row('Voided')],
    ] as const;
    expect(await read(...files)).toEqual({ over: [], open: [] });
  });
});
