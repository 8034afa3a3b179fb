const dayMs = 86_400_000;

/** Calls at every 00:00 UTC, with the time that it stands for, for as long as the process runs. Returns what ends it. */
export function everyMidnight(call: (scheduledTime: string) => void): () => void {
  let timer: NodeJS.Timeout;
  const wait = () => {
    const next = (Math.floor(Date.now() / dayMs) + 1) * dayMs;
    timer = setTimeout(() => {
      // a machine that slept wakes late, and scores the day that it wakes in
      const midnight = Math.floor(Date.now() / dayMs) * dayMs;
      call(new Date(Math.max(midnight, next)).toISOString());
      wait();
    }, next - Date.now());
    // on its own it keeps no process alive
    timer.unref();
  };
  wait();
  return () => clearTimeout(timer);
}
