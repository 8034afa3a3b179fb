import { comparedNames, type Scrub, withoutNames } from '../domain/names-in-text.ts';
import { type LogLine, logLinesAbout } from '../table/access/account-log.ts';
import { type Erasing, keepErased, readErased } from '../table/access/erased.ts';
import { hideInviter } from '../table/access/invitations.ts';
import { scrubKeyNames } from '../table/access/issued-keys.ts';
import { forgetGivenUp, givenUpOf, type Notice, noticesOf } from '../table/access/notices.ts';
import { type Member, PeopleRefusal, peopleOf } from '../table/access/people.ts';
import { entityOf, type FileRow, rowsIn } from '../table/entities/kinds.ts';
import {
  callingsOf,
  erasePeople,
  type FoundFacts,
  factsAbout,
  scrubMessages,
  scrubNotices,
} from '../table/facts/erase.ts';
import { removeClient } from '../table/facts/facts.ts';
import type { FactWriter } from '../table/facts/writer.ts';
import type { Account, FactKind } from '../table/store/item-keys.ts';
import type { Table } from '../table/store/table.ts';
import { type AnyPlace, removePeople } from './people.ts';

// Erases a person or a client from an account, and hands over what is stored about a person: for the page and for the
// operator's CLI. Each can be killed and repeated.

/** A person, as whoever asks names the person. */
export interface Wanted {
  readonly texts: readonly string[];
  readonly scrub: Scrub;
  readonly erasing: readonly Erasing[];
}

/** Names of two words or more, and addresses. */
export function wantedPerson(texts: readonly string[]): Wanted {
  const names = texts.map((text) => ({ text, compared: comparedNames(text) }));
  const wrong = names.find(({ compared }) => compared.length === 0);
  const ask = 'Give a mail address, or a name of two to six words.';
  if (wrong) throw new PeopleRefusal(`"${wrong.text}" could be anybody. ${ask}`);
  if (texts.length === 0) throw new PeopleRefusal(ask);
  const all = names.flatMap(({ compared }) => compared);
  const [known, lengths] = [new Set(all.map(({ text }) => text)), new Set(all.map(({ words }) => words))];
  const scrub = (text: string) => withoutNames(text, lengths, (name) => known.has(name.text));
  return { texts, scrub, erasing: all.map((name) => ({ of: 'person', ...name })) };
}

/** Where a person stands in an account. */
export interface FoundPerson extends FoundFacts {
  readonly members: readonly Member[];
  /** Keys with such a name. */
  readonly keys: number;
  /** Notices that go to the person, or are about clients of the person. */
  readonly notices: number;
}

/** What is found, a part each: `2 notes`. Facts are named as their files are. */
export function foundTexts({ counts, members, keys, notices }: FoundPerson): string[] {
  const all = { 'people of the page': members.length, keys, notices, ...countsByFile({ counts }) };
  return Object.entries(all).flatMap(([name, count]) => (count > 0 ? [`${name}: ${count}`] : []));
}

/** By the names of their files. */
export function countsByFile({ counts }: Pick<FoundFacts, 'counts'>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).map(([kind, count]) => [entityOf(kind as FactKind).name, count]));
}

export async function findPerson(table: Table, account: Account, { scrub }: Wanted): Promise<FoundPerson> {
  const members = (await peopleOf(table, account)).filter(({ email }) => scrub(email) !== email);
  const keys = await scrubKeyNames(table, account, scrub, false);
  const notices = (await noticesAbout(table, account, scrub)).length;
  return { ...(await erasePeople(table, account, scrub)), members, keys, notices };
}

async function noticesAbout(table: Table, account: Account, scrub: Scrub): Promise<Notice[]> {
  const all = await noticesOf(table, account);
  return all.filter(({ to, owner = '' }) => [to, owner].some((text) => scrub(text) !== text));
}

interface ErasingPlace extends Omit<AnyPlace, 'table'> {
  /** Under the lock of the account. */
  readonly writer: FactWriter;
  readonly randomBytes: (count: number) => Uint8Array;
}

interface Change {
  /** The address of the administrator who asks for it. Absent: the operator. */
  readonly by?: string | undefined;
  /** Called before anything changes: with the id of each person of the account who is erased. */
  readonly announce: (line: Pick<LogLine, 'person' | 'about'>) => Promise<void>;
}

/** Erases a person from an account, wherever names and addresses stand, and remembers that, so that no file brings them back. */
export async function erasePerson(
  { writer, randomBytes, ...place }: ErasingPlace,
  account: Account,
  { scrub, erasing }: Wanted,
  { by, announce }: Change,
): Promise<FoundFacts> {
  const { table } = writer;
  const people = await peopleOf(table, account);
  const members = people.filter(({ email }) => scrub(email) !== email);
  if (by !== undefined && scrub(by) !== by)
    throw new PeopleRefusal('You cannot erase yourself: ask another administrator.');
  if (members.length === 0) await announce({});
  for (const { id } of members) await announce({ person: id });
  await keepErased(table, account, erasing, { at: new Date(place.clock()).toISOString(), randomBytes });
  await removePeople({ ...place, table }, account, members, by);
  await hideInviter(table, account, people, scrub);
  await scrubKeyNames(table, account, scrub, true);
  await scrubNotices(table, account, scrub);
  await scrubMessages(table, account, scrub);
  return erasePeople(table, account, scrub, writer);
}

/** Erases a client with all its records, and remembers what files may call it. Returns false if that was done before. */
export async function eraseClient(
  { writer, clock, randomBytes }: Pick<ErasingPlace, 'writer' | 'clock' | 'randomBytes'>,
  account: Account,
  id: string,
  { announce }: Pick<Change, 'announce'>,
): Promise<boolean> {
  const { table } = writer;
  const erasing = await callingsOf(table, account, id);
  if (!erasing) {
    const day = (await readErased(table, account)).clientOn([`ids ${id}`]);
    if (day === undefined) throw new PeopleRefusal(`The account ${account} has no client ${id}.`);
    return false;
  }
  await announce({ about: id });
  await keepErased(table, account, erasing, { at: new Date(clock()).toISOString(), randomBytes });
  // they may name the client, which is removed last: done again without it, nothing is left to do
  await forgetGivenUp(table, account, await givenUpOf(table, account));
  await removeClient(writer, account, id);
  return true;
}

/** Everything that is stored about a person in an account. */
export async function storedAbout(table: Table, account: Account, { texts, scrub }: Wanted, now: number) {
  const names = new Map<unknown, unknown>();
  const found: FileRow[] = [];
  for await (const some of factsAbout(table, account, scrub, (clients) => {
    for (const { id, name } of clients) names.set(id, name);
  }))
    found.push(...some.flatMap(({ item }) => rowsIn(item)).filter((row) => isAbout(row, scrub)));
  const members = (await peopleOf(table, account)).filter(({ email }) => scrub(email) !== email);
  const notices = await noticesAbout(table, account, scrub);
  const log = await Promise.all(members.map(({ id }) => logLinesAbout(table, account, id)));
  return {
    account,
    exportedAt: new Date(now).toISOString(),
    asked: texts,
    facts: found.map(({ kind, cells, own }) => ({ kind, client: names.get(cells.serviceId), ...cells, ...own })),
    members,
    notices: notices.map(({ id, kind, to, owner, created }) => ({ id, kind, to, owner, created })),
    log: log.flat(),
  };
}

function isAbout({ cells, own }: FileRow, scrub: Scrub): boolean {
  return Object.values({ ...cells, ...own }).some((cell) => {
    const text = Array.isArray(cell) ? cell.join('\n') : cell;
    return typeof text === 'string' && scrub(text) !== text;
  });
}
