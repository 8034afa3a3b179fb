/** A version of a file in the inbox. A file that is replaced has another version. */
export interface InboxFile {
  /** For example `in/acme/clients.csv`. */
  readonly key: string;
  readonly version: string;
  readonly size: number;
  /** When it was stored, epoch milliseconds. */
  readonly storedAt: number;
}

/** Where files arrive and reports are stored: a bucket, or a folder of this machine. Keys have slashes in both. */
export interface FileStore {
  /** The newest version of every file below the prefix. */
  readonly list: (prefix: string) => Promise<InboxFile[]>;
  /** Copies this version to a path. Returns false if it no longer exists. */
  readonly download: (file: Pick<InboxFile, 'key' | 'version'>, path: string) => Promise<boolean>;
  /** Moves this version, and removes older ones. Does nothing if that is done already; a newer version stays. */
  readonly move: (file: Pick<InboxFile, 'key' | 'version'>, to: string) => Promise<void>;
  readonly put: (key: string, content: Uint8Array | string) => Promise<void>;
  readonly read: (key: string) => Promise<string | undefined>;
  /** Removes everything below the prefix, with all versions. */
  readonly remove: (prefix: string) => Promise<void>;
}
