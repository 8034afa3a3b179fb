import { mappingOf } from '../../../import/mapping/bind.ts';
import { loadMapping } from '../../../import/mapping/load.ts';
import { dayOf } from '../../../shared/domain/dates.ts';
import { isMeasure } from '../../../shared/domain/scoring/measures.ts';
import type { Norms } from '../../../shared/domain/scoring/norms.ts';
import { normsOfWeek } from '../../../shared/domain/scoring/norms-of-week.ts';
import {
  endedSignal,
  type OpenMeasure,
  type OpenSignal,
  signalsOfRun,
  stepsOf,
} from '../../../shared/domain/scoring/open-signals.ts';
import { type Signal, score } from '../../../shared/domain/scoring/scoring.ts';
import { days, firstDay, type WorldClient } from './world.ts';

/** `before`: by polarities alone. `now`: by what is usual in the account and for the client. */
export type Model = 'before' | 'now';

/** What the files of an evening make of a client. */
export interface Evidence {
  readonly closed: readonly (Signal & { readonly id: string })[];
  readonly open: readonly OpenSignal[];
}

/** Mondays, half a year in, so that clients have habits. On the evenings before them, the files are imported. */
export const scoredDays = Array.from({ length: Math.floor((days - 182) / 7) }, (_, at) => 182 + 7 * at);

/** What scoring knows in the night of each scored day, of each client. */
export async function evidenceOf(world: readonly WorldClient[]): Promise<Evidence[][]> {
  const read = await readerOf(world);
  const clients = world.map(({ rows }) =>
    rows.flatMap(({ system, states }) => {
      const inFiles = states
        .map((state, at) => ({ ...state, until: states[at + 1]?.from ?? Number.POSITIVE_INFINITY }))
        .filter(({ from, until }) => scoredDays.some((day) => from < day && until >= day));
      let known: Evidence['closed'] = [];
      let waiting: readonly OpenSignal[] = [];
      return inFiles.map(({ from, until, cells }) => {
        const { closed, open, ended } = read(system, cells);
        // the file of this evening is the first that has the end
        const evening = firstDay + (scoredDays.find((day) => from < day) ?? 0) - 1;
        const become = waiting.filter(({ id }) => ended.has(id)).flatMap((each) => endedSignal(each, evening) ?? []);
        // what a row said stays, until it says something else: an invoice was disputed, also when it is paid
        const said = [...closed, ...become];
        known = [...known.filter(({ id }) => said.every((each) => each.id !== id)), ...said];
        const seen = firstDay + (scoredDays.findLast((day) => until >= day) ?? 0) - 1;
        waiting = open.map((each) => ({ ...each, seen }));
        return { from, until, closed: known, open };
      });
    }),
  );
  return scoredDays.map((day) =>
    clients.map((states) => {
      const current = states.filter(({ from, until }) => from < day && until >= day);
      const closed = current.flatMap((state) => state.closed);
      const open = current.flatMap((state) => state.open).map((each) => ({ ...each, seen: firstDay + day - 1 }));
      return { closed, open };
    }),
  );
}

/** The score of a client on a day, and on how many topics it rests. */
export interface Scored {
  readonly score: number;
  readonly scoredTopics: number;
}

/** Of each client on the scored days. */
export function scoredOf(evidence: readonly (readonly Evidence[])[], model: Model): Scored[][] {
  const scored: Scored[][] = (evidence[0] ?? []).map(() => []);
  for (const [week, clients] of evidence.entries()) {
    const today = firstDay + (scoredDays[week] ?? 0);
    const norms: Norms | undefined =
      model === 'now'
        ? normsOfWeek(
            clients.map(({ closed }) => closed),
            today,
          )
        : undefined;
    clients.forEach(({ closed, open }, at) => {
      const computed = score([...closed, ...signalsOfRun(open, today)], today, norms);
      const last = scored[at]?.at(-1)?.score ?? 100;
      scored[at]?.push({ score: computed.score ?? last, scoredTopics: computed.scoredTopics });
    });
  }
  return scored;
}

export function scoresOf(evidence: readonly (readonly Evidence[])[], model: Model): number[][] {
  return scoredOf(evidence, model).map((weeks) => weeks.map(({ score }) => score));
}

/** How far each score fell in four weeks, as a score: more is better. */
export function fallOf(scores: readonly (readonly number[])[]): number[][] {
  return scores.map((weeks) => weeks.map((score, week) => score - (weeks[week - 4] ?? score)));
}

/** What would be known if nobody had imported anything before the last evening. */
export function computedBack(evidence: readonly (readonly Evidence[])[]): (readonly Evidence[])[] {
  return evidence.map(() => evidence.at(-1) ?? []);
}

/** Reads rows as the presets do. */
async function readerOf(world: readonly WorldClient[]) {
  const rows = world.flatMap((client) => client.rows);
  const systems = new Map(
    await Promise.all(
      [...Map.groupBy(rows, ({ system }) => system)].map(async ([system, [row]]) => {
        const headers = Object.keys(row?.states[0]?.cells ?? {});
        const mapping = mappingOf((await loadMapping(system)).files[0] ?? raise(system), system);
        const format = { zone: 'UTC' };
        return [system, { ...mapping.bind(headers, format), headers }] as const;
      }),
    ),
  );
  return (system: string, row: Readonly<Record<string, string>>): Evidence & { readonly ended: Set<string> } => {
    const { headers, rowsOf, endedIdsOf } = systems.get(system) ?? raise(system);
    const cells = headers.map((header) => row[header] ?? '');
    const made = rowsOf({ line: 1, cells });
    return {
      ended: new Set(endedIdsOf?.(cells)),
      closed: made.flatMap(({ made: given, isOpen }) => {
        if (!given || isOpen) return [];
        const [measure = '', value] = String(given.measured ?? '').split('=');
        return {
          id: String(given.id),
          day: dayOf(String(given.date)),
          topic: String(given.topic),
          polarity: Number(given.polarity),
          weight: Number(given.weight ?? 1),
          ...(isMeasure(measure) && { measure, value: Number(value) }),
        };
      }),
      open: made.flatMap(({ made: given, isOpen }) => {
        if (!given || !isOpen) return [];
        return {
          id: String(given.id),
          feed: system,
          since: dayOf(String(given.since)),
          topic: String(given.topic),
          steps: stepsOf(String(given.steps)) ?? [],
          weight: Number(given.weight ?? 1),
          seen: 0,
          ...(given.measure != null && { measure: given.measure as OpenMeasure }),
        };
      }),
    };
  };
}

function raise(what: string): never {
  throw new Error(`There is nothing for ${what}.`);
}
