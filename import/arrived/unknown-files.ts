import { stat } from 'node:fs/promises';
import type { Format } from '../files/format.ts';
import type { Input } from '../files/source.ts';
import { knownHeaders } from '../mapping/bind.ts';
import { loadMapping } from '../mapping/load.ts';
import { feedNames } from './feed-names.ts';
import { fileNames, firstHeaders, type SourceOptions } from './inputs.ts';
import { fittingPresets } from './preset-check.ts';
import { sourcesOf } from './sources-of.ts';

// What is said of files that nothing describes.

/** Completes the message that there is nothing to import. */
export async function expectation(inputs: readonly Input[], { maps, format = {} }: SourceOptions): Promise<string> {
  const [input] = inputs;
  if (!input || !maps) return `Expected ${fileNames()} (also .tsv, .csv.gz, .xlsx).`;
  const headers = await firstHeaders(
    { ...input, format },
    new Set(maps.flatMap(({ files }) => files.flatMap(knownHeaders))),
  );
  return `No file of the ${maps.length > 1 ? 'mappings' : 'mapping'} fits ${input.name}, whose headers are ${headers.join(', ')}.`;
}

/** Files that are not named after a kind came without a mapping. */
export class UnknownFiles extends Error {
  /** The presets that read some of them. */
  readonly presets: readonly string[];
  /** What is wrong, without advice for whoever runs an import. */
  readonly about: string;

  constructor(about: string, presets: readonly string[] = [], advice = '') {
    super(about + advice);
    this.about = about;
    this.presets = presets;
  }
}

function asOptions(presets: readonly string[]): string {
  return presets.map((preset) => `--map ${preset}`).join(' ');
}

/** Presets are only tried with files of up to so many bytes: an error should not take long. */
const mostTried = 20e6;
const mostFilesTried = 50;

interface ReadByPreset {
  readonly input: Input;
  readonly preset: string;
  /** Rows with problems. */
  readonly bad: number;
}

/** The presets that read files which nothing describes; as few as possible. */
export async function presetsOf(inputs: readonly Input[], { format = {} }: SourceOptions): Promise<ReadByPreset[]> {
  const found: ReadByPreset[] = [];
  for (const input of inputs.slice(0, mostFilesTried)) {
    if ((await stat(input.path)).size > mostTried) continue;
    const fitting = await fittingPresets(input, format);
    const best = fitting.find(({ preset }) => found.some((each) => each.preset === preset)) ?? fitting[0];
    if (best) found.push({ input, preset: best.preset, bad: best.bad });
  }
  return found;
}

export function unknownText(name: string, presets: readonly ReadByPreset[]): string {
  const preset = presets.find(({ input }) => input.name === name)?.preset;
  const other = 'no preset reads it; use such a name, or describe it in a mapping file';
  return `it is not named after a kind, such as clients.csv; ${preset === undefined ? other : `the preset ${preset} reads it`}`;
}

export async function unknownFiles(
  inputs: readonly Input[],
  presets: readonly ReadByPreset[],
  { format = {} }: SourceOptions,
): Promise<UnknownFiles> {
  const chosen = [...new Set(presets.map(({ preset }) => preset))];
  const read = presets.map(({ input }) => input);
  const bad = presets.reduce((sum, each) => sum + each.bad, 0);
  if (read.length > 0 && (await agree(chosen, read, format))) {
    const rest = inputs.filter((input) => !read.includes(input));
    const others = rest.length > 0 ? `No preset was found for ${namesOf(rest)}. ` : '';
    const about = `${others}${namesOf(read)}: not named after a kind, but read with ${asOptions(chosen)}.`;
    return new UnknownFiles(about, chosen, bad > 0 ? ` Rows with problems (${bad}): add --rejects FOLDER.` : '');
  }
  return new UnknownFiles(
    `${namesOf(inputs)}: not named after a kind (${fileNames()}).`,
    [],
    ' Use such a name, import one file alone with --as KIND, or describe it in a mapping file for --map.',
  );
}

const namesOf = (inputs: readonly Input[]) => inputs.map(({ name }) => name).join(', ');

/** Whether no two of the presets describe the same file. */
async function agree(presets: readonly string[], inputs: readonly Input[], format: Format): Promise<boolean> {
  const maps = await Promise.all(presets.map(loadMapping));
  let clashes = 0;
  const options = { maps, format, refuse: () => (clashes += 1) };
  for (const input of inputs) await sourcesOf(input, options, feedNames(maps));
  return clashes === 0;
}
