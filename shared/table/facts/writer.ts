import { isDeepStrictEqual } from 'node:util';
import { recountAll, recountClients } from '../records/counts.ts';
import type { Account } from '../store/item-keys.ts';
import type { Table } from '../store/table.ts';
import { type Mark, newMarkValue, readMark, replaceMark } from '../views/root/facts-mark.ts';
import { readRoot } from '../views/root/root.ts';

/** What functions that write facts need. Only the holder of the account's lock has one. */
export interface FactWriter {
  readonly table: Table;
  /** Call before every batch; throws if this writer must stop. */
  readonly confirm: () => Promise<void>;
  /** Call before the first write of a batch. `shown`: of something that lists show. */
  readonly begin: (batch: { readonly shown: boolean }) => Promise<void>;
  /** What changed of the clients that are counted at the end. */
  readonly toCount: ToCount;
}

/** Returns the table, for a batch that changes something. */
export async function openBatch(writer: FactWriter, batch: Parameters<FactWriter['begin']>[0]): Promise<Table> {
  await writer.confirm();
  await writer.begin(batch);
  return writer.table;
}

interface ToCount {
  /** Clients whose notes, reads or follow-ups change. */
  readonly notes: Set<string>;
  /** Clients whose signals with payments change. */
  readonly payments: Set<string>;
}

export interface Writing {
  readonly table: Table;
  readonly clock: () => number;
  readonly randomBytes: (count: number) => Uint8Array;
  readonly confirm: () => Promise<void>;
  /** Called before notes, reads and payments of clients are counted. Their number is 0 if it is unknown. */
  readonly onCounting?: (clients: number) => Counting;
}

interface Counting {
  readonly add: (clients: number) => void;
  readonly end: () => void;
}

export interface Written<T> {
  readonly result: T;
  /** The lists do not show all facts yet. */
  readonly isBehind: boolean;
}

/** Another writer has taken over from one that slept. */
class MarkChanged extends Error {
  override name = 'MarkChanged' as const;

  constructor(account: Account) {
    super(`Another writer has changed the mark of ${account}. Run the same command again.`);
  }
}

/**
 * Writes facts of an account under its mark. If the work fails, what it has written is counted, and the mark closed. After
 * a writer that was killed, the mark stays open until one that completes its work has counted all clients again.
 */
export async function writingFacts<T>(
  { table, clock, randomBytes, confirm, onCounting }: Writing,
  account: Account,
  work: (writer: FactWriter) => Promise<T>,
): Promise<Written<T>> {
  const newMark = (): Mark => ({ value: newMarkValue(randomBytes), isOpen: true, since: clock() });
  const found = await takenOver(table, account, newMark);
  const wasKilled = found.isOpen;
  let mark = found;
  const replace = async (after: Mark) => {
    if (!isDeepStrictEqual(await markAfter(table, account, mark, after), after)) throw new MarkChanged(account);
    mark = after;
  };
  const isOurs = () => wasKilled || mark !== found;
  const hasNewValue = () => wasKilled || mark.value !== found.value;
  let opening = Promise.resolve();
  const [notes, payments] = [new Set<string>(), new Set<string>()];
  const end = async () => {
    if (!isOurs()) return;
    const changed = new Set([...notes, ...payments]);
    const counting = onCounting?.(wasKilled ? 0 : changed.size);
    if (wasKilled) await recountAll(table, account, counting?.add);
    else await recountClients(table, account, changed, payments, counting?.add);
    counting?.end();
    await replace({ ...mark, isOpen: false, since: clock() });
  };
  const writer: FactWriter = {
    table,
    confirm,
    toCount: { notes, payments },
    begin: ({ shown }) => {
      // some batches are written at the same time
      opening = opening.then(async () => {
        if (shown && !hasNewValue()) await replace(newMark());
        else if (!isOurs()) await replace({ ...newMark(), value: found.value });
      });
      return opening;
    },
  };
  let result: T;
  try {
    result = await work(writer);
  } catch (error) {
    if (!wasKilled) await end().catch(() => undefined);
    throw error;
  }
  await confirm();
  await end();
  const root = await readRoot(table, account, { consistent: true });
  return { result, isBehind: root?.facts !== mark.value };
}

/** The mark, replaced by a new one if a killed writer has left it open. */
async function takenOver(table: Table, account: Account, newMark: () => Mark): Promise<Mark> {
  const found = await readMark(table, account);
  if (!found.isOpen) return found;
  const taken = newMark();
  const now = await markAfter(table, account, found, taken);
  // a worker has completed the work of the killed one in between
  if (!now.isOpen || now.value === taken.value) return now;
  throw new MarkChanged(account);
}

/** The mark after it was to be replaced: one that is in the way may be the one that a first attempt wrote. */
async function markAfter(table: Table, account: Account, before: Mark, after: Mark): Promise<Mark> {
  return (await replaceMark(table, account, before, after)) ? after : readMark(table, account);
}

/** Completes the work of a killed writer and closes its mark, unless another writer has taken it over. */
export async function completeAbandoned(
  { table, clock, randomBytes }: Omit<Writing, 'confirm'>,
  account: Account,
  value: string,
): Promise<void> {
  const mark = await readMark(table, account);
  if (!mark.isOpen || mark.value !== value) return;
  await recountAll(table, account);
  await replaceMark(table, account, mark, { value: newMarkValue(randomBytes), isOpen: false, since: clock() });
}
