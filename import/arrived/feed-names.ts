import type { KindName } from '../../shared/table/entities/entity.ts';
import { type LoadedMapping, loadMapping, presetNames } from '../mapping/load.ts';
import type { FileMapping } from '../mapping/schema.ts';

/** A feed that a mapping describes. */
export interface ExpectedFeed {
  readonly feed: string;
  readonly kind: KindName;
  /** So many days after a file the next one is expected. */
  readonly every?: number;
}

/** A name for each file that the mappings describe: its own, else those of the mapping and the kind, with a number if needed. */
export function feedNames(maps: readonly LoadedMapping[]): Map<FileMapping, string> {
  const names = new Map<FileMapping, string>();
  // mappings in two folders may have the same name
  const taken = new Map<string, number>();
  for (const { name, files } of maps) {
    const mapping = name
      .replace(/^.*[/\\]/, '')
      .replace(/\.json$/i, '')
      .replaceAll(/[^A-Za-z0-9_.-]+/g, '-')
      .slice(0, 40);
    for (const file of files) {
      if (file.feed !== undefined) {
        names.set(file, file.feed);
        continue;
      }
      const plain = `${mapping}/${file.kind}`;
      const count = (taken.get(plain) ?? 0) + 1;
      taken.set(plain, count);
      names.set(file, count === 1 ? plain : `${plain}-${count}`);
    }
  }
  return names;
}

/** How a file of a feed of a preset is exported again, in the steps of its system's menu. */
export async function exportSteps(feed: string): Promise<string | undefined> {
  const preset = presetNames.find((name) => feed.startsWith(`${name}/`));
  if (preset === undefined) return undefined;
  const mapping = await loadMapping(preset);
  const [file] = [...feedNames([mapping])].find(([, name]) => name === feed) ?? [];
  return file?.again ?? mapping.again;
}
