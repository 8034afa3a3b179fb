import { byScore } from '../../../domain/orders.ts';
import { type Entry, type EntryFields, entryOf } from '../model/entries.ts';
import type { ListVersion } from '../read/list-version.ts';

/** True if the list shows exactly these entries. Reads only the pages that a binary search for their places needs. */
export async function areShown<Fields extends EntryFields>(
  list: ListVersion<Fields>,
  entries: readonly Entry<Fields>[],
): Promise<boolean> {
  for (const entry of entries) if (!(await isShown(list, entry))) return false;
  return true;
}

async function isShown<Fields extends EntryFields>(list: ListVersion<Fields>, entry: Entry<Fields>): Promise<boolean> {
  const { part } = entry;
  const compareWith = (fields: Fields | undefined) =>
    fields ? byScore(entry, entryOf({ text: '', fields, part })) : 0;
  const { pages = [] } = (await list.item()).parts[part] ?? {};
  let [low, high] = [0, pages.length - 1];
  while (low <= high) {
    const middle = Math.floor((low + high) / 2);
    const refs = pages.slice(middle, middle + 1);
    const [fields = []] = await list.pageFields(refs);
    if (compareWith(fields[0]) < 0) high = middle - 1;
    else if (compareWith(fields.at(-1)) > 0) low = middle + 1;
    else {
      const at = fields.findIndex(({ id }) => id === entry.id);
      if (at < 0 || JSON.stringify(fields[at]) !== JSON.stringify(entry.fields)) return false;
      const [texts = []] = await list.pageTexts(refs);
      return texts[at] === entry.text;
    }
  }
  return false;
}
