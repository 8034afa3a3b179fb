import type { Input, Source } from '../files/source.ts';
import { type LoadedMapping, loadMapping, presetNames } from '../mapping/load.ts';
import { feedNames } from './feed-names.ts';
import type { SourceOptions } from './inputs.ts';
import { type Refuse, sourcesOf } from './sources-of.ts';

// An inbox to which no mapping was given reads files that nothing describes with the presets that fit them.

/** A file, and how it is read. */
export interface Described {
  readonly input: Input;
  readonly sources: readonly Source[];
}

/** Any list of names: only a person knows whether they are clients. */
const anyList = 'excel/clients';

const listsOf = ({ sources }: Described) => sources.filter(({ kind }) => kind.name === 'clients');

/**
 * Reads files with the presets that fit them, by the names of the files. Files about clients wait until a list of clients is
 * known, so that they are not rejected row by row; a list of names waits for somebody who says that they are clients.
 */
export async function withPresets(
  described: readonly Described[],
  fitting: ReadonlyMap<string, string>,
  options: SourceOptions,
  refuse: Refuse,
): Promise<{ described: readonly Described[]; learned: readonly LoadedMapping[] }> {
  const maps = new Map<string, LoadedMapping>();
  for (const preset of new Set(fitting.values())) maps.set(preset, await loadMapping(preset));
  const fitted: Described[] = [];
  for (const { input, sources } of described) {
    const map = maps.get(fitting.get(input.name) ?? '');
    const found = map ? await sourcesOf(input, { ...options, maps: [map] }, feedNames([map]), refuse) : sources;
    fitted.push({ input, sources: found });
  }
  const lists = fitted.flatMap(listsOf);
  const isKnown = (options.clientFeeds ?? []).length > 0 || lists.some(({ feed }) => feed !== anyList);
  if (!isKnown) return { described, learned: [] };
  // a mapping of the account was given by somebody who knows
  const isOther = (each: Described) =>
    fitting.has(each.input.name) &&
    listsOf(each).some(({ feed }) => feed === anyList && !options.clientFeeds?.includes(feed));
  for (const each of fitted.filter(isOther)) {
    const message = 'it is a list of names, and nothing says whether they are clients';
    refuse({ file: each.input.name, line: 1, message, whole: true });
  }
  const used = fitted.filter((each) => !isOther(each));
  const presets = new Set(used.map(({ input }) => fitting.get(input.name)));
  // those of CRMs come first, and of several lists the first leads
  const learned = presetNames.flatMap((name) => (presets.has(name) ? (maps.get(name) ?? []) : []));
  return { described: used, learned };
}
