import { byScore, type Scored } from '../../../domain/orders.ts';
import { type Entry, type EntryFields, type Placed, placed } from '../model/entries.ts';
import type { ListVersion } from '../read/list-version.ts';

/** True if the list shows exactly this entry. Reads only the pages that a binary search for its place needs. */
export async function isShown<Fields extends EntryFields>(
  list: ListVersion<Fields>,
  place: Placed<Entry<Fields>>,
): Promise<boolean> {
  const { part, entry } = place;
  const { pages = [] } = (await list.item()).parts[part] ?? {};
  let [low, high] = [0, pages.length - 1];
  while (low <= high) {
    const middle = Math.floor((low + high) / 2);
    const refs = pages.slice(middle, middle + 1);
    const [fields = []] = await list.pageFields(refs);
    if (compare(place, fields[0]) < 0) high = middle - 1;
    else if (compare(place, fields.at(-1)) > 0) low = middle + 1;
    else {
      const at = fields.findIndex(({ id }) => id === entry.fields.id);
      if (at < 0 || JSON.stringify(fields[at]) !== JSON.stringify(entry.fields)) return false;
      const [texts = []] = await list.pageTexts(refs);
      return texts[at] === entry.text;
    }
  }
  return false;
}

function compare(place: Scored, fields: EntryFields | undefined): number {
  return fields ? byScore(place, placed({ text: '', fields }, 0)) : 0;
}
