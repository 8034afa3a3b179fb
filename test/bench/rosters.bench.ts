import { beforeAll, describe, expect, it } from 'vitest';
import { toPortfolioItem } from '../../shared/table/records/portfolios.ts';
import { type Account, asAccount, type RosterName } from '../../shared/table/store/item-keys.ts';
import { PageCache } from '../../shared/table/store/page-cache.ts';
import type { Item } from '../../shared/table/store/read.ts';
import type { Table } from '../../shared/table/store/table.ts';
import { putAll } from '../../shared/table/store/write.ts';
import { addEntries, buildViews, noEntries, type Views } from '../../shared/table/views/model/build-views.ts';
import { main } from '../../shared/table/views/model/entries.ts';
import { type BuiltList, namedIn, toListItem } from '../../shared/table/views/model/lists.ts';
import { liveVersion } from '../../shared/table/views/read/live-version.ts';
import { rebuild } from '../../shared/table/views/write/rebuild.ts';
import { type Figure, required, tableOf, writesBenchmarks } from '../support/benchmarks.ts';
import { bytesOf, randomOf } from '../support/random.ts';
import { putViews } from '../support/rosters/put-views.ts';
import { countCapacity, type Spent, sizeOf } from '../support/store/capacity.ts';
import { aClient } from '../support/store/facts.ts';
import { useTable } from '../support/store/table.ts';
import { writeFacts } from '../support/store/writer.ts';
import { clientsOf, portfolios, recordsOf, today } from './rosters/account.ts';

// The write and read units of views, as DynamoDB counts them.

const db = useTable();
const sizes = [
  { clients: 250, streamsEach: 2.5 },
  { clients: 1_000, streamsEach: 2.5 },
  { clients: 10_000, streamsEach: 2.5 },
  { clients: 100_000, streamsEach: 1 },
];

interface Measured {
  readonly clients: number;
  readonly streams: number;
  readonly pages: number;
  readonly building: number;
  readonly listBytes: Record<'clients' | 'streams', number>;
  readonly viewUnits: number;
  readonly renaming: RebuildCost;
  readonly reading: Record<'clients' | 'streams', { worst: number; mean: number }>;
}

/** Of one rename and the rebuild after it. */
interface RebuildCost extends Spent {
  /** Milliseconds of CPU time, of the embedded database too if it runs in this process. */
  readonly cpu: number;
}

writesBenchmarks('rosters', report);

const measured: Measured[] = [];
const measuredAt = (clients: number) => measured.find((each) => each.clients === clients);
/** The measurements of every size up to this many clients. */
const measuredUpTo = (most: number) =>
  sizes
    .filter(({ clients }) => clients <= most)
    .map(({ clients }) => required(`${clients} clients`, measuredAt(clients)));
let table: Table;
let spent: Spent;

beforeAll(() => {
  table = db.open();
  spent = countCapacity(table);
});

async function costOf(work: () => Promise<unknown>): Promise<Spent> {
  const before = { ...spent };
  await work();
  return {
    calls: spent.calls - before.calls,
    readUnits: spent.readUnits - before.readUnits,
    writeUnits: spent.writeUnits - before.writeUnits,
  };
}

async function measure({ clients, streamsEach }: (typeof sizes)[number]): Promise<Measured> {
  const account = asAccount(`bench-${clients}`);
  const entries = noEntries(today);
  let streams = 0;
  let records: Item[] = [];
  for (const facts of clientsOf(clients, clients, streamsEach)) {
    addEntries(entries, account, facts);
    streams += facts.streams.length;
    records.push(...recordsOf(account, facts));
    if (records.length > 5000) await putAll(db.table, records.splice(0));
  }
  await putAll(db.table, [...records, ...portfolios.map((portfolio) => toPortfolioItem(account, portfolio))]);
  records = [];
  const views = buildViews(entries, portfolios, today);
  const building = await costOf(() => putViews(table, account, views));

  const [first] = clientsOf(clients, clients, streamsEach);
  const { notes: _, latestRead: __, id, ...client } = required('a client', first).client;
  const before = process.cpuUsage();
  const spentOnRenaming = await costOf(async () => {
    const writer = { table, randomBytes: bytesOf(randomOf(1)), changed: async () => undefined };
    await writeFacts(writer, account, [aClient(id, { ...client, name: 'Renamed' })]);
    await rebuild(table, account, {});
  });
  const { user, system } = process.cpuUsage(before);
  const renaming = { ...spentOnRenaming, cpu: (user + system) / 1000 };

  return {
    clients,
    streams,
    pages: listNamed(views, 'clients').pages.length + listNamed(views, 'streams').pages.length,
    building: building.writeUnits / clients,
    listBytes: {
      clients: sizeOf(toListItem(account, listNamed(views, 'clients'), 0)),
      streams: sizeOf(toListItem(account, listNamed(views, 'streams'), 0)),
    },
    viewUnits: (await costOf(async () => (await liveVersion(coldReader(), account, stale)).portfolios())).readUnits,
    renaming,
    reading: { clients: await readingOf(account, 'clients'), streams: await readingOf(account, 'streams') },
  };
}

const stale = { consistent: false };
const coldReader = () => ({ table, pages: new PageCache(2 ** 20) });

function listNamed({ built, lists }: Views, name: 'clients' | 'streams'): BuiltList {
  return required(
    name,
    built.find(({ roster, id }) => roster === name && id === namedIn(lists[name]).id),
  );
}

/** The root, the list item and the pages of 100 entries, at several hundred offsets, in a cold container. */
async function readingOf(account: Account, name: RosterName): Promise<{ worst: number; mean: number }> {
  const list = (await liveVersion(coldReader(), account, stale)).list(name);
  const { total } = await list.tally([main]);
  const units: number[] = [];
  for (let offset = 0; offset < total; offset += Math.max(13, Math.floor(total / 400))) {
    const { readUnits } = await costOf(async () => {
      const cold = await liveVersion(coldReader(), account, stale);
      return cold.list(name).slice([main], offset, 100);
    });
    units.push(readUnits);
  }
  return { worst: Math.max(...units), mean: units.reduce((sum, each) => sum + each, 0) / units.length };
}

describe('the cost of the views of an account', () => {
  it.each(sizes)('is measured at $clients clients', async (size) => {
    measured.push(await measure(size));
  });

  it('a rebuild after a rename takes a tenth of a call and 1.5 read units a client, and writes what changed', () => {
    for (const { clients, renaming } of measuredUpTo(100_000)) {
      // and what a small account costs in any case
      expect(renaming.calls).toBeLessThanOrEqual(60 + clients / 10);
      expect(renaming.readUnits / clients).toBeLessThanOrEqual(1.5);
      expect(renaming.writeUnits).toBeLessThanOrEqual(350);
    }
  });

  it.each<['clients' | 'streams', number, number]>([
    ['clients', 10_000, 4.5],
    ['clients', 100_000, 9],
    ['streams', 10_000, 7],
    ['streams', 100_000, 18],
  ])('100 %s at any offset of %i cost at most %i read units, with root and list item', (name, entries, most) => {
    const costs = measuredUpTo(100_000)
      .filter((each) => (name === 'clients' ? each.clients : each.streams) <= entries)
      .map(({ reading }) => reading[name].worst);

    expect(costs).not.toEqual([]);
    expect(Math.max(...costs)).toBeLessThanOrEqual(most);
  });

  it('the portfolio view costs at most 3 read units at any size', () => {
    expect(Math.max(...measuredUpTo(100_000).map(({ viewUnits }) => viewUnits))).toBeLessThanOrEqual(3);
  });
});

function report(figure: Figure): string {
  const rounded = (value: number) => String(Math.round(value * 100) / 100);
  const rows: [string, (each: Measured) => string][] = [
    ['streams', ({ streams }) => streams.toLocaleString('en')],
    ['pages', ({ pages }) => pages.toLocaleString('en')],
    ['building and publishing, write units per client', ({ building }) => rounded(building)],
    ['list items of clients and streams, bytes', ({ listBytes }) => `${listBytes.clients}/${listBytes.streams}`],
    [
      'a rename and the rebuild after it: read units, write units, CPU seconds',
      ({ renaming: { readUnits, writeUnits, cpu } }) =>
        `${readUnits.toLocaleString('en')}; ${writeUnits}; ${rounded(cpu / 1000)}`,
    ],
    ...(['clients', 'streams'] as const).map((name): [string, (each: Measured) => string] => [
      `100 ${name} at any offset, cold: read units, mean/worst`,
      ({ reading }) => `${rounded(reading[name].mean)}/${reading[name].worst}`,
    ]),
    ['portfolio view, read units', ({ viewUnits }) => String(viewUnits)],
  ];
  const cells = (name: string, cell: (each: Measured) => string) =>
    sizes.map(({ clients }) => {
      const each = measuredAt(clients);
      return figure(`${name} at ${clients} clients`, each && cell(each));
    });
  const header = ['', ...sizes.map(({ clients }) => `${clients.toLocaleString('en')} clients`)];
  return [
    '### Views',
    '',
    'After facts changed, the worker builds all lists again. CPU is that of writer and worker.',
    '',
    tableOf(
      header,
      rows.map(([name, cell]) => [name, ...cells(name, cell)]),
    ),
  ].join('\n');
}
