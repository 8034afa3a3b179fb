import * as z from 'zod';
import type { BoardData } from './collect.ts';

const mostKept = 2000;

const snapshotSchema = z.object({
  customerId: z.string(),
  scope: z.string(),
  scoresUpdatedAt: z.string().nullable(),
  score: z.number(),
  breakdown: z.record(z.string(), z.number()),
  /** Ids of the clients at high risk, at most the 2,000 with the lowest scores. */
  highRisk: z.array(z.string()),
});

/** The data that a later board is compared with. */
export type Snapshot = z.output<typeof snapshotSchema>;

export function snapshotOf({ overview, scope, rows }: BoardData): Snapshot {
  const { customerId, scoresUpdatedAt, score, breakdown } = overview;
  const highRisk = rows.filter(({ level }) => level === 'highRisk').map(({ id }) => id);
  return {
    customerId,
    scope,
    scoresUpdatedAt,
    score,
    breakdown: { ...breakdown },
    highRisk: highRisk.slice(-mostKept),
  };
}

/** Throws unless the earlier board is of the same clients. */
export function expectSameClients({ customerId, scope }: Snapshot, data: BoardData, file: string): void {
  if (customerId === data.overview.customerId && scope === data.scope) return;
  const [earlier, now] = [`${scope} of ${customerId}`, `${data.scope} of ${data.overview.customerId}`];
  throw new Error(`${file} is a board of ${earlier}, and this one is of ${now}. Give --since one of the same clients.`);
}

const begin = '<script type="application/json" id="snapshot">';

/** A data block: browsers do not run it, and no text in it can end it. */
export function embedded(snapshot: Snapshot): string {
  return `${begin}${JSON.stringify(snapshot).replaceAll('<', '\\u003c')}</script>`;
}

export function snapshotIn(page: string, file: string): Snapshot {
  const from = page.indexOf(begin);
  const text = page.slice(from + begin.length, page.indexOf('</script>', from));
  try {
    if (from >= 0) return snapshotSchema.parse(JSON.parse(text));
  } catch {
    // reported below
  }
  throw new Error(`${file} is no board. Give --since a file that this command has written.`);
}
