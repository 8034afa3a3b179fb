import { stat } from 'node:fs/promises';
import { kinds } from '../../shared/table/entities/kinds.ts';
import type { Source } from '../files/source.ts';
import { isColumnOf } from '../rows/rows.ts';
import { type ExpectedFeed, feedNames } from './feed-names.ts';
import { type Described, withPresets } from './found-presets.ts';
import { faultOf, inputsAt, isRepair, type SourceOptions } from './inputs.ts';
import { dateInName } from './name-date.ts';
import { type FileSample, samplesOf } from './samples.ts';
import { scratchFolder } from './scratch-folder.ts';
import { type Refuse, sourcesOf } from './sources-of.ts';
import { presetsOf, unknownText } from './unknown-files.ts';

export interface Sources {
  readonly sources: readonly Source[];
  /** Files that the mapping does not know and whose name is not that of a kind. */
  readonly skipped: readonly string[];
  /** The presets that read such files, by their names. */
  readonly presets: Readonly<Record<string, string>>;
  /** The presets with which files were read, although no mapping was given for them. */
  readonly learned: readonly string[];
  /** Of files that nothing describes, if they were asked for. */
  readonly samples: readonly FileSample[];
  /** Files that are not read, because a newer one contains everything. */
  readonly superseded: readonly Superseded[];
  /** The feeds that the mappings describe. */
  readonly expected: readonly ExpectedFeed[];
  readonly bytes: number;
  /** Deletes temporary files. */
  readonly close: () => void;
}

/** The files of a folder, the one file, or standard input, in the order in which they are imported. */
export async function openSources(path: string, options: SourceOptions, refuse: Refuse): Promise<Sources> {
  const scratch = await scratchFolder();
  try {
    const inputs = await inputsAt(path, scratch.path, options);
    const feeds = feedNames(options.maps ?? []);
    const given: Described[] = [];
    for (const input of inputs) {
      const sources = await sourcesOf(input, options, feeds, refuse);
      const fault = sources.length === 0 ? await faultOf(input) : undefined;
      if (fault) refuse({ file: input.name, ...fault, whole: true });
      else given.push({ input, sources });
    }
    const unread = given.filter(isUnread).map(({ input }) => input);
    const fitting = await presetsOf(unread, options);
    const { described, learned } = options.learns
      ? await withPresets(given, fitting, options, refuse)
      : { described: given, learned: [] };
    const found = described.flatMap((each) => each.sources);
    const isFound = (name: string) => found.some((source) => source.name === name);
    const unknown = described.filter(isUnread).map(({ input }) => input);
    const maps = [...(options.maps ?? []), ...learned];
    // a folder has files for others too, but not only
    const areSkipped = maps.length > 0 && found.length > 0;
    for (const input of areSkipped ? [] : unknown) {
      const message = await unknownText(input, fitting.get(input.name), options);
      refuse({ file: input.name, line: 1, message, whole: true });
    }
    const { sources, superseded } = newestOf(
      await Promise.all(
        found.map(async (source) => ({
          ...(await withRepair(source)),
          ...(options.mended && { mended: options.mended }),
        })),
      ),
    );
    const sizes = await Promise.all(sources.map((source) => stat(source.path)));
    return {
      sources: kinds.flatMap((kind) => sources.filter((source) => source.kind === kind)),
      skipped: areSkipped ? unknown.map(({ name }) => name) : [],
      presets: Object.fromEntries([...fitting].filter(([file]) => unknown.some(({ name }) => name === file))),
      learned: learned.map(({ name }) => name),
      samples: options.samples
        ? await samplesOf(
            unread.filter(({ name }) => !isFound(name)),
            options.format ?? {},
          )
        : [],
      superseded,
      expected: [...feedNames(maps)].map(([{ kind, every }, feed]) => ({
        feed,
        kind,
        ...(every !== undefined && { every }),
      })),
      bytes: sizes.reduce((sum, { size }) => sum + size, 0),
      close: scratch.remove,
    };
  } catch (error) {
    scratch.remove();
    throw error;
  }
}

const isUnread = ({ sources }: Described) => sources.length === 0;

/** A file that is not read, because a newer one of the same feed contains everything. */
export interface Superseded {
  readonly file: string;
  readonly by: string;
  readonly because: 'the dates in their names' | 'their times of change';
}

/** Rows that were rejected and come back replace nothing but themselves. */
async function withRepair(source: Source): Promise<Source> {
  return (await isRepair(source, isColumnOf(source))) ? { ...source, isRepair: true, contains: 'parts' } : source;
}

type Aged = Source & { readonly date: string | undefined };

/** The sources to read, of each feed the newest first, and the files that a newer one replaces. */
function newestOf(all: readonly Source[]): { sources: Source[]; superseded: Superseded[] } {
  const superseded: Superseded[] = [];
  const sources = [...Map.groupBy(all, ({ feed }) => feed).values()].flatMap((ofFeed) => {
    const dated = ofFeed.map((source): Aged => ({ ...source, date: dateInName(source.origin) }));
    const byName = dated.every(({ date }) => date !== undefined);
    const age = ({ date = '', changedAt }: Aged) => (byName ? date : changedAt);
    const sorted = dated.toSorted((a, b) => (age(a) === age(b) ? b.changedAt - a.changedAt : age(a) < age(b) ? 1 : -1));
    const newest = sorted.find(({ contains }) => contains === 'full');
    const isRead = ({ contains, origin }: Source) => contains === 'parts' || origin === newest?.origin;
    for (const source of sorted) {
      if (!newest || isRead(source)) continue;
      const isByName = byName && source.date !== newest.date;
      const because = isByName ? 'the dates in their names' : 'their times of change';
      superseded.push({ file: source.name, by: newest.origin, because });
    }
    return sorted.filter(isRead).map(({ date: _, ...source }) => source);
  });
  return { sources, superseded };
}
