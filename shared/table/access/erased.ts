import { hash } from 'node:crypto';
import { type ComparedName, withoutNames } from '../../domain/names-in-text.ts';
import { type Account, erasedKey, erasedRange } from '../store/item-keys.ts';
import { type Item, readRange } from '../store/read.ts';
import { entityIn, itemVersion } from '../store/stored-item.ts';
import type { Table } from '../store/table.ts';
import { putItem } from '../store/write.ts';

// What was erased from an account, so that no file and no restore brings it back: hashes with a salt of the account. Whoever
// has the salt can ask whether a name that is known was erased, and nobody can list the names.

interface ErasedText {
  readonly of: 'client' | 'person';
  /** ISO 8601. */
  readonly at: string;
  /** Of the name of a person; 0: an address, or a client. */
  readonly words: number;
}

/** By a name, an address or an id as it is compared. */
export type Erasing = ComparedName & Pick<ErasedText, 'of'>;

/** What a client is called; names as they are compared. */
export function clientTexts(client: {
  readonly ids?: readonly string[];
  readonly externalIds?: readonly string[];
  readonly names?: readonly string[];
  readonly domains?: readonly string[];
}): string[] {
  return Object.entries(client).flatMap(([what, texts]) => texts.map((text) => `${what} ${text}`));
}

const saltBytes = 16;

export class Erased {
  readonly #bySalt: ReadonlyMap<string, ReadonlyMap<string, ErasedText>>;
  /** Of the names of people, in words: nothing else is looked for. */
  readonly #lengths: ReadonlySet<number>;
  readonly #hasClients: boolean;

  constructor(items: readonly Item[]) {
    const entries = items.map((item) => {
      const [salt = '', hash = ''] = item.sk.split('#');
      return { salt, hash, ...entityIn<ErasedText>(item) };
    });
    const bySalt = Map.groupBy(entries, ({ salt }) => salt);
    this.#bySalt = new Map([...bySalt].map(([salt, some]) => [salt, new Map(some.map((each) => [each.hash, each]))]));
    this.#lengths = new Set(entries.flatMap(({ of, words }) => (of === 'person' ? [words] : [])));
    this.#hasClients = entries.some(({ of }) => of === 'client');
  }

  get hasPeople(): boolean {
    return this.#lengths.size > 0;
  }

  get isEmpty(): boolean {
    return this.#bySalt.size === 0;
  }

  /** The day on which a client was erased that is called by one of these, as `clientTexts` says. */
  clientOn(texts: readonly string[]): string | undefined {
    if (!this.#hasClients) return undefined;
    return texts.map((text) => this.#known({ of: 'client', text })?.at.slice(0, 10)).find((day) => day !== undefined);
  }

  /** The day on which a person was erased whom the text names. */
  personOn(text: string): string | undefined {
    let day: string | undefined;
    withoutNames(text, this.#lengths, (name) => {
      day ??= this.#known({ of: 'person', ...name })?.at.slice(0, 10);
      return false;
    });
    return day;
  }

  /** The text without names and addresses of people who were erased. */
  readonly scrub = (text: string): string =>
    withoutNames(text, this.#lengths, (name) => this.#known({ of: 'person', ...name }) !== undefined);

  #known({ of, text }: Pick<Erasing, 'of' | 'text'>): ErasedText | undefined {
    for (const [salt, hashes] of this.#bySalt) {
      const found = hashes.get(hashOf(salt, of, text));
      if (found) return found;
    }
    return undefined;
  }
}

/** Not an HMAC, which takes 25 times the CPU: an import asks for each pair of words of a note. All salts are of one length. */
const hashOf = (salt: string, of: string, text: string) => hash('sha256', `${salt} ${of} ${text}`, 'base64url');

export async function readErased(table: Table, account: Account): Promise<Erased> {
  return new Erased(await erasedItems(table, account));
}

function erasedItems(table: Table, account: Account): Promise<Item[]> {
  return readRange(table, erasedRange(account), { consistent: true });
}

/** Remembers what is erased; what was erased before keeps its day. Under the lock of the account, so it has one salt. */
export async function keepErased(
  table: Table,
  account: Account,
  erasing: readonly Erasing[],
  { at, randomBytes }: Pick<ErasedText, 'at'> & { readonly randomBytes: (count: number) => Uint8Array },
): Promise<void> {
  const stored = await erasedItems(table, account);
  const known = new Set(stored.map(({ sk }) => sk));
  const salt = stored[0]?.sk.split('#')[0] ?? Buffer.from(randomBytes(saltBytes)).toString('base64url');
  const items = erasing.map(({ of, text, words }): Item => {
    return { ...erasedKey(account, salt, hashOf(salt, of, text)), v: itemVersion, of, at, words };
  });
  await putEach(
    table,
    items.filter(({ sk }) => !known.has(sk)),
  );
}

/** One by one, because whoever may write batches may delete. */
async function putEach(table: Table, items: readonly Item[]): Promise<void> {
  for (const item of items) await putItem(table, { item });
}

/** What was erased here and in another table of the account, such as a backup. Remembers that too if it may write. */
export async function erasedInBoth(
  table: Table,
  from: Table,
  account: Account,
  { writes }: { readonly writes: boolean },
): Promise<Erased> {
  const [own = [], other = []] = await Promise.all([table, from].map((each) => erasedItems(each, account)));
  const known = new Set(own.map(({ sk }) => sk));
  const more = other.filter(({ sk }) => !known.has(sk));
  if (writes) await putEach(table, more);
  return new Erased([...own, ...more]);
}
