import { aroundCalls, clientOf, type Opened } from '../store/clients.ts';

/** The table of a process that pauses before one of its calls. */
export function pausing(opened: Opened, call: number) {
  const table = clientOf(opened);
  let calls = 0;
  let goOn: () => void = () => undefined;
  let stand: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (goOn = resolve));
  const stands = new Promise<void>((resolve) => (stand = resolve));
  aroundCalls(table, async (send) => {
    calls += 1;
    if (calls === call) {
      stand();
      await released;
    }
    return send();
  });
  return { table, stands, goOn: () => goOn(), wasReached: () => calls >= call };
}
