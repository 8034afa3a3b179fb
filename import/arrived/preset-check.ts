import type { Format } from '../../shared/domain/cells/dates.ts';
import { type Problem, Problems } from '../files/problems.ts';
import type { Input } from '../files/source.ts';
import { loadMapping, presetNames } from '../mapping/load.ts';
import { presetsOfAnyOrigin } from '../mapping/presets.ts';
import type { KeptRows } from '../rows/kept-rows.ts';
import { readFile } from '../rows/read.ts';
import { rowReader } from '../rows/rows.ts';
import { feedNames } from './feed-names.ts';
import { sourcesOf } from './sources-of.ts';

const mostBytes = 2 ** 20;

/**
 * The presets with which the file is read: those of a system first, then those that leave out fewest rows and use most
 * columns. They are tried with about so many of its first rows.
 */
export async function fittingPresets(input: Input, format: Format, mostRows: number): Promise<string[]> {
  const fitting: { readonly preset: string; readonly bad: number; readonly columns: number }[] = [];
  for (const preset of presetNames) {
    const read = await readWith(preset, input, format, mostRows);
    if (read) fitting.push({ preset, ...read });
  }
  const isForAny = ({ preset }: { readonly preset: string }) => Number(presetsOfAnyOrigin.has(preset));
  return fitting
    .toSorted((a, b) => isForAny(a) - isForAny(b) || a.bad - b.bad || b.columns - a.columns)
    .map(({ preset }) => preset);
}

/** Undefined if the preset does not describe the file, or if more than a fifth of its rows would be bad. */
async function readWith(preset: string, input: Input, format: Format, mostRows: number) {
  const mapping = await loadMapping(preset);
  const [columns, names, clients] = [new Set<string>(), new Set<string>(), new Set<unknown>()];
  const bad = new Set<number>();
  let [good, listed, isRefused] = [0, 0, false];
  let isDescribed = false;
  const report = ({ line, whole }: Pick<Problem, 'line' | 'whole'>) => {
    isRefused ||= whole ?? false;
    bad.add(line);
  };
  for (const source of await sourcesOf(input, { maps: [mapping], format }, feedNames([mapping]), report)) {
    if (!source.mapping) continue;
    isDescribed = true;
    const isEnough = ({ count, bytes }: KeptRows) => count >= mostRows || bytes >= mostBytes;
    const file = await readFile(source, new Problems(), undefined, isEnough);
    for (const header of file.used) columns.add(header);
    if (!file.header) return undefined;
    const reader = rowReader(file.source, file.header);
    reader.problems.forEach(report);
    for (let number = 0; number < file.rows.count; number += 1) {
      const part = reader.read(file.rows.at(number), report);
      good += part.length;
      for (const { given, line } of part) {
        // twice in a file is a problem, unless the mapping counts the lines once, or adds them up
        const id = given.id ?? (source.kind.name === 'clients' ? given.externalId : undefined);
        const name = `${source.kind.name} ${String(given.clientName ?? given.externalId ?? '')} ${String(id)}`;
        if (source.kind.name === 'clients' && !names.has(name)) {
          listed += 1;
          clients.add(given.name);
        }
        if (id == null) continue;
        if (names.has(name) && !source.countsLinesOnce && !source.sumsWeeks) report({ line });
        names.add(name);
      }
    }
  }
  // a list of invoices or tickets has each client several times
  const isList = clients.size >= listed * 0.9;
  // with fewer bad rows than that, the import says which they are, and gives them back
  const isReadable = good > 0 && bad.size * 4 <= good;
  if (!isDescribed || isRefused || !isList || !isReadable || columns.size === 0) return undefined;
  return { columns: columns.size, bad: bad.size };
}
