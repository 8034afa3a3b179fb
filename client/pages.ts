import { DataChangedError } from './errors.ts';
import { lists, type Operations } from './generated/operations.ts';

/** The operations that answer in pages. */
export type PagedOperation = keyof typeof lists;

/** The parameters of a paged operation; `limit` is the size of a page, `offset` the first entry to read. */
export type ParametersOf<Id extends PagedOperation> = NonNullable<Parameters<Operations<unknown>[Id]>[0]>;
export type PageOf<Id extends PagedOperation> = Awaited<ReturnType<Operations<unknown>[Id]>>;
export type EntryOf<Id extends PagedOperation> =
  PageOf<Id> extends Readonly<Record<(typeof lists)[Id]['list'], readonly (infer Entry)[]>> ? Entry : never;

/** A page, and the ETag that it came with. */
interface TaggedPage {
  readonly etag: string | null;
  readonly value: unknown;
}

interface AnyPage {
  readonly total: number;
  readonly [list: string]: unknown;
}

/** Reads a page: the client's own call, which also tells the ETag. */
export type ReadPage = (parameters: Readonly<Record<string, unknown>>) => Promise<TaggedPage>;

/** With details, and of what changed, a page is smaller. */
const mostDetails = 100;

/**
 * The pages of a list, one after the other. Throws a DataChangedError as soon as a page belongs to another version than
 * the first.
 */
export async function* pagesOf(
  id: PagedOperation,
  path: string,
  parameters: Readonly<Record<string, unknown>>,
  read: ReadPage,
): AsyncGenerator<AnyPage, void, undefined> {
  const { list, limit: most } = lists[id];
  if (parameters.updated_since !== undefined) return yield* changesOf(list, parameters, read);
  const usual = parameters.include === 'details' ? mostDetails : most;
  const { limit = usual, offset: start = 0 } = parameters as { limit?: number; offset?: number };
  let offset = start;
  let first: { readonly version: string | undefined; readonly total: number } | undefined;
  for (;;) {
    const { etag, value } = await read({ ...parameters, limit, offset });
    const page = value as AnyPage;
    const version = versionOf(etag);
    first ??= { version, total: page.total };
    if (version !== first.version || page.total !== first.total) throw new DataChangedError(path, offset - start);
    yield page;
    const { length } = page[list] as readonly unknown[];
    offset += length;
    if (offset >= page.total || length === 0) return;
  }
}

/** What changed, page after page. Each page has the place to go on from, so the list may change in between. */
async function* changesOf(
  list: string,
  parameters: Readonly<Record<string, unknown>>,
  read: ReadPage,
): AsyncGenerator<AnyPage, void, undefined> {
  let { updated_since: since } = parameters;
  for (;;) {
    const page = (await read({ limit: mostDetails, ...parameters, updated_since: since })).value as AnyPage;
    yield page;
    const shown = [list, 'removed'].reduce((sum, name) => sum + (page[name] as readonly unknown[]).length, 0);
    if (page.total <= shown) return;
    since = page.next;
  }
}

/**
 * The version of the list that a page was cut from: the part of its ETag before the first dot. Pages of one version fit
 * together without gaps or repetitions. A list as of a past week has no version; its total alone shows a change.
 */
function versionOf(etag: string | null): string | undefined {
  const parts = etag?.replace(/^W\//, '').split('.') ?? [];
  return parts.length > 2 ? parts[0] : undefined;
}
