import { lifeOf } from '../../support/service/life.ts';
import { scoredDays } from './scored.ts';
import { dateOf, firstDay, type Row, type WorldClient } from './world.ts';

export const clientId = (at: number) => `c-${at}`;
const hourMs = 3_600_000;

/** The scores of each client on the scored days, from files that are imported on the evenings before them, and nights. */
export async function servedScores(world: readonly WorldClient[]): Promise<number[][]> {
  const { life, apiKey, evening } = await agencyOf(world);
  for (const [week, day] of scoredDays.entries()) {
    await evening(scoredDays[week - 1] ?? 0, day);
    await life.night(firstDay + day);
  }

  const ask = await life.asker(apiKey);
  const last = scoredDays.at(-1) ?? 0;
  const scores: number[][] = [];
  for (const at of world.keys()) {
    const { body } = await ask(`/clients/${clientId(at)}/history?days=365`);
    const { historicalData } = JSON.parse(body) as { readonly historicalData: readonly number[] };
    scores.push(scoredDays.map((day) => historicalData.at(day - last - 1) ?? Number.NaN));
  }
  return scores;
}

/** An account with these clients. `evening` imports the rows of a time, before the night of its end. */
export async function agencyOf(world: readonly WorldClient[]) {
  const midnight = (day: number) => (firstDay + day) * 24 * hourMs;
  const life = lifeOf(new Map(), midnight(0));
  await life.run('accounts create --account agency --name Agency');
  const { apiKey } = await life.newKey('agency');
  const clients = world.map(({ name }, at) => `${clientId(at)},${name}`);
  await life.importFiles('agency', { 'clients.csv': ['Client ID,Name', ...clients].join('\n') });
  const rows = Map.groupBy(
    world.flatMap((client) => client.rows),
    ({ system }) => system,
  );
  const maps = [...rows.keys()].map((system) => `--map ${system}`).join(' ');
  const evening = async (since: number, until: number) => {
    life.world.now = midnight(until) - 2 * hourMs;
    const files = [...rows].flatMap(([system, all]) => {
      const text = fileOf(all, since, until);
      return text === undefined ? [] : [[`${system}-${dateOf(until - 1)}.csv`, text] as const];
    });
    await life.importFiles('agency', Object.fromEntries(files), maps);
    life.world.now = midnight(until);
  };
  return { life, apiKey, evening };
}

/** The rows that are not over or have changed since a day, as they are before another; undefined if there are none. */
function fileOf(rows: readonly Row[], since: number, until: number): string | undefined {
  const changed = rows.flatMap(({ states }) => {
    const now = states.findLast(({ from }) => from < until);
    return now && (now.from >= since || now !== states.at(-1)) ? [now.cells] : [];
  });
  const headers = Object.keys(changed[0] ?? {});
  if (headers.length === 0) return undefined;
  return [headers, ...changed.map((cells) => headers.map((header) => cells[header]))]
    .map((cells) => cells.join(','))
    .join('\n');
}
