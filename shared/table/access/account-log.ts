import { type Account, logLineKey, logRange, readLineKey, readsRange } from '../store/item-keys.ts';
import { readRange } from '../store/read.ts';
import { entityIn, itemVersion } from '../store/stored-item.ts';
import type { Table } from '../store/table.ts';
import { putItem } from '../store/write.ts';
import { peopleOf } from './people.ts';

// Who changed what in an account, on every road, and what became of its files: a line for each, written before the change
// takes effect. Lines expire, usually after 400 days, and outlive the account. They have ids of people, never a name or an address:
// whoever is removed or erased is an id from then on.

interface Line {
  /** ISO 8601. */
  readonly at: string;
  readonly what:
    | 'client read'
    | 'file downloaded'
    | 'account created'
    | 'account suspended'
    | 'account resumed'
    | 'account restored'
    | 'account deleted'
    | 'key issued'
    | 'key rolled'
    | 'key revoked'
    | 'columns chosen'
    | 'file discarded'
    | 'import confirmed'
    | 'import taken back'
    | 'rows mended'
    | 'file handed in'
    | 'file refused'
    | 'files imported'
    | 'files not imported'
    | 'import begun'
    | 'feed forgotten'
    | 'inbox configured'
    | 'link given'
    | 'person invited'
    | 'invitation accepted'
    | 'person joined'
    | 'person removed'
    | 'client followed up'
    | 'client renamed'
    | 'client named'
    | 'clients merged'
    | 'client left'
    | 'client back'
    | 'notice added'
    | 'notice tested'
    | 'notice secret rolled'
    | 'notice switched on'
    | 'notice switched off'
    | 'notice removed'
    | 'notice sent again'
    | 'notice confirmed'
    | 'notice ended'
    | 'client erased'
    | 'person erased'
    | 'person exported';
  /** The public id of a key: never the key. */
  readonly keyId?: string;
}

export interface LogLine extends Line {
  /** The id of a person, `operator` with the name of the session, `inbox`, or `receiver`, who uses the link of a mail. */
  readonly who: string;
  /** The id of the person whom the change is about. */
  readonly person?: string;
  /** The name of the key, file or feed, the role of the person, the headline of a run, or the id of a client. */
  readonly about?: string;
}

/** As it is shown: people who still belong to the account have their addresses. */
export interface ShownLine extends Line {
  readonly who: string;
  readonly about: string;
}

export interface ReadLine extends Line {
  readonly what: (typeof reads)[number];
}

/** What people read: in a range of its own, because there is more of it than of changes. */
const reads = ['client read', 'file downloaded'] as const;
export type LogKind = 'changes' | 'reads';

const usualDays = 400;

export async function writeLogLine(
  table: Table,
  account: Account,
  line: LogLine,
  randomBytes: (count: number) => Uint8Array,
): Promise<void> {
  const id = Buffer.from(randomBytes(6)).toString('hex');
  const ttl = Math.floor(Date.parse(line.at) / 1000) + (table.logDays ?? usualDays) * 86_400;
  const key = reads.some((each) => each === line.what) ? readLineKey : logLineKey;
  await putItem(table, { item: { ...key(account, line.at, id), v: itemVersion, ...line, ttl } });
}

const mostShown = 200;

/** The newest lines, newest first. */
export async function newestLogLines(table: Table, account: Account, which: LogKind): Promise<ShownLine[]> {
  const range = which === 'reads' ? readsRange : logRange;
  const [items, people] = await Promise.all([
    readRange(table, range(account), { consistent: true, backwards: true, limit: mostShown }),
    peopleOf(table, account),
  ]);
  const addresses = new Map(people.map(({ id, email }) => [id, email]));
  const named = (id: string) => addresses.get(id) ?? (isPerson(id) ? `somebody who left (${id})` : id);
  return items.map((item) => {
    const { at, who, what, person, about, keyId } = entityIn<LogLine>(item);
    const whom = person === undefined ? [] : [named(person)];
    const shown = { at, who: named(who), what, about: [...whom, ...(about ? [about] : [])].join(', ') };
    return { ...shown, ...(keyId !== undefined && { keyId }) };
  });
}

/** The lines about what a person did, and what was done to the person, oldest first. */
export async function logLinesAbout(table: Table, account: Account, person: string): Promise<LogLine[]> {
  const ranges = [logRange(account), readsRange(account)];
  const items = await Promise.all(ranges.map((range) => readRange(table, range, { consistent: true })));
  const lines = items.flat().map((item) => entityIn<LogLine & { readonly ttl: number }>(item));
  return lines.flatMap(({ ttl: _, ...line }) => (line.who === person || line.person === person ? [line] : []));
}

const isPerson = (who: string) => !/^(operator|inbox|receiver|this computer)( |$)/.test(who);
