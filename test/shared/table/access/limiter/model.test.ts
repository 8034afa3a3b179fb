import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { holdsAsync } from '../../../../support/holds.ts';
import { changeKey, putKey } from '../../../../support/service/api-keys.ts';
import { type Answer, idsOf, keyCheckerOn } from '../../../../support/sim/key-checker.ts';
import { tried } from '../../../../support/size.ts';
import { memoryTable } from '../../../../support/store/table.ts';

// A model of the limiter: three counters and a clock, without DynamoDB.

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000];
const windows = [
  { letter: 'd', length: day, limit: 50_000 },
  { letter: 'h', length: hour, limit: 5_000 },
  { letter: 'm', length: minute, limit: 100 },
];
/** Two and a half minutes before midnight, where a day, an hour and a minute end together. */
const start = Date.UTC(2026, 10, 20, 23, 57, 30);
const containerCount = 4;

interface Model {
  now: number;
  state: 'active' | 'revoked' | 'suspended';
  exp: number | undefined;
  readonly skews: number[];
  readonly counts: Map<string, number>;
  readonly refusals: Map<number, { since: number; until: number; limit: number; reset: number }>;
}

const container = fc.nat(containerCount - 1);
const step = <Do extends string, Rest extends object>(
  weight: number,
  does: Do,
  rest: { [Name in keyof Rest]: fc.Arbitrary<Rest[Name]> },
) => ({ weight, arbitrary: fc.record(rest).map((given) => ({ do: does, ...(given as Rest) })) });
const steps = fc.array(
  fc.oneof(
    step(6, 'requests', { count: fc.constantFrom(1, 1, 1, 3, 40, 101), container }),
    step(3, 'go to the end of', {
      length: fc.constantFrom(10 * second, minute, minute, hour, day),
      apart: fc.constantFrom(-1, 0, 1),
    }),
    step(2, 'wait', { milliseconds: fc.constantFrom(1, 9_999, 10_000, 130_000) }),
    step(1, 'set state', { state: fc.constantFrom<Model['state']>('active', 'active', 'revoked', 'suspended') }),
    step(1, 'expire', { inSeconds: fc.constantFrom(-1, 0, 1, 60) }),
    step(1, 'skew', { container, skew: fc.integer({ min: -3_000, max: 3_000 }) }),
  ),
  { minLength: 3, maxLength: 14 },
);

/** How many requests each window has left at the start. Any of the three may run out first. */
const left = fc.record({
  m: fc.integer({ min: 0, max: 100 }),
  h: fc.integer({ min: 0, max: 150 }),
  d: fc.integer({ min: 0, max: 200 }),
});

/** Four containers, each with its own clock, give the same results as the model. */
const answersLikeTheModel = fc.asyncProperty(left, steps, async (rest, plan) => {
  const table = memoryTable();
  const counts = new Map(
    windows.map(({ letter, length, limit }) => [
      `${letter}${Math.floor(start / length)}`,
      limit - rest[letter as keyof typeof rest],
    ]),
  );
  const apiKey = await putKey(table, { w: Object.fromEntries(counts) });
  const model: Model = {
    now: start,
    state: 'active',
    exp: undefined,
    counts,
    skews: Array(containerCount).fill(0),
    refusals: new Map(),
  };
  const containers = Array.from({ length: containerCount }, (_, at) => keyCheckerOn(table, { randomBytes: idsOf(at) }));

  for (const step of plan) {
    if (step.do === 'go to the end of') {
      const end = (Math.floor(model.now / step.length) + 1) * step.length;
      // time never runs backwards
      model.now = Math.max(model.now, end + step.apart);
    }
    if (step.do === 'wait') model.now += step.milliseconds;
    if (step.do === 'skew') model.skews[step.container] = step.skew;
    if (step.do === 'set state') {
      model.state = step.state;
      await changeKey(table, apiKey, { st: step.state });
    }
    if (step.do === 'expire') {
      model.exp = Math.floor(model.now / second) + step.inSeconds;
      await changeKey(table, apiKey, { exp: model.exp });
    }
    if (step.do === 'requests') {
      const asked = containers[step.container];
      if (!asked) continue;
      asked.deps.now = model.now + (model.skews[step.container] ?? 0);
      for (let request = 0; request < step.count; request += 1) {
        expect(await asked.ask(apiKey)).toEqual(modelAnswer(model, step.container, asked.deps.now));
      }
    }
  }
});

function modelAnswer(model: Model, at: number, now: number): Answer {
  const remembered = model.refusals.get(at);
  if (remembered && now >= remembered.since && now < remembered.until) return refusal(remembered, now);
  if (model.state === 'revoked' || (model.exp !== undefined && model.exp <= Math.floor(now / second))) {
    model.refusals.delete(at);
    return { refused: 'Unauthorized' };
  }
  if (model.state === 'suspended') {
    model.refusals.delete(at);
    return { refused: 'Forbidden' };
  }
  const open = windows.map(({ letter, length, limit }) => {
    const index = Math.floor(now / length);
    const name = `${letter}${index}`;
    return { name, limit, left: limit - (model.counts.get(name) ?? 0), reset: ((index + 1) * length) / second };
  });
  const full = open.find(({ left: remaining }) => remaining <= 0);
  if (full) {
    const { limit, reset } = full;
    const remembering = { limit, reset, since: now, until: Math.min(now + 10 * second, reset * second) };
    model.refusals.set(at, remembering);
    return refusal(remembering, now);
  }
  model.refusals.delete(at);
  for (const { name } of open) model.counts.set(name, (model.counts.get(name) ?? 0) + 1);
  const fewest = Math.min(...open.map(({ left: remaining }) => remaining));
  // if several windows are equal, the longest is reported
  const binding = open.find(({ left: remaining }) => remaining === fewest);
  return { admitted: 'acme', limit: binding?.limit ?? 0, remaining: fewest - 1, reset: binding?.reset ?? 0 };
}

function refusal({ limit, reset }: { limit: number; reset: number }, now: number): Answer {
  return { refused: 'RateLimited', limit, reset, retryAfter: Math.max(1, Math.ceil((reset * second - now) / second)) };
}

const plans = tried(60, 500, 2_000);
type Plan = typeof steps extends fc.Arbitrary<infer Steps> ? Steps : never;
const some = { do: 'requests' as const, count: 3 as const, container: 0 };
/** Each window is filled, and full until it ends. */
const examples = (['m', 'h', 'd'] as const).map((letter, at): [{ m: number; h: number; d: number }, Plan] => {
  const goto = { do: 'go to the end of' as const, length: [minute, hour, day][at] ?? minute };
  const plan: Plan = [some, { ...goto, apart: -1 }, some, { ...goto, apart: 0 }, some];
  return [{ m: 50, h: 100, d: 150, [letter]: 1 }, plan];
});

it(`four containers give the answers of a model of three counters, across the ends of minute, hour and day, in ${plans} plans`, async () => {
  await holdsAsync(answersLikeTheModel, { numRuns: plans, examples });
});
