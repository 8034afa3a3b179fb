import { mappingOf } from '../../import/mapping/bind.ts';
import { loadMapping } from '../../import/mapping/load.ts';
import { dayOf } from '../../shared/domain/dates.ts';
import { isMeasure } from '../../shared/domain/scoring/measures.ts';
import { type Norms, normsOfWeek } from '../../shared/domain/scoring/norms.ts';
import { signalsOfRun, stepsOf } from '../../shared/domain/scoring/open-signals.ts';
import { type Signal, score } from '../../shared/domain/scoring/scoring.ts';
import { days, firstDay, type Row, type WorldClient } from './world.ts';

/** `before`: by polarities alone. `now`: by what is usual in the account and for the client. */
export type Model = 'before' | 'now';

interface Known extends Signal {
  /** A file has it from this day on. */
  readonly known: number;
}

/** The signals that the presets make of the rows. */
async function signalsOf(rows: readonly Row[]): Promise<Known[]> {
  const found: Known[] = [];
  for (const [system, ofSystem] of Map.groupBy(rows, (row) => row.system)) {
    const headers = [...new Set(ofSystem.flatMap(({ states }) => Object.keys(states.at(-1)?.cells ?? {})))];
    const [file] = (await loadMapping(system)).files;
    if (!file) continue;
    const bound = mappingOf(file, system).bind(headers, { zone: 'UTC' });
    for (const { states } of ofSystem) {
      const { cells, from: known } = states.at(-1) ?? { cells: {}, from: days };
      const row = { line: 1, cells: headers.map((header) => cells[header] ?? '') };
      for (const { cells: values } of bound.rowsOf(row)) {
        const of = (header: string) => values[bound.headers.indexOf(header)] ?? '';
        const [measure = '', value] = of('Measure').split('=');
        found.push({
          known: firstDay + known,
          day: dayOf(of('Date')),
          topic: of('Topic'),
          polarity: Number(of('Polarity')),
          weight: Number(of('Weight') || 1),
          ...(isMeasure(measure) && { measure, value: Number(value) }),
        });
      }
    }
  }
  return found;
}

const overdue = stepsOf('0:,14:-0.3,30:-0.7,:-1') ?? [];

/** The scores of each client on the day after each week, from the 26th week on. Files come every Monday. */
export async function scoresOf(world: readonly WorldClient[], model: Model): Promise<number[][]> {
  const signals = await Promise.all(world.map(({ rows }) => signalsOf(rows)));
  const scores: number[][] = world.map(() => []);
  for (const day of scoredDays) {
    const today = firstDay + day;
    const known = signals.map((all) => all.filter((each) => each.known < today));
    const norms: Norms | undefined = model === 'now' ? normsOfWeek(known.flat(), today) : undefined;
    world.forEach(({ rows }, at) => {
      const open = unpaidOf(rows)
        .filter(({ due, paid }) => due < day && paid >= day)
        .map(({ due }) => ({
          id: `i${due}`,
          feed: 'invoices',
          since: firstDay + due,
          topic: 'billing_payment',
          steps: overdue,
          weight: 1,
          seen: today - 1,
          measure: 'days-late' as const,
        }));
      const all = [...(known[at] ?? []), ...signalsOfRun(open, today)];
      scores[at]?.push(score(all, today, norms).score ?? 100);
    });
  }
  return scores;
}

/** Invoices that were unpaid after their due dates. */
const unpaidOf = (rows: readonly Row[]) =>
  rows.flatMap(({ system, states: [, paid] }) => {
    if (system !== 'invoices' || !paid) return [];
    return [{ due: dayOf(paid.cells['Due Date'] ?? '') - firstDay, paid: paid.from }];
  });

/** Mondays, half a year in, so that clients have habits. */
export const scoredDays = Array.from({ length: Math.floor((days - 182) / 7) }, (_, at) => 182 + 7 * at);
