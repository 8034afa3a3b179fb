import type { Input } from '../files/source.ts';
import { knownHeaders } from '../mapping/bind.ts';
import { firstHeaders, type SourceOptions } from './inputs.ts';
import { fittingPresets } from './preset-check.ts';

// What is said of files that nothing describes.

/** So many rows of all files together are read with every preset: neither an answer nor an error should take long. */
const mostRowsTried = 20_000;
const mostFilesTried = 50;

/** The presets that read the files, by the names of these; as few as possible. */
export async function presetsOf(
  inputs: readonly Input[],
  { format = {} }: SourceOptions,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const tried = inputs.slice(0, mostFilesTried);
  for (const input of tried) {
    const fitting = await fittingPresets(input, format, mostRowsTried / tried.length);
    const best = fitting.find((preset) => [...found.values()].includes(preset)) ?? fitting[0];
    if (best !== undefined) found.set(input.name, best);
  }
  return found;
}

export const unknownColumns = 'nothing says what its columns are';

/** Why a file is not read, and what to do. */
export async function unknownText(
  input: Input,
  preset: string | undefined,
  { maps, format = {}, texts = false, samples = false }: SourceOptions,
): Promise<string> {
  if (samples && preset === undefined) return unknownColumns;
  const why = maps ? 'no mapping describes it' : 'it is not named after a kind, such as clients.csv';
  if (preset !== undefined) return `${why}; the preset ${preset} reads it: --map ${preset}`;
  const name = texts ? 'use such a name' : 'use such a name or --as KIND';
  if (!maps)
    return `${why}, and no preset reads it; ${name}, or describe it in a mapping file (docs/data.md, Mapping files)`;
  const known = new Set(maps.flatMap(({ files }) => files.flatMap(knownHeaders)));
  return `${why}; the headers are ${(await firstHeaders({ ...input, format }, known)).join(', ')}`;
}
