/** A version of a file in the inbox. A file that is replaced has another version. */
export interface InboxFile {
  /** For example `in/acme/clients.csv`. */
  readonly key: string;
  readonly version: string;
  readonly size: number;
  /** When it was stored, epoch milliseconds. */
  readonly storedAt: number;
}

interface FilePage {
  readonly files: readonly InboxFile[];
  /** The key after which the next page begins; undefined on the last page. */
  readonly next?: string;
}

/** Where files arrive and reports are stored: a bucket, or a folder of this machine. Keys have slashes in both. */
export interface FileStore {
  /** The newest version of the files below the prefix, in the order of their keys, after this key. */
  readonly list: (prefix: string, after?: string) => Promise<FilePage>;
  /** Copies this version to a path. Returns false if it no longer exists. */
  readonly download: (file: Pick<InboxFile, 'key' | 'version'>, path: string) => Promise<boolean>;
  /** Bytes. A larger file is deleted where it should be moved; without it, files of any size are moved. */
  readonly mostMoved?: number;
  /** Moves this version, and removes older ones. Does nothing if that is done already; a newer version stays. */
  readonly move: (file: Pick<InboxFile, 'key' | 'version' | 'size'>, to: string) => Promise<void>;
  readonly put: (key: string, text: string) => Promise<void>;
  readonly upload: (key: string, path: string) => Promise<void>;
  readonly read: (key: string) => Promise<string | undefined>;
  /** Removes everything below the prefix, with all versions. */
  readonly remove: (prefix: string) => Promise<void>;
}

/** The store did not do what it was asked to. */
export class StoreFailure extends Error {
  override name = 'StoreFailure' as const;
}

/** The files below a prefix, a page at a time. */
export async function* pagesOf(store: FileStore, prefix: string): AsyncGenerator<readonly InboxFile[]> {
  let after: string | undefined;
  do {
    const { files, next } = await store.list(prefix, after);
    yield files;
    after = next;
  } while (after !== undefined);
}
