import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FactWriter, writeFacts } from '../../shared/table/facts/facts.ts';
import { toPortfolioItem } from '../../shared/table/records/portfolios.ts';
import { type Account, asAccount, type RosterName } from '../../shared/table/store/item-keys.ts';
import { openTable, type Table } from '../../shared/table/store/table.ts';
import { putAll } from '../../shared/table/store/write.ts';
import {
  addEntries,
  buildViews,
  type ClientData,
  noEntries,
  type Views,
} from '../../shared/table/views/model/build-views.ts';
import { main } from '../../shared/table/views/model/entries.ts';
import { type BuiltList, toListItem } from '../../shared/table/views/model/lists.ts';
import { liveVersion } from '../../shared/table/views/read/live-version.ts';
import { PageStore } from '../../shared/table/views/read/page-store.ts';
import { project } from '../../shared/table/views/write/project.ts';
import { type Figure, required, tableOf, writesBenchmarks } from '../support/benchmarks.ts';
import { bytesOf, randomOf } from '../support/random.ts';
import { putViews } from '../support/rosters/put-views.ts';
import { countCapacity, type Spent, sizeOf } from '../support/store/capacity.ts';
import { useTable } from '../support/store/table.ts';
import { clientsOf, portfolios, today } from './rosters/account.ts';
import { benchChanges, noteChange, recordsOf } from './rosters/changes.ts';

// The write and read units of views, as DynamoDB counts them.

const db = useTable();
const sizes = [
  { clients: 1_000, streamsEach: 2.5, changes: 50 },
  { clients: 10_000, streamsEach: 2.5, changes: 50 },
  { clients: 100_000, streamsEach: 1, changes: 6 },
];

interface Measured {
  readonly clients: number;
  readonly streams: number;
  readonly pages: number;
  readonly building: number;
  readonly listBytes: Record<'clients' | 'streams', number>;
  readonly viewUnits: number;
  readonly changes: Map<string, ChangeCost[]>;
  readonly reading: Record<'clients' | 'streams', { worst: number; mean: number }>;
}

interface ChangeCost {
  readonly units: number;
  readonly budget: number;
  readonly readUnits: number;
  /** Milliseconds of CPU time. */
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
  table = openTable(db.address, 'job');
  spent = countCapacity(table);
});
afterAll(() => table.documents.destroy());

async function costOf(work: () => Promise<unknown>): Promise<Spent> {
  const before = { ...spent };
  await work();
  return {
    calls: spent.calls - before.calls,
    readUnits: spent.readUnits - before.readUnits,
    writeUnits: spent.writeUnits - before.writeUnits,
  };
}

async function measure({ clients, streamsEach, changes: count }: (typeof sizes)[number]): Promise<Measured> {
  const account = asAccount(`bench-${clients}`);
  const random = randomOf(clients + 1);
  const chosen: ClientData[] = [];
  const entries = noEntries();
  let streams = 0;
  for (const facts of clientsOf(clients, clients, streamsEach)) {
    addEntries(entries, account, facts);
    streams += facts.streams.length;
    if (random() < (2 * count * benchChanges.length) / clients) chosen.push(facts);
  }
  const views = buildViews(entries, portfolios, today);
  const building = await costOf(() => putViews(table, account, views));

  await putAll(
    db.table,
    portfolios.map((portfolio) => toPortfolioItem(account, portfolio)),
  );
  const writer: FactWriter = {
    table,
    randomBytes: bytesOf(random),
    project: async (_, clientIds) => {
      // a worker that has read nothing yet
      await project(table, account, clientIds, new PageStore(2 ** 28));
    },
  };
  const changes = new Map<string, ChangeCost[]>();
  for (const { name, make } of benchChanges) {
    const costs: ChangeCost[] = [];
    for (const facts of chosen.splice(0, count)) {
      await putAll(db.table, recordsOf(account, facts));
      const change = make(facts, costs.length);
      const before = process.cpuUsage();
      const { readUnits, writeUnits } = await costOf(async () => {
        if ('facts' in change) return writeFacts(writer, account, change.facts);
        await putAll(table, [change.record(account)]);
        await writer.project(account, [facts.client.id]);
      });
      const { user, system } = process.cpuUsage(before);
      const budget = 60 + 20 * facts.memberships.size + 30 * facts.streams.length;
      costs.push({ units: writeUnits, budget, readUnits, cpu: (user + system) / 1000 });
    }
    changes.set(name, costs);
  }
  expect([...changes.values()].every((costs) => costs.length === count)).toBe(true);

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
    changes,
    reading: { clients: await readingOf(account, 'clients'), streams: await readingOf(account, 'streams') },
  };
}

const stale = { consistent: false };
const coldReader = () => ({ table, pages: new PageStore(2 ** 20) });

function listNamed({ built, lists }: Views, name: 'clients' | 'streams'): BuiltList {
  return required(
    name,
    built.find(({ roster, id }) => roster === name && id === lists[name]),
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

  it.each(benchChanges)(
    'a client $name: at most 60 write units, 20 more per portfolio and 30 per stream, in an account of 10,000',
    ({ name }) => {
      const costs = measuredUpTo(10_000).flatMap(({ changes }) => required(name, changes.get(name)));

      expect(costs.filter(({ units, budget }) => units > budget)).toEqual([]);
    },
  );

  it('a note writes no view, and reads about as much in an account of 100,000 as in one of 1,000', () => {
    const costs = sizes.map(({ clients }) => required('a note', measuredAt(clients)?.changes.get(noteChange.name)));
    const most = (of: readonly ChangeCost[], cost: 'units' | 'readUnits') => Math.max(...of.map((each) => each[cost]));

    // the note, the change mark twice, the counts
    expect(costs.map((of) => most(of, 'units'))).toEqual(sizes.map(() => expect.toSatisfy((units) => units <= 6)));
    // the list items grow with the account, and the search for the entries with its logarithm
    expect(Math.max(...costs.map((of) => most(of, 'readUnits')))).toBeLessThanOrEqual(150);
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
  const medianAndMost = (costs: readonly ChangeCost[]) => {
    const sorted = (values: readonly number[]) => values.toSorted((a, b) => a - b);
    const median = (values: readonly number[]) => sorted(values)[Math.floor(values.length / 2)] ?? 0;
    const units = costs.map((cost) => cost.units);
    const reads = costs.map((cost) => cost.readUnits);
    return [
      `${median(units)}/${sorted(units).at(-1)}`,
      `${median(reads)}/${sorted(reads).at(-1)}`,
      Math.round(median(costs.map(({ cpu }) => cpu))),
    ].join('; ');
  };
  const rows: [string, (each: Measured) => string][] = [
    ['streams', ({ streams }) => streams.toLocaleString('en')],
    ['pages', ({ pages }) => pages.toLocaleString('en')],
    ['building and publishing, write units per client', ({ building }) => rounded(building)],
    ['list items of clients and streams, bytes', ({ listBytes }) => `${listBytes.clients}/${listBytes.streams}`],
    ...benchChanges.map(({ name }): [string, (each: Measured) => string] => [
      `a client ${name}`,
      ({ changes }) => medianAndMost(required(name, changes.get(name))),
    ]),
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
    'A change is counted with the fact, the change marks and the publication, in a worker that has read nothing yet: write units (median/max); read units (median/max); CPU of writer and worker in milliseconds (median).',
    '',
    tableOf(
      header,
      rows.map(([name, cell]) => [name, ...cells(name, cell)]),
    ),
  ].join('\n');
}
