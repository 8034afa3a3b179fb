/** Letters that Unicode normalisation leaves as they are, and what people type instead of them. */
const spelledOut: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' },
  ...{ ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ŧ: 't', ı: 'i' },
};

/** The form in which names are compared and searched: lower case, no accents, single spaces. */
export function fold(text: string): string {
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[ßæœþøłđðħŧı]/g, (letter) => spelledOut[letter] ?? letter);
  // lower-casing writes Greek sigma differently at the end of a word
  return plain.replaceAll('ς', 'σ').replace(/\s+/gu, ' ').trim();
}

/** Ranks of a match, best first. */
const exact = 0;
const namePrefix = 1;
const wordPrefix = 2;
const inside = 3;

/** The rank of a match, lower is better; undefined if a word of the query does not occur in the name. */
export function matchRank(foldedName: string, foldedQuery: string): number | undefined {
  const words = foldedQuery.split(' ');
  if (!words.every((word) => foldedName.includes(word))) return undefined;
  if (foldedName === foldedQuery) return exact;
  if (foldedName.startsWith(foldedQuery)) return namePrefix;
  return words.every((word) => beginsAWord(foldedName, word)) ? wordPrefix : inside;
}

/** The entries whose name matches, best rank first; entries of one rank keep their order. */
export function search<E extends { foldedName: string }>(entries: readonly E[], query: string): E[] {
  const foldedQuery = fold(query);
  // a query that consists of accents alone contains no word
  if (foldedQuery === '') return [];
  const ranks: E[][] = [[], [], [], []];
  for (const entry of entries) {
    const rank = matchRank(entry.foldedName, foldedQuery);
    if (rank !== undefined) ranks[rank]?.push(entry);
  }
  return ranks.flat();
}

function beginsAWord(name: string, word: string): boolean {
  for (let at = name.indexOf(word); at >= 0; at = name.indexOf(word, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]$/u.test(name.slice(Math.max(0, at - 2), at))) return true;
  }
  return false;
}
