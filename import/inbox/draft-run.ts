import type { InboxRun, InboxSettings, RunFile } from '../../shared/table/arrivals/inboxes.ts';
import { randomOwner } from '../../shared/table/facts/writer-lock.ts';
import type { Account } from '../../shared/table/store/item-keys.ts';
import { readDecision } from './decisions.ts';
import type { InboxDeps } from './deps.ts';
import { type FileStore, type InboxFile, pagesOf } from './file-store.ts';
import { arrivedAt, incomingOf, isDecision, waitingOf } from './keys.ts';

const mostFiles = 500;
/** Of the keys of a run's files: the run is one item of the table. */
const mostKeyBytes = 100_000;
const mostPages = 10;

/** A run of the files that have arrived for an account, not stored yet. Undefined if there are none. */
export async function draftRun(
  { store, clock, randomBytes, mostBytes }: Pick<InboxDeps, 'store' | 'clock' | 'randomBytes' | 'mostBytes'>,
  account: Account,
  settings: InboxSettings,
): Promise<InboxRun | undefined> {
  const arrived = await oldestFiles(store, account, incomingOf(account));
  if (arrived.length === 0) return undefined;
  const files = fitting(await withWaiting(store, account, arrived, mostBytes));
  const startedAt = new Date(clock()).toISOString();
  return {
    id: `${startedAt.slice(0, 19).replaceAll(/[-:]/g, '')}-${Buffer.from(randomBytes(3)).toString('hex')}`,
    startedAt,
    files: files.map(runFile),
    settings,
    owner: randomOwner(randomBytes),
    attempts: 0,
    step: 0,
    until: 0,
    state: 'importing',
  };
}

/** Decisions come with the files that they are about, as far as there is room. The rest waits for the next run. */
async function withWaiting(
  store: FileStore,
  account: Account,
  arrived: readonly InboxFile[],
  mostBytes = Infinity,
): Promise<readonly InboxFile[]> {
  const [decided, others] = partition(arrived, ({ key }) => isDecision(key));
  if (decided.length === 0) return arrived;
  const waiting = await oldestFiles(store, account, waitingOf(account));
  const taken = new Set<InboxFile>();
  const take = (files: readonly InboxFile[]) => {
    const isRoom = bytesOf([...taken, ...files]) <= mostBytes;
    if (taken.size === 0 || isRoom) for (const file of files) taken.add(file);
  };
  for (const file of decided) {
    const { discard = [], import: wanted = [], takeBack } = (await readDecision(store, file)) ?? {};
    // before anything else is written
    if (takeBack !== undefined) return [file];
    const keys = new Set([...discard, ...wanted]);
    take([file, ...waiting.filter(({ key }) => keys.has(key))]);
  }
  // together or not at all: what arrives together may belong together
  take(others);
  return [...taken];
}

const bytesOf = (files: readonly InboxFile[]) => files.reduce((sum, { size }) => sum + size, 0);

function partition<T>(list: readonly T[], isFirst: (each: T) => boolean): [T[], T[]] {
  return [list.filter(isFirst), list.filter((each) => !isFirst(each))];
}

/** The oldest files of the account, as many as a run takes. */
async function oldestFiles(store: FileStore, account: Account, prefix: string): Promise<InboxFile[]> {
  let found: InboxFile[] = [];
  let pages = 0;
  for await (const page of pagesOf(store, prefix)) {
    const files = page.filter(({ key }) => arrivedAt(key)?.account === account);
    found = [...found, ...files].sort((a, b) => a.storedAt - b.storedAt).slice(0, mostFiles);
    pages += 1;
    if (pages === mostPages) break;
  }
  return found;
}

/** As many as fit into the item of a run. */
function fitting(files: readonly InboxFile[]): InboxFile[] {
  let bytes = 0;
  return files.slice(0, mostFiles).filter(({ key }) => {
    bytes += 2 * Buffer.byteLength(key);
    return bytes <= mostKeyBytes;
  });
}

function runFile({ key, version, size, storedAt }: InboxFile): RunFile {
  return { key, name: arrivedAt(key)?.name ?? key, version, size, storedAt };
}
