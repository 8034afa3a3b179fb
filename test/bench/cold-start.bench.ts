import { beforeAll, describe, expect, it } from 'vitest';
import { randomOf } from '../support/random.ts';
import { eventFor } from '../support/service/events.ts';
import { lambdaEnvironment, runBundle, type Seen } from '../support/service/fresh-process.ts';
import { useTable } from '../support/store/table.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { putBothKeys, putList } from './cold-start/list.ts';
import { buildVariants, type Variant, type Variants } from './cold-start/variants.ts';

// Fresh processes in rounds: every round runs every variant once, in a new order, and a ratio is the median of the
// ratios within the rounds. Milliseconds depend on the machine; ratios are comparable between machines.

const coldRounds = 13;
const warmRounds = 5;
const [warming, measuring] = [300, 600];
/** A key's item stores the request ids of ten seconds: this many at one request a second. */
const requestsPerKey = 10;

const database = useTable();
const folder = temporaryFolder();
const cold = new Map<Variant, Seen[]>();
const warm = new Map<Variant, Seen[]>();
let variants: Variants;

beforeAll(async () => {
  variants = await buildVariants(folder);
  await putList(database.table);
  const { reference, frugal, clients, functions } = variants;
  for (const variant of [reference, clients, ...functions]) await runCold(variant); // into the page cache
  await inRounds(coldRounds, [reference, frugal, clients, ...functions], cold, runCold);
  await inRounds(warmRounds, [reference, frugal, clients], warm, runWarm);
  console.log(table());
}, 300_000);

describe('compared with a bare handler on the same client', () => {
  it('the function returns the same body', () => {
    const [bare, ours] = [variants.reference, variants.clients].map((variant) => cold.get(variant)?.[0]?.answers[0]);

    expect(ours?.statusCode).toBe(200);
    expect(JSON.parse(ours?.body ?? '')).toEqual(JSON.parse(bare?.body ?? ''));
  });

  it('every API function loads in at most 0.80 of its CPU time, without the warm-up', () => {
    for (const variant of variants.functions) expect(ratio(cold, variant, loading), variant.name).toBeLessThan(0.8);
  });

  it('the first request takes at most 0.35 of its CPU time, after the warm-up', () => {
    expect(ratio(cold, variants.clients, first)).toBeLessThan(0.35);
  });

  it('a warm request takes at most 0.85 of its CPU time', () => {
    expect(ratio(warm, variants.clients, running)).toBeLessThan(0.85);
  });
});

// loading never waits, so CPU time measures it without the influence of other programs
const loading = ({ load }: Seen) => load.cpu;
const first = ({ answers }: Seen) => answers[0]?.cpu ?? Number.NaN;
const running = ({ run }: Seen) => run.cpu / measuring;

async function inRounds(
  rounds: number,
  all: readonly Variant[],
  samples: Map<Variant, Seen[]>,
  run: (variant: Variant) => Promise<Seen>,
): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const random = randomOf(round);
    const order = all.map((variant) => ({ variant, place: random() })).sort((a, b) => a.place - b.place);
    for (const { variant } of order) samples.set(variant, [...(samples.get(variant) ?? []), await run(variant)]);
  }
}

async function runCold({ file, query }: Variant): Promise<Seen> {
  const events = query === undefined ? [] : [eventFor('/clients', await putBothKeys(database.table), query)];
  return run(file, { events });
}

async function runWarm({ file, query }: Variant): Promise<Seen> {
  const count = warming + measuring;
  const keys = await Promise.all(Array.from({ length: count / requestsPerKey }, () => putBothKeys(database.table)));
  const events = Array.from({ length: count }, (_, at) => eventFor('/clients', keys[at % keys.length], query));
  return run(file, { warming: events.slice(0, warming), measured: events.slice(warming) });
}

function run(bundle: string, events: Omit<Parameters<typeof runBundle>[0], 'bundle' | 'environment'>): Promise<Seen> {
  return runBundle({ bundle, environment: lambdaEnvironment(database.address), pinned: true, ...events });
}

/** The median over the rounds of the ratio of a variant to the reference in the same round. */
function ratio(samples: Map<Variant, Seen[]>, variant: Variant, value: (seen: Seen) => number): number {
  const reference = samples.get(variants.reference) ?? [];
  return median((samples.get(variant) ?? []).map((seen, round) => value(seen) / value(reference[round] as Seen)));
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function table(): string {
  const cell = (samples: Map<Variant, Seen[]>, variant: Variant, value: (seen: Seen) => number) => {
    const seen = samples.get(variant);
    return seen && value(seen[0] as Seen)
      ? `${median(seen.map(value)).toFixed(2)} (${ratio(samples, variant, value).toFixed(2)})`
      : '';
  };
  const { reference, frugal, clients, functions } = variants;
  const rows = [reference, frugal, clients, ...functions].map((variant) => {
    const kilobytes = (variant.bytes / 1000).toFixed(1);
    const cells = [cell(cold, variant, loading), cell(cold, variant, first), cell(warm, variant, running)];
    return `| ${variant.name} | ${kilobytes} | ${cells.join(' | ')} |`;
  });
  return [
    '| bundle | KB | load CPU ms (×) | first request CPU ms (×) | warm request CPU ms (×) |',
    '|---|---:|---:|---:|---:|',
    ...rows,
  ].join('\n');
}
