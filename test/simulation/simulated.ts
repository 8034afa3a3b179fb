import { choicesOf } from '../support/choices.ts';
import type { MemDynamo } from '../support/mem-dynamo/mem-dynamo.ts';
import { memDynamo } from '../support/mem-dynamo/mem-dynamo.ts';
import { staleReads } from '../support/mem-dynamo/stale-reads.ts';
import { bytesOf, randomOf } from '../support/random.ts';
import { quiet, worldAt } from '../support/sim/world.ts';
import type { FaultCounts, Network } from './faulty-table.ts';
import { expectNothingMissing, isCount, Ledger } from './judge.ts';
import { type Recorder, record } from './recorded-store.ts';
import { type Life, lifeOf } from './virtual-time.ts';

export interface Counts extends FaultCounts {
  redelivered?: number;
  requests?: number;
  answersChecked?: number;
  momentsTried?: number;
  /** The evenings on which views were compared with facts. */
  evenings?: number;
}

/** What all parts of a simulated world share. */
export interface Simulated extends Network {
  readonly store: Pick<MemDynamo, 'perform'>;
  readonly recorder: Recorder;
  readonly ledger: Ledger;
  readonly count: Counts;
  readonly items: MemDynamo['items'];
  readonly randomBytes: (count: number) => Uint8Array;
  /** A process that is killed with this probability, at one of its first `calls` calls, or `batches` of writes. */
  readonly newLife: (name: string, killed: number, calls: number, batches?: number) => Life;
  /** The error of the clock of this process, in milliseconds. */
  readonly skew: (life: Life) => number;
  /** True if nothing fails: in the twin, and at the end. */
  readonly isCalm: () => boolean;
  readonly calm: () => void;
  /** Adds a line to the transcript. */
  readonly tell: (line: string) => void;
  readonly transcript: string[];
  /** Ends the simulation: a promise did not hold. */
  readonly fail: (error: unknown) => void;
  readonly failure: () => unknown;
}

export const longestSkewMs = 2000;

/** What is active all the time. */
const idle = /^(Pipe|TTY|Timeout|Immediate|Signal|Message)/;

/** Also waits for files that a command reads: between two calls of the file system nothing is active for a turn or two. */
async function settled(): Promise<void> {
  for (let turns = 0; turns < 3; turns += 1) {
    await quiet();
    if (process.getActiveResourcesInfo().some((name) => !idle.test(name))) turns = -1;
  }
}

export function simulatedWorld(seed: number, start: number, faults: number): Simulated {
  const random = randomOf(seed);
  const choices = choicesOf(random);
  const world = worldAt(start, settled);
  const count: Counts = {};
  const ledger = new Ledger();
  const base = faults > 0 ? staleReads(random, 'partition', () => world.now) : memDynamo();
  const { store, recorder } = record(base, () => world.now);
  const transcript: string[] = [];
  const skews = new WeakMap<Life, number>();
  let failure: unknown;

  const simulated: Simulated = {
    world,
    choices,
    faults,
    recorder,
    ledger,
    count,
    transcript,
    items: base.items,
    store: {
      perform: (operation, input) => {
        const output = store.perform(operation, input);
        try {
          if (operation === 'UpdateItem' && isCount(input)) ledger.count(input);
          if (operation === 'PutItem') expectNothingMissing(base.items, input);
        } catch (error) {
          simulated.fail(error);
        }
        return output;
      },
    },
    randomBytes: bytesOf(randomOf(seed + 1_000_000)),
    newLife: (name, killed, calls, batches) => {
      if (simulated.faults === 0 || !choices.yes(killed)) return lifeOf(name);
      const counted = batches !== undefined && choices.yes(0.5) ? 'batches' : 'calls';
      const number = 1 + choices.upTo((counted === 'calls' ? calls : (batches ?? 1)) - 1);
      return lifeOf(name, { counted, number, moment: choices.one(['before', 'after']) });
    },
    skew: (life) => {
      if (faults === 0) return 0;
      const known = skews.get(life) ?? Math.round((choices.fraction() * 2 - 1) * longestSkewMs);
      skews.set(life, known);
      return known;
    },
    isCalm: () => simulated.faults === 0,
    calm: () => {
      simulated.faults = 0;
    },
    tell: (line) => void transcript.push(`${new Date(world.now).toISOString()} ${line}`),
    fail: (error) => {
      if (failure === undefined) failure = error;
      world.stop();
    },
    failure: () => failure,
  };
  return simulated;
}
