import type { Input, Source } from '../files/source.ts';
import { type LoadedMapping, loadMapping } from '../mapping/load.ts';
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

/**
 * The feeds that may list clients: those that did so before, else the only one that the files have. Two lists have two
 * ids for a client.
 */
export function clientLists(known: readonly string[], found: readonly string[]): readonly string[] {
  if (known.length > 0) return known;
  const lists = new Set(found.filter((feed) => feed !== anyList));
  return lists.size === 1 ? [...lists] : [];
}

const listsOf = ({ sources }: Described) => sources.filter(({ kind }) => kind.name === 'clients');

/**
 * Reads files with the presets that fit them, by the names of the files. Files about clients wait until a list of clients is
 * known, so that they are not rejected row by row; a second list waits for a mapping that is given.
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
  const own = lists.filter(({ mapping }) => mapping === undefined).map(({ feed }) => feed);
  const known = clientLists(
    [...(options.clientFeeds ?? []), ...own],
    lists.map(({ feed }) => feed),
  );
  if (known.length === 0) return { described, learned: [] };
  // a mapping of the account was given by somebody who knows
  const isOther = (each: Described) =>
    fitting.has(each.input.name) && listsOf(each).some(({ feed, mapping }) => mapping && !known.includes(feed));
  for (const each of fitted.filter(isOther)) {
    const [{ feed = '' } = {}] = listsOf(each);
    const message = `it is another list of clients (${feed}), which would make clients of its own; if it should, say so with inbox configure --map`;
    refuse({ file: each.input.name, line: 1, message, whole: true });
  }
  const used = fitted.filter((each) => !isOther(each));
  const presets = new Set(used.map(({ input }) => fitting.get(input.name)));
  return { described: used, learned: [...maps.values()].filter(({ name }) => presets.has(name)) };
}
