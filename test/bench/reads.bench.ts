import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PageCache } from '../../shared/table/store/page-cache.ts';
import type { Table } from '../../shared/table/store/table.ts';
import { figure, required, writesBenchmarks } from '../support/benchmarks.ts';
import { putKey } from '../support/service/api-keys.ts';
import { type FakeDeps, fakeDeps } from '../support/service/deps.ts';
import { type WholeService, wholeService } from '../support/service/whole-service.ts';
import { useTable } from '../support/store/table.ts';
import { type BigAccount, putBigAccount } from './reads/account.ts';
import { type Metered, meterOf } from './reads/meter.ts';
import { type Question, questions } from './reads/questions.ts';

// What requests cost, as DynamoDB counts it. A cold container has read nothing yet; a warm one has answered the same
// request before, and no data has changed since.

const db = useTable();
const sizes = [100, 1_000, 4_000, 10_000, 100_000];
const shownSizes = sizes.slice(3);
const shownCpuSize = 10_000;
const cpuSizes = [1_000, 10_000, 100_000];
const heldBytes = 128 * 1024 * 1024;

interface Found {
  readonly question: Question;
  readonly account: BigAccount;
  readonly cold: Metered;
  readonly warm: Metered;
}

writesBenchmarks('reads', report);

const found: Found[] = [];
let table: Table;
let meter: ReturnType<typeof meterOf>;
let deps: FakeDeps;
const keys = new Map<BigAccount, string>();

beforeAll(async () => {
  // counts do not depend on how busy the machine is, but the request timeout does
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal);
  table = db.open();
  meter = meterOf(table);
  deps = fakeDeps(table);
  for (const size of sizes) {
    const account = await putBigAccount(db.table, size);
    keys.set(account, await putKey(db.table, { customerId: account.account }));
  }
});
afterAll(() => {
  vi.restoreAllMocks();
});

const container = () => wholeService({ ...deps, pages: new PageCache(heldBytes) });

async function ask(call: WholeService, account: BigAccount, url: string): Promise<Metered> {
  deps.now += 1000;
  const answered = await call({ url, rawHeaders: ['X-API-Key', keys.get(account) ?? ''] });
  expect(answered?.status, url).toBe(200);
  return meter.take();
}

/** Requests for one client or portfolio cost the same in the largest account. */
const isAsked = ({ ofList }: Question, clients: number) => ofList === true || clients <= 10_000;
const foundAt = (question: Question, clients: number) =>
  found.find((each) => each.question === question && each.account.clients === clients);

const worst = (all: readonly Metered[]): Metered =>
  all.reduce((a, b) => ({
    readUnits: Math.max(a.readUnits, b.readUnits),
    calls: Math.max(a.calls, b.calls),
    roundTrips: Math.max(a.roundTrips, b.roundTrips),
    keyCalls: Math.max(a.keyCalls, b.keyCalls),
    keyUnits: Math.max(a.keyUnits, b.keyUnits),
  }));

describe('what a request reads', () => {
  it('is counted for every endpoint at every size', async () => {
    for (const account of keys.keys()) {
      for (const question of questions.filter((each) => isAsked(each, account.clients))) {
        const cold: Metered[] = [];
        const warm: Metered[] = [];
        for (const url of question.urls(account)) {
          const call = await container();
          cold.push(await ask(call, account, url));
          warm.push(await ask(call, account, url));
        }
        found.push({ question, account, cold: worst(cold), warm: worst(warm) });
      }
    }
  });

  it.each(questions.map((question) => [question.name, question] as const))('%s', (_, question) => {
    const over = sizes
      .filter((clients) => isAsked(question, clients))
      .map((clients) => required(`${question.name} at ${clients} clients`, foundAt(question, clients)))
      .flatMap(({ account, cold, warm }) => {
        const budget = { ...question.budget(account) };
        const measured = {
          cold: cold.readUnits,
          warm: warm.readUnits,
          coldTrips: cold.roundTrips,
          warmTrips: warm.roundTrips,
        };
        return Object.entries(budget).flatMap(([name, most]) => {
          const value = measured[name as keyof typeof measured];
          return value <= most ? [] : [`${account.clients} clients: ${name} ${value}, budget ${most}`];
        });
      });

    expect(over.join('\n')).toBe('');
  });

  it('the key and the limits: one call, one write unit', () => {
    expect(found).not.toEqual([]);
    expect(worst(found.flatMap(({ cold, warm }) => [cold, warm]))).toMatchObject({ keyCalls: 1, keyUnits: 1 });
  });
});

describe('the CPU time of a request', () => {
  it('is measured against GET /topics, in a warm container', async () => {
    for (const account of [...keys.keys()].filter(({ clients }) => cpuSizes.includes(clients))) {
      const call = await container();
      for (let round = 0; round < rounds; round += 1) {
        for (const question of questions.filter((each) => isTimed(each, account.clients))) {
          // just before each question: topics after topics would find everything in the processor's caches
          const topics = await cpuOf(call, account, '/topics');
          const ratio = (await cpuOf(call, account, question.urls(account)[0] ?? '')) / topics;
          const name = nameAt(question, account.clients);
          // the first round is a warm-up
          if (round > 0) ratios.set(name, [...(ratios.get(name) ?? []), ratio]);
        }
      }
    }
  });

  it.each(
    cpuSizes.flatMap((clients) =>
      questions
        .filter((each) => each.ofList && isTimed(each, clients) && !isExport(each))
        .map((question) => ({ name: question.name, clients, most: mostCpu(question, clients), question })),
    ),
  )('$name at $clients clients takes at most $most times as much', ({ name, clients, most, question }) => {
    expect(required(name, medianOf(ratios.get(nameAt(question, clients))))).toBeLessThanOrEqual(most);
  });
});

const rounds = 10;
// with only five, the first one after another question decides: it finds neither code nor data in the processor's caches
const requestsInRound = 20;
const ratios = new Map<string, number[]>();
const nameAt = ({ name }: Question, clients: number) => `${name} ${clients}`;

const isExport = ({ name }: Question) => name.startsWith('export');
/** An export of the largest account reads 22 MB each time. */
const isTimed = (question: Question, clients: number) =>
  isAsked(question, clients) && !(isExport(question) && clients > 10_000);

function mostCpu({ name }: Question, clients: number): number {
  // the budget of all is 2.5; the dearest take 2.4 on a quiet machine, and up to 2.9 beside other work
  if (clients <= 10_000) return name.startsWith('search,') || name === 'GET /clients, limit 500' ? 3.5 : 2.5;
  // all names of the account are searched
  return name.startsWith('search') ? 10 : 4;
}

async function cpuOf(call: WholeService, account: BigAccount, url: string): Promise<number> {
  const before = process.cpuUsage();
  for (let at = 0; at < requestsInRound; at += 1) await ask(call, account, url);
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

function medianOf(values: readonly number[] = []): number | undefined {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

function report(): string {
  const cell = (question: Question, clients: number) => {
    if (!isAsked(question, clients)) return '';
    const each = foundAt(question, clients);
    return figure(each && `${each.cold.readUnits}/${each.warm.readUnits}`);
  };
  const roundTrips = (question: Question) => {
    const all = found.filter((each) => each.question === question);
    const range = (trips: readonly number[]) => [...new Set([Math.min(...trips), Math.max(...trips)])].join('-');
    const [cold, warm] = [all.map((each) => each.cold.roundTrips), all.map((each) => each.warm.roundTrips)];
    return figure(all.length > 0 ? `${range(cold)}/${range(warm)}` : undefined);
  };
  const cpu = (question: Question, clients: number) => {
    if (!isTimed(question, clients)) return '';
    return figure(medianOf(ratios.get(nameAt(question, clients)))?.toPrecision(2));
  };
  const rows = questions.map((question) => {
    const cells = [...shownSizes.map((size) => cell(question, size)), cpu(question, shownCpuSize)];
    return `| ${[question.name, roundTrips(question), ...cells].join(' | ')} |`;
  });
  return [
    '### Reads',
    '',
    'Sequential round trips, and read units by clients of the account: in a cold container/in a warm one whose data has not changed. Of several offsets the worst is shown. The key check costs one more write unit, and a round trip: before the first read in a cold container, next to it in a warm one. CPU is the median ratio to GET /topics in a warm container.',
    '',
    '| request | trips | 10,000 | 100,000 | CPU, 10,000 |',
    '|---|---:|---:|---:|---:|',
    ...rows,
  ].join('\n');
}
