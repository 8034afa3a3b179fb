const dayMs = 86_400_000;
/** Timers stand still while the machine sleeps, so the clock is looked at in between. */
const longestWait = 900_000;

/** Calls `call` at every 00:00 UTC with that time. Returns a function that stops it. */
export function everyMidnight(call: (scheduledTime: string) => void): () => void {
  let timer: NodeJS.Timeout;
  const wait = () => {
    const next = (Math.floor(Date.now() / dayMs) + 1) * dayMs;
    timer = setTimeout(
      () => {
        // after sleep or hibernation the timer is late: that of the current day counts
        const midnight = Math.floor(Date.now() / dayMs) * dayMs;
        if (midnight >= next) call(new Date(midnight).toISOString());
        wait();
      },
      Math.min(next - Date.now(), longestWait),
    );
    // the timer alone must not keep the process alive
    timer.unref();
  };
  wait();
  return () => clearTimeout(timer);
}
