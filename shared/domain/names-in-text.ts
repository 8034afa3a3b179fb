// Finds names and addresses of people in texts, however they are written: to leave out those that were erased, of whom
// only hashes are known.

/** As it is compared: the words of a name in lower case, with a space between, or an address in lower case. */
export interface ComparedName {
  readonly text: string;
  /** 0: an address. */
  readonly words: number;
}

/** The text without names and addresses of erased people. */
export type Scrub = (text: string) => string;

const word = /[\p{L}\p{M}\p{N}]+(?:[.'’_-][\p{L}\p{M}\p{N}]+)*/gu;
const mostWords = 6;

/** Between these an address may stand. */
const chunk = /[^\s<>()[\]{},;:"'|]+/g;

/** The address that the chunk of a text begins with, without the end of a sentence. */
function addressIn(text: string): string | undefined {
  let end = text.length;
  while ('.!?'.includes(text.charAt(end - 1)) && end > 0) end -= 1;
  const [name, host, ...more] = text.slice(0, end).split('@');
  return name && host && more.length === 0 ? text.slice(0, end) : undefined;
}

/** A name is also known with its last word first. Empty for a text of one word, which could be anybody or anything. */
export function comparedNames(text: string): ComparedName[] {
  if (text.includes('@')) {
    const found = addressIn(text.trim());
    const isAlone = found !== undefined && text.trim().match(chunk)?.join('') === text.trim();
    return isAlone ? [{ text: folded(found), words: 0 }] : [];
  }
  const words = text.match(word) ?? [];
  if (words.length < 2 || words.length > mostWords) return [];
  const turned = [words.at(-1) ?? '', ...words.slice(0, -1)];
  return [words, turned].map((each) => ({ text: folded(each.join(' ')), words: each.length }));
}

/** What stands in the place of a name: never longer than the name, so that no text outgrows its field. */
const markOf = (found: string) => (found.length < erasedMark.length ? '***' : erasedMark);
const erasedMark = '[erased]';

/** The text without the names that `isErased` knows; `lengths` are those that are looked for, in words. */
export function withoutNames(
  text: string,
  lengths: ReadonlySet<number>,
  isErased: (name: ComparedName) => boolean,
): string {
  const left = lengths.has(0) && text.includes('@') ? withoutAddresses(text, isErased) : text;
  const counts = [...lengths].filter((count) => count > 1).sort((a, b) => b - a);
  if (counts.length === 0) return left;
  const words = [...left.matchAll(word)];
  let [result, from] = ['', 0];
  for (let at = 0; at < words.length; at += 1) {
    const isNamed = (count: number) => {
      const some = words.slice(at, at + count).map(([each]) => each);
      return some.length === count && isErased({ text: folded(some.join(' ')), words: count });
    };
    const count = counts.find(isNamed);
    const [first, last] = [words[at], words[at + (count ?? 1) - 1]];
    if (count === undefined || !first || !last) continue;
    const end = last.index + last[0].length;
    result += left.slice(from, first.index) + markOf(left.slice(first.index, end));
    from = end;
    at += count - 1;
  }
  return result + left.slice(from);
}

function withoutAddresses(text: string, isErased: (name: ComparedName) => boolean): string {
  return text.replaceAll(chunk, (found) => {
    const address = addressIn(found);
    if (address === undefined || !isErased({ text: folded(address), words: 0 })) return found;
    return markOf(address) + found.slice(address.length);
  });
}

const folded = (text: string) => text.normalize('NFC').toLowerCase();
