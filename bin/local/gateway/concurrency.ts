/** Returns a function that runs tasks, at most `limit` at a time. Others wait in order. */
export function limitConcurrency(limit: number): <T>(task: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (running < limit) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      // the next waiting task takes this slot, so that a newly arriving task cannot overtake it
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
