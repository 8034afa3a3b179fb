import { feedNames } from '../feeds/feed-names.ts';
import type { Format } from '../files/format.ts';
import { createProblems } from '../files/problems.ts';
import { readRows } from '../files/rows.ts';
import { type Input, sourcesOf } from '../inputs.ts';
import { inspect } from '../inspect.ts';
import { loadMapping, presetNames } from './load.ts';

/** The presets with which the file is read without a problem, the one that uses most of its columns first. */
export async function fittingPresets(input: Input, format: Format): Promise<string[]> {
  const fitting: { preset: string; columns: number }[] = [];
  for (const preset of presetNames) {
    const columns = await columnsReadWith(preset, input, format);
    if (columns > 0) fitting.push({ preset, columns });
  }
  return fitting.toSorted((a, b) => b.columns - a.columns).map(({ preset }) => preset);
}

/** How many columns the preset reads; 0 if it does not describe the file, finds nothing in it or meets a problem. */
async function columnsReadWith(preset: string, input: Input, format: Format): Promise<number> {
  const mapping = await loadMapping(preset);
  let [rows, problems] = [0, 0];
  const columns = new Set<string>();
  const names = new Set<string>();
  for (const source of await sourcesOf(input, { maps: [mapping], format }, feedNames([mapping]))) {
    if (!source.mapping) continue;
    const inspected = await inspect(source, createProblems());
    for (const header of inspected.used) columns.add(header);
    for await (const part of readRows(inspected.source, () => (problems += 1))) {
      rows += part.length;
      for (const { given } of part) {
        // twice in a file is a problem, unless the mapping counts the lines once
        const id = given.id ?? (source.kind.name === 'clients' ? given.externalId : undefined);
        if (id == null) continue;
        const name = `${source.kind.name} ${String(given.clientName ?? given.externalId ?? '')} ${String(id)}`;
        if (names.has(name) && !source.countsLinesOnce) problems += 1;
        names.add(name);
      }
    }
  }
  return problems > 0 || rows === 0 ? 0 : columns.size;
}
