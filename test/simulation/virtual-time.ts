import { AsyncLocalStorage } from 'node:async_hooks';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import type { World } from '../support/sim/world.ts';

/** A simulated process: an API container, a worker invocation or a command of the operator. */
export interface Life {
  readonly name: string;
  dead: boolean;
  /** The call, or the batch of writes, at which it is killed; undefined if it is not. */
  readonly end: End | undefined;
  calls: number;
  batches: number;
  /** From this call on calls take 300 times as long, so that it runs for minutes, as for a large account. */
  slowFrom: number;
  /** From this call on it may stop with all its timers, as on a laptop that is closed, and go on minutes later. */
  sleepsAt: number;
  maySleep: () => boolean;
  asleepUntil: number;
  /** How many of its attempts failed. */
  faults: number;
  /** Resolves when it is killed. */
  readonly killed: Promise<'killed'>;
  readonly kill: () => void;
}

export interface End {
  readonly counted: 'calls' | 'batches';
  readonly number: number;
  readonly moment: 'before' | 'after';
}

export function lifeOf(name: string, end?: End): Life {
  let die: (how: 'killed') => void = () => undefined;
  const killed = new Promise<'killed'>((resolve) => {
    die = resolve;
  });
  const life: Life = {
    name,
    end,
    killed,
    dead: false,
    calls: 0,
    batches: 0,
    slowFrom: Number.POSITIVE_INFINITY,
    sleepsAt: Number.POSITIVE_INFINITY,
    maySleep: () => true,
    asleepUntil: 0,
    faults: 0,
    kill: () => {
      life.dead = true;
      die('killed');
    },
  };
  return life;
}

const lives = new AsyncLocalStorage<Life>();

/** Runs the work as this process; returns `killed` as soon as the process is killed. */
export function within<T>(life: Life, work: () => Promise<T>): Promise<T | 'killed'> {
  return Promise.race([lives.run(life, work), life.killed]);
}

/** Whatever a killed process would do next never happens. */
export const never = new Promise<never>(() => undefined);

interface VirtualTimer {
  cancelled: boolean;
  readonly ref: () => VirtualTimer;
  readonly unref: () => VirtualTimer;
}

function timerOf(): VirtualTimer {
  const timer: VirtualTimer = { cancelled: false, ref: () => timer, unref: () => timer };
  return timer;
}

const cancel = (timer: unknown) => {
  if (timer && typeof timer === 'object' && 'cancelled' in timer) timer.cancelled = true;
};

/**
 * Runs the work with the world's time in all timers of Node and with seeded `Math.random`. Timers of a process that was
 * killed do not fire.
 */
export async function inVirtualTime<T>(world: World, random: () => number, work: () => Promise<T>): Promise<T> {
  const real = { ...timers };
  const { setTimeout, setInterval, clearTimeout, clearInterval } = globalThis;
  const { random: realRandom } = Math;
  const { timeout } = AbortSignal;
  const later = (milliseconds: number, happen: () => void): VirtualTimer => {
    const timer = timerOf();
    const life = lives.getStore();
    const fire = () => {
      if (timer.cancelled || life?.dead) return;
      if (life && world.now < life.asleepUntil) world.at(life.asleepUntil, fire);
      else happen();
    };
    world.at(world.now + milliseconds, fire);
    return timer;
  };
  const repeat = (milliseconds: number, happen: () => void): VirtualTimer => {
    const timer = timerOf();
    const life = lives.getStore();
    const tick = () => {
      if (timer.cancelled || life?.dead) return;
      if (life && world.now < life.asleepUntil) return world.at(life.asleepUntil, tick);
      happen();
      world.at(world.now + milliseconds, tick);
    };
    world.at(world.now + milliseconds, tick);
    return timer;
  };
  Object.assign(globalThis, {
    setTimeout: (happen: () => void, milliseconds = 0) => later(milliseconds, happen),
    setInterval: (happen: () => void, milliseconds = 0) => repeat(milliseconds, happen),
    clearTimeout: cancel,
    clearInterval: cancel,
  });
  Object.assign(timers, {
    setTimeout: (milliseconds = 0) => new Promise<void>((resolve) => later(milliseconds, resolve)),
  });
  AbortSignal.timeout = (milliseconds) => {
    const controller = new AbortController();
    later(milliseconds, () => controller.abort(new DOMException('timed out', 'TimeoutError')));
    return controller.signal;
  };
  Math.random = random;
  syncBuiltinESMExports();
  try {
    return await work();
  } finally {
    Object.assign(globalThis, { setTimeout, setInterval, clearTimeout, clearInterval });
    Object.assign(timers, real);
    AbortSignal.timeout = timeout;
    Math.random = realRandom;
    syncBuiltinESMExports();
  }
}
