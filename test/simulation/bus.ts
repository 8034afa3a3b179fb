import type { Mornings } from '../../shared/jobs/events.ts';
import { attempt } from './faulty-table.ts';
import { Broken } from './judge.ts';
import type { Simulated } from './simulated.ts';
import type { Life } from './virtual-time.ts';

export interface SimulatedBus {
  readonly mornings: (life: Life) => Mornings;
  /** Throws unless the event of this night was sent. */
  readonly expectSent: (account: string, date: string) => void;
}

/** EventBridge, which fails like other services and accepts some events twice. */
export function simulatedBus(simulated: Simulated): SimulatedBus {
  const textsById = new Map<string, string>();
  const nameOf = (account: string, date: string) => `${account} ${date}`;

  function accept(detail: string): void {
    const { id, customerId, day } = JSON.parse(detail) as { id: string; customerId: string; day: string };
    const shown = simulated.items.get(`CUST#${customerId} ROOT`)?.scoredFor;
    // nothing is shown of an account that was deleted in the meantime
    if (shown && 'N' in shown && Number(shown.N) < Date.parse(day) / 86_400_000) {
      throw new Broken(`the event ${id} was sent before the API showed its night`);
    }
    const before = textsById.get(id);
    if (before !== undefined && before !== detail) throw new Broken(`the event ${id} was sent with two texts`);
    textsById.set(id, detail).set(nameOf(customerId, day), detail);
  }

  return {
    mornings: (life) => ({
      withNames: false,
      send: async (detail) => {
        await attempt(simulated, life, 3000, async () => accept(detail), {});
      },
    }),
    expectSent: (account, date) => {
      if (!textsById.has(nameOf(account, date))) throw new Broken(`the event of ${account} for ${date} was never sent`);
    },
  };
}
