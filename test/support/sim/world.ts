/** A virtual clock that advances only when nothing is left to do at the current time. */
export interface World {
  readonly now: number;
  at(time: number, happen: () => void): void;
  sleep(milliseconds: number): Promise<void>;
  /** Runs until no event is left. */
  run(): Promise<void>;
  /** Drops all events, so that `run` ends. */
  stop(): void;
}

interface Happening {
  readonly time: number;
  readonly turn: number;
  readonly happen: () => void;
}

/** `settled` waits for everything that happens without the clock. */
export function worldAt(start: number, settled: () => Promise<void> = quiet): World {
  const heap: Happening[] = [];
  let turn = 0;
  const world = {
    now: start,
    at(time: number, happen: () => void) {
      turn += 1;
      push(heap, { time: Math.max(time, world.now), turn, happen });
    },
    sleep: (milliseconds: number) => new Promise<void>((wake) => world.at(world.now + milliseconds, wake)),
    async run() {
      await settled();
      for (let next = pop(heap); next; next = pop(heap)) {
        world.now = next.time;
        next.happen();
        await settled();
      }
    },
    stop() {
      heap.length = 0;
    },
  };
  return world;
}

const realImmediate = setImmediate;

/** Waits for all promises that can settle: the simulation awaits only promises and the world. */
export function quiet(): Promise<void> {
  return new Promise((resolve) => realImmediate(resolve));
}

function before(a: Happening, b: Happening): boolean {
  return a.time < b.time || (a.time === b.time && a.turn < b.turn);
}

function push(heap: Happening[], entry: Happening): void {
  let at = heap.push(entry) - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    const above = heap[parent];
    if (!above || !before(entry, above)) break;
    heap[at] = above;
    at = parent;
  }
  heap[at] = entry;
}

function pop(heap: Happening[]): Happening | undefined {
  const first = heap[0];
  const last = heap.pop();
  if (!last || heap.length === 0) return first;
  let at = 0;
  for (;;) {
    const left = heap[2 * at + 1];
    const right = heap[2 * at + 2];
    const child = left && right && before(right, left) ? 2 * at + 2 : 2 * at + 1;
    const smallest = heap[child];
    if (!smallest || !before(smallest, last)) break;
    heap[at] = smallest;
    at = child;
  }
  heap[at] = last;
  return first;
}
