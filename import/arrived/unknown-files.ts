import type { Format } from '../../shared/domain/cells/dates.ts';
import { bytesOf } from '../files/readers/bytes.ts';
import { actualEncoding } from '../files/readers/encoding.ts';
import type { Input } from '../files/source.ts';
import { knownHeaders } from '../mapping/bind.ts';
import { strangerText } from '../mapping/strangers.ts';
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
    if ((await strangerIn(input, format)) !== undefined) continue;
    const fitting = await fittingPresets(input, format, mostRowsTried / tried.length);
    const best = fitting.find((preset) => [...found.values()].includes(preset)) ?? fitting[0];
    if (best !== undefined) found.set(input.name, best);
  }
  return found;
}

/** What a table is that is not about clients, and what would help. */
async function strangerIn(input: Input, format: Format): Promise<string | undefined> {
  // why nothing of it can be read is said elsewhere
  const encoding = await actualEncoding(bytesOf(input.path), format.encoding ?? 'windows-1252').catch(() => undefined);
  return strangerText(await firstHeaders({ ...input, format: { ...format, encoding } }, new Set()));
}

export const unknownColumns = 'nothing says what its columns are';

/** Why a file is not read, and what to do. */
export async function unknownText(
  input: Input,
  preset: string | undefined,
  { maps, format = {}, texts = false, samples = false, learns = false }: SourceOptions,
): Promise<string> {
  const stranger = preset === undefined ? await strangerIn(input, format) : undefined;
  if (stranger !== undefined) return stranger;
  if (samples && preset === undefined) return unknownColumns;
  if (learns && preset === 'excel') return 'it is a list of names, and nothing says whether they are clients';
  if (learns && preset !== undefined)
    return `the preset ${preset} reads it as soon as the account has a list of clients, such as an export of its CRM`;
  const why = maps ? 'no mapping describes it' : 'it is not named after a kind, such as clients.csv';
  if (preset !== undefined) return `${why}; the preset ${preset} reads it: --map ${preset}`;
  const name = texts ? 'use such a name' : 'use such a name or --as KIND';
  if (!maps)
    return `${why}, and no preset reads it; ${name}, or describe it in a mapping file (docs/data.md, Mapping files)`;
  const known = new Set(maps.flatMap(({ files }) => files.flatMap(knownHeaders)));
  return `${why}; the headers are ${(await firstHeaders({ ...input, format }, known)).join(', ')}`;
}
