/** Letters that Unicode normalisation leaves as they are, and what people type instead of them. */
const spelledOut: ReadonlyMap<string, string> = new Map(
  Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ŧ: 't', ı: 'i' }),
);

/**
 * The form in which names are compared and searched: lower case, single spaces, straight apostrophes, no accents on Latin
 * and Greek letters. In other scripts a mark makes another letter or is a vowel, so it stays; only ё is written е.
 */
export function fold(text: string): string {
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/(\p{L}?)(\p{M}+)/gu, (marked, letter: string) => withItsMarks(marked, letter))
    .replace(/[‘’ʼ]/g, "'")
    .replace(/[ßæœþøłđðħŧı]/g, (letter) => spelledOut.get(letter) ?? letter);
  // lower-casing writes Greek sigma differently at the end of a word
  return plain.replaceAll('ς', 'σ').replace(/\s+/gu, ' ').trim();
}

function withItsMarks(marked: string, letter: string): string {
  if (letter === '' || /[\p{Script=Latin}\p{Script=Greek}]/u.test(letter)) return letter;
  // one character again, so that и is not found in й
  return marked.normalize('NFC').replace('ё', 'е');
}

/** Ranks of a match, best first. */
const exact = 0;
const namePrefix = 1;
const wordPrefix = 2;
const inside = 3;

/** The rank of a match, lower is better; undefined if a word of the query does not occur in the name. */
export function matchRank(foldedName: string, foldedQuery: string): number | undefined {
  return rankOf(foldedName, foldedQuery, foldedQuery.split(' '));
}

function rankOf(foldedName: string, foldedQuery: string, words: readonly string[]): number | undefined {
  if (!words.every((word) => foldedName.includes(word))) return undefined;
  if (foldedName === foldedQuery) return exact;
  if (foldedName.startsWith(foldedQuery)) return namePrefix;
  return words.every((word) => beginsAWord(foldedName, word)) ? wordPrefix : inside;
}

/** Folded names in one text. A search visits only the names that contain the longest word of the query. */
export class NameIndex {
  readonly #text: string;
  readonly #starts: Uint32Array;

  /** Folded names contain no line breaks. */
  constructor(foldedNames: readonly string[]) {
    this.#text = foldedNames.join('\n');
    let start = 0;
    this.#starts = Uint32Array.from(foldedNames, (name) => {
      start += name.length + 1;
      return start - name.length - 1;
    });
  }

  /** About how much memory it takes. */
  get bytes(): number {
    return this.#text.length * 2 + this.#starts.byteLength;
  }

  /** The places of the names that match, best rank first; names of one rank keep their order. */
  search(query: string): number[] {
    const foldedQuery = fold(query);
    // a query that consists of accents alone contains no word
    if (foldedQuery === '') return [];
    const words = foldedQuery.split(' ');
    const longest = words.reduce((a, b) => (b.length > a.length ? b : a));
    const ranks: number[][] = [[], [], [], []];
    let place = 0;
    for (let at = this.#text.indexOf(longest); at >= 0; at = this.#text.indexOf(longest, this.#endOf(place))) {
      while (this.#endOf(place) <= at) place += 1;
      const name = this.#text.slice(this.#starts[place], this.#endOf(place) - 1);
      const rank = rankOf(name, foldedQuery, words);
      if (rank !== undefined) ranks[rank]?.push(place);
    }
    return ranks.flat();
  }

  /** Where the next name starts. */
  #endOf(place: number): number {
    return this.#starts[place + 1] ?? this.#text.length + 1;
  }
}

function beginsAWord(name: string, word: string): boolean {
  for (let at = name.indexOf(word); at >= 0; at = name.indexOf(word, at + 1)) {
    if (!/[\p{L}\p{N}]$/u.test(name.slice(Math.max(0, at - 2), at))) return true;
  }
  return false;
}
