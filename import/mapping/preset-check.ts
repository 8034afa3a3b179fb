import { feedNames } from '../feeds/feed-names.ts';
import type { Format } from '../files/format.ts';
import type { Kind, KindName } from '../files/kinds/kind.ts';
import { createProblems } from '../files/problems.ts';
import { readRows } from '../files/rows.ts';
import { type Input, sourcesOf } from '../inputs.ts';
import { inspect } from '../inspect.ts';
import { mostRejected } from '../rejects/rejects.ts';
import { loadMapping, presetNames } from './load.ts';

/** A preset with which the file is read. */
export interface FittingPreset {
  readonly preset: string;
  readonly kind: KindName;
  /** Rows with problems, which `--rejects` leaves out. */
  readonly bad: number;
  /** What is wrong with the first of them. */
  readonly problem?: string;
}

/**
 * The presets with which the file, whose rows look like those of this kind, is read; the one that uses most of its
 * columns first. Lists of answers or tickets can have the one common header by which a preset finds lists of clients.
 */
export async function fittingPresets(input: Input, format: Format, looksLike: Kind): Promise<FittingPreset[]> {
  const fitting: (FittingPreset & { columns: number })[] = [];
  for (const preset of presetNames) {
    const read = await readWith(preset, input, format);
    if (read && !(read.isCommon && read.kind !== looksLike.name)) fitting.push({ preset, ...read });
  }
  return fitting.toSorted((a, b) => a.bad - b.bad || b.columns - a.columns);
}

/** Undefined if the preset does not describe the file, or if an import would refuse the file. */
async function readWith(preset: string, input: Input, format: Format) {
  const mapping = await loadMapping(preset);
  const [columns, names, clients] = [new Set<string>(), new Set<string>(), new Set<unknown>()];
  const bad = new Map<number, string>();
  let [good, listed, isRefused] = [0, 0, false];
  let kindRead: KindName | undefined;
  const report: Parameters<typeof readRows>[1] = ({ line, column, message, whole }) => {
    isRefused ||= whole ?? false;
    if (!bad.has(line)) bad.set(line, `line ${line}${column === undefined ? '' : `, ${column}`}: ${message}`);
  };
  for (const source of await sourcesOf(input, { maps: [mapping], format }, feedNames([mapping]))) {
    if (!source.mapping) continue;
    kindRead ??= source.kind.name;
    const inspected = await inspect(source, createProblems());
    for (const header of inspected.used) columns.add(header);
    for await (const part of readRows(inspected.source, report)) {
      good += part.length;
      for (const { given, line } of part) {
        if (source.kind.name === 'clients') {
          listed += 1;
          clients.add(given.name);
        }
        // twice in a file is a problem, unless the mapping counts the lines once
        const id = given.id ?? (source.kind.name === 'clients' ? given.externalId : undefined);
        if (id == null) continue;
        const name = `${source.kind.name} ${String(given.clientName ?? given.externalId ?? '')} ${String(id)}`;
        if (names.has(name) && !source.countsLinesOnce) report({ line, message: `${String(id)} is there twice` });
        names.add(name);
      }
    }
  }
  // a list of invoices or tickets has each client several times
  const isList = clients.size >= listed * 0.9;
  if (!kindRead || isRefused || !isList || good === 0 || columns.size === 0 || bad.size * 4 > good) return undefined;
  if (bad.size > mostRejected(good + bad.size)) return undefined;
  const [problem] = bad.values();
  const [file] = mapping.files.filter(({ kind }) => kind === kindRead);
  const { headers = [] } = file?.match ?? {};
  // chosen by a single header, of which the preset accepts several common ones
  const isCommon = headers.length === 1 && !file?.dateColumns;
  return { kind: kindRead, isCommon, columns: columns.size, bad: bad.size, ...(problem !== undefined && { problem }) };
}
