import { beforeAll, describe, expect, it } from 'vitest';
import { required, writesBenchmarks } from '../support/benchmarks.ts';
import { useTable } from '../support/store/table.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { putForPeers } from './peers/data.ts';
import { type Cold, Processes, requestFor, type Warm } from './peers/measure.ts';
import { inRounds, ratioOf, type Samples, type Spread } from './peers/rounds.ts';
import { type TlsFront, tlsInFrontOf } from './peers/tls.ts';
import { buildVariants, type Variant, type Variants } from './peers/variants.ts';
import { type BigAccount, putBigAccount } from './reads/account.ts';
import { questions } from './reads/questions.ts';

// The service beside other ways to write it, in fresh processes on this machine. Every stack does the same work: the
// check of a key and three windows in one conditional write, then a read. Events go in as text and responses come out
// as text, as in Lambda. Milliseconds depend on the machine; ratios are comparable between machines.

const [coldRounds, warmRounds, firstRounds] = [15, 15, 9];

const database = useTable();
const folder = temporaryFolder();
let variants: Variants;
let processes: Processes;
let tls: TlsFront;
let account: BigAccount;

const list = '/clients?limit=100';
/** What the bare handler answers too. */
const compared = [
  { name: 'list', url: () => list, most: 0.55 },
  { name: 'detail', url: ({ clientId }: BigAccount) => `/clients/${clientId}`, most: 0.7 },
  { name: 'overview', url: () => '/clients/statistics/overview', most: 0.6 },
  { name: 'search', url: () => '/clients/search?query=harbour&limit=100', most: 0.3 },
];
/** Questions about a whole account or portfolio, as they are asked in a fresh process. */
const firstAsked = questions
  .filter(({ ofList, name }) => ofList && !/export|limit 500/.test(name))
  .map((question) => ({ ...question, most: question.name.startsWith('search') ? 4 : 2.5 }));
const [firstList] = firstAsked;

let cold: Samples<Cold> = new Map();
let warm: Samples<Warm> = new Map();
let firsts: Samples<Cold> = new Map();

writesBenchmarks('peers', () => `${reportOfPeers()}\n\n${reportOfColdStart()}`);

const ours = (url: string): Variant => required(url, variants.deployed.get(requestFor(url).functionName));
const lists = () => [variants.reference, ours(list), variants.floor];
const jobName = (variant: Variant, question: string) => `${variant.name}: ${question}`;

beforeAll(async () => {
  variants = await buildVariants(folder);
  tls = await tlsInFrontOf(database.address.endpoint ?? '', folder);
  processes = new Processes(database, tls);
  account = await putBigAccount(database.table, 1_000, false);
  await putForPeers(database.table, account);
  return () => tls.close();
});

describe('every stack', () => {
  it('returns the same bodies, and 401 without a key', async () => {
    const urls = [list, '/clients?limit=100&offset=250', '/clients?limit=30&offset=985'];
    const [expected, ...others] = await Promise.all(
      lists().map(async (variant) => {
        const answers = await processes.answers(variant, account.account, urls);
        return { name: variant.name, answers: answers.map(({ statusCode, body }) => shown(statusCode, body)) };
      }),
    );

    expect(expected?.answers.map(({ status }) => status)).toEqual([200, 200, 200, 401]);
    for (const { name, answers } of others) expect({ name, answers }).toEqual({ name, answers: expected?.answers });
  });

  it.each(compared)('$name: the bare handler returns the same body', async ({ url }) => {
    const asked = url(account);
    const [bare, service] = await Promise.all(
      [variants.reference, ours(asked)].map((each) => processes.answers(each, account.account, [asked])),
    );

    expect(shown(200, service?.[0]?.body ?? '')).toEqual(shown(200, bare?.[0]?.body ?? ''));
  });
});

const shown = (status: number, body: string) => ({
  status,
  ...(status === 200 && { body: JSON.parse(body) as object }),
});

describe('in a fresh process, compared with a bare handler that stores its answers as texts', () => {
  it('loading and the first request over TLS are measured', async () => {
    const jobs = new Map(
      lists().map((variant) => [variant.name, () => processes.cold(variant, account.account, list)] as const),
    );
    for (const variant of variants.withoutWarmUp) jobs.set(variant.name, () => processes.load(variant));
    await inRounds(1, jobs); // into the page cache
    cold = await inRounds(coldRounds, jobs);
  });

  it('every API function loads in at most 0.38 of its CPU time, without the warm-up', () => {
    for (const { name } of variants.withoutWarmUp) expect(coldRatio(name, 'load').median, name).toBeLessThan(0.38);
  });

  it('the first request over TLS takes at most 0.45 of its CPU time, after the warm-up', () => {
    expect(coldRatio(ours(list).name, 'first').median).toBeLessThan(0.45);
  });

  it('both together, with the warm-up, take at most 0.55 of the CPU time', () => {
    expect(coldRatio(ours(list).name, 'both').median).toBeLessThan(0.55);
  });
});

describe('warm, compared with a bare handler that stores its answers as texts', () => {
  it('is measured', async () => {
    const jobs = new Map<string, () => Promise<Warm>>();
    for (const variant of lists()) {
      jobs.set(jobName(variant, 'list'), () => processes.warm(variant, account.account, list));
    }
    for (const { name, url } of compared) {
      for (const variant of [variants.reference, ours(url(account))]) {
        jobs.set(jobName(variant, name), () => processes.warm(variant, account.account, url(account)));
      }
    }
    warm = await inRounds(warmRounds, jobs);
  });

  it.each(compared)('$name takes at most $most of its CPU time', ({ name, url, most }) => {
    expect(warmRatio(ours(url(account)), name).median).toBeLessThan(most);
  });

  // an empty process of Node has 0.4 of it, and 0.78 of what the bare handler has after its first request
  it('a process that answers lists has at most 0.8 of its memory', () => {
    expect(warmRatio(ours(list), 'list', 'memory').median).toBeLessThan(0.8);
  });
});

describe('the first request of a fresh process, in an account of 10,000 clients', () => {
  it('is measured', async () => {
    const large = await putBigAccount(database.table, 10_000, false);
    const jobs = firstAsked.map(({ name, urls }) => {
      const all = urls(large);
      const url = all[Math.floor(all.length / 2)] ?? '';
      return [name, () => processes.cold(ours(url), large.account, url)] as const;
    });
    firsts = await inRounds(firstRounds, new Map(jobs));
  });

  it.each(firstAsked)('$name takes at most $most of the CPU time of a list', ({ name, most }) => {
    expect(firstRatio(name).median).toBeLessThan(most);
  });
});

const coldRatio = (name: string, part: keyof Cold): Spread =>
  required(
    `${name}, ${part}`,
    ratioOf(cold, name, variants.reference.name, (sample) => sample[part]),
  );
const warmRatio = (variant: Variant, question: string, part: keyof Warm = 'cpu'): Spread =>
  required(
    jobName(variant, question),
    ratioOf(warm, jobName(variant, question), jobName(variants.reference, question), (sample) => sample[part]),
  );
const firstRatio = (name: string): Spread =>
  required(
    name,
    ratioOf(firsts, name, firstList?.name ?? '', ({ first }) => first),
  );

const service = 'this service';
const nameOf = (variant: Variant) => (variants.deployed.has(variant.name) ? service : variant.name);
const times = ({ low, median, high }: Spread) => `${median.toFixed(2)} (${low.toFixed(2)}-${high.toFixed(2)})`;

function reportOfPeers(): string {
  const stacks = lists().map((variant) => {
    const [cold, warmed] = [coldRatio(variant.name, 'both'), warmRatio(variant, 'list')];
    return `${nameOf(variant)} ${cold.median.toFixed(2)}/${warmed.median.toFixed(2)}`;
  });
  const others = compared.map(({ name, url }) => `${name} ${times(warmRatio(ours(url(account)), name))}`);
  return [
    '### Beside other stacks',
    '',
    `CPU time of load with first request/of a warm request for 100 clients of 1,000, as ratios to the first stack, in ${coldRounds} (cold) and ${warmRounds} (warm) interleaved rounds: ${stacks.join('; ')}. Every stack checks and counts the key in one conditional write and returns the same body; the code is in [test/bench/peers](../test/bench/peers).`,
    '',
    `This service, warm, where the reference stores detail and overview as finished texts and searches the text of all clients: ${others.join(', ')}. Memory of a process that answered lists: ${times(warmRatio(ours(list), 'list', 'memory'))}.`,
  ].join('\n');
}

function reportOfColdStart(): string {
  const range = (ratios: readonly number[]) => `${Math.min(...ratios).toFixed(2)}-${Math.max(...ratios).toFixed(2)}`;
  const loads = range(variants.withoutWarmUp.map(({ name }) => coldRatio(name, 'load').median));
  const asked = (isSearch: boolean) =>
    range(
      firstAsked
        .filter(({ name }) => name.startsWith('search, ') === isSearch)
        .map(({ name }) => firstRatio(name).median),
    );
  return [
    `CPU time to load a function without its warm-up: ${loads}; of the first request after the warm-up: ${times(coldRatio(ours(list).name, 'first'))}.`,
    `The first request of a fresh process in an account of 10,000 clients, as a ratio to that of a list: searches of all clients ${asked(true)}, other questions ${asked(false)}.`,
  ].join(' ');
}
