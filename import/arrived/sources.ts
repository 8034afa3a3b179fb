import { stat } from 'node:fs/promises';
import type { Format } from '../files/format.ts';
import { kinds } from '../files/kinds.ts';
import type { Source } from '../files/source.ts';
import { knownHeaders } from '../mapping/bind.ts';
import { loadMapping } from '../mapping/load.ts';
import { type ExpectedFeed, feedNames } from './feed-names.ts';
import {
  faultOf,
  fileNames,
  firstHeaders,
  type Input,
  inputsAt,
  refuseAll,
  type SourceOptions,
  sourcesOf,
} from './inputs.ts';
import { newestOf, type Superseded } from './newest.ts';
import { fittingPresets } from './preset-check.ts';
import { scratchFolder } from './scratch-folder.ts';

export interface Sources {
  readonly sources: readonly Source[];
  /** Files that the mapping does not know and whose name is not that of a kind. */
  readonly skipped: readonly string[];
  /** The presets that read such files, by their names. */
  readonly presets: Readonly<Record<string, string>>;
  /** Files that are not read, because a newer one contains everything. */
  readonly superseded: readonly Superseded[];
  /** The feeds that the mappings describe. */
  readonly expected: readonly ExpectedFeed[];
  readonly bytes: number;
  /** Deletes temporary files. */
  readonly close: () => Promise<void>;
}

/** The files of a folder, the one file, or standard input, in the order in which they are imported. */
export async function openSources(path: string, options: SourceOptions): Promise<Sources> {
  const scratch = scratchFolder();
  try {
    const inputs = await inputsAt(path, scratch, options);
    const feeds = feedNames(options.maps ?? []);
    const found = await Promise.all(inputs.map((input) => sourcesOf(input, options, feeds)));
    const unknown: Input[] = [];
    for (const input of inputs.filter((_, at) => found[at]?.length === 0)) {
      const fault = await faultOf(input);
      if (fault) (options.refuse ?? refuseAll)({ file: input.name, ...fault, whole: true });
      else unknown.push(input);
    }
    const presets = unknown.length > 0 && (!options.maps || options.refuse) ? await presetsOf(unknown, options) : [];
    if (!options.maps && unknown.length > 0) {
      if (!options.refuse || unknown.length === inputs.length) throw await unknownFiles(unknown, presets, options);
      for (const { name } of unknown)
        options.refuse({ file: name, line: 1, message: unknownText(name, presets), whole: true });
    }
    if (found.flat().length === 0 && !options.refuse)
      throw new Error(`There is nothing to import in ${path}. ${await expectation(inputs, options)}`);
    const { sources, superseded } = newestOf(found.flat());
    const sizes = await Promise.all(sources.map((source) => stat(source.path)));
    return {
      sources: kinds.flatMap((kind) => sources.filter((source) => source.kind === kind)),
      skipped: options.maps ? unknown.map(({ name }) => name) : [],
      presets: Object.fromEntries(presets.map(({ input, preset }) => [input.name, preset])),
      superseded,
      expected: [...feeds].map(([{ kind, every }, feed]) => ({ feed, kind, ...(every !== undefined && { every }) })),
      bytes: sizes.reduce((sum, { size }) => sum + size, 0),
      close: scratch.remove,
    };
  } catch (error) {
    await scratch.remove();
    throw error;
  }
}

async function expectation(inputs: readonly Input[], { maps, format = {} }: SourceOptions): Promise<string> {
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
async function presetsOf(inputs: readonly Input[], { format = {} }: SourceOptions): Promise<ReadByPreset[]> {
  const found: ReadByPreset[] = [];
  for (const input of inputs.slice(0, mostFilesTried)) {
    if ((await stat(input.path)).size > mostTried) continue;
    const fitting = await fittingPresets(input, format);
    const best = fitting.find(({ preset }) => found.some((each) => each.preset === preset)) ?? fitting[0];
    if (best) found.push({ input, preset: best.preset, bad: best.bad });
  }
  return found;
}

function unknownText(name: string, presets: readonly ReadByPreset[]): string {
  const preset = presets.find(({ input }) => input.name === name)?.preset;
  const advice = preset === undefined ? `use such a name, or describe it with --map` : `the preset ${preset} reads it`;
  return `is not named after a kind (${fileNames()}); ${advice}`;
}

async function unknownFiles(
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
