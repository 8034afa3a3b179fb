import { createHash } from 'node:crypto';
import type { Day } from '../../domain/dates.ts';
import type { Moves } from '../../domain/scoring/moves.ts';
import type { Nights } from '../../domain/scoring/nights.ts';
import { compress, decompress } from '../store/compression.ts';
import { type Account, clientKey, type ItemKey, scoreKey } from '../store/item-keys.ts';
import { type Item, readBatch, readItem } from '../store/read.ts';
import { checkVersion, itemVersion } from '../store/stored-item.ts';
import type { Part, Put, RequestTable, Table } from '../store/table.ts';
import { transact } from '../store/transaction.ts';
import { ifConditionHolds, putItem } from '../store/write.ts';
import { packAllContacts, packContacts, unpackAllContacts, unpackContacts } from './packed-contacts.ts';
import { packNights, unpackNights } from './packed-nights.ts';
import { packScores, type Score, unpackScores } from './packed-scores.ts';
import { packMoves, unpackMoves } from './stored-moves.ts';

export type { Score };

/**
 * The score record of a client: its scores and those of its streams. Only the worker writes it. All scores of a day are
 * stored in one write, so repeated, late and killed runs leave the same record.
 */
export interface ClientScore extends Score {
  /** By stream. */
  readonly ofStreams: ReadonlyMap<string, Score>;
  /** Why the score of the client moved; absent if there is nothing to compare with. */
  readonly moves?: Moves | undefined;
  /** The last contact that files of systems show; absent if there is none. */
  readonly lastContact?: Day | undefined;
  /** What each night said of the client; absent in records that are older than it. */
  readonly nights?: Nights | undefined;
}

/** A score record as it was read. */
export interface StoredScore extends ClientScore {
  /** The day and a hash of the scores. */
  readonly digest: string;
}

const clientItself = '';
const bytesIn = (attribute: unknown) => Buffer.from(attribute as Uint8Array);

export function toScoreItem(account: Account, clientId: string, score: Score & Partial<ClientScore>): Item {
  return { ...scoreKey(account, clientId), v: itemVersion, ...attributesOf({ ofStreams: new Map(), ...score }) };
}

export function fromScoreItem(item: Item): StoredScore {
  checkVersion(item);
  const bytes = decompress(item.scores);
  const movesEnd = 2 + bytes.readUInt16BE();
  const ofStreams = unpackScores(bytes.subarray(movesEnd));
  const ofClient = ofStreams.get(clientItself);
  if (!ofClient) throw new TypeError(`The score record of ${item.pk} has no score of the client.`);
  ofStreams.delete(clientItself);
  const moves = movesEnd > 2 && { moves: unpackMoves(bytes.subarray(2, movesEnd), ofClient.history.last) };
  const nights = item.nights !== undefined && {
    nights: unpackNights(decompress(item.nights), ofClient.history),
  };
  const contact = item.lastContact !== undefined && { lastContact: Number(item.lastContact) };
  const contacts = item.contacts !== undefined && {
    contacts: unpackContacts(bytesIn(item.contacts), ofClient.history.last),
  };
  const ofEach = item.streamContacts !== undefined && bytesIn(item.streamContacts);
  const known = ofEach ? unpackAllContacts(ofEach, ofClient.history.last) : [];
  for (const [at, [id, score]] of [...ofStreams].entries())
    if (known[at]) ofStreams.set(id, { ...score, contacts: known[at] });
  return { ...ofClient, ofStreams, ...moves, ...nights, ...contact, ...contacts, digest: String(item.digest) };
}

export async function clientScoreOf(
  table: RequestTable,
  account: Account,
  clientId: string,
  reading: { readonly consistent?: boolean } = {},
): Promise<StoredScore | undefined> {
  const item = await readItem(table, scoreKey(account, clientId), reading);
  return item && fromScoreItem(item);
}

/** The scores of clients, without those that have none. Strongly consistent: the lists show their newest points. */
export async function scoresOf(
  table: RequestTable,
  account: Account,
  clientIds: readonly string[],
): Promise<Map<string, StoredScore>> {
  const ids = new Map(clientIds.map((id) => [scoreKey(account, id).pk, id]));
  const keys = clientIds.map((id) => scoreKey(account, id));
  const items = await readBatch(table, keys, { consistent: true });
  return new Map(items.map((item) => [ids.get(item.pk) ?? '', fromScoreItem(item)]));
}

/** `changed`: the record is not the one that should be replaced; `removed`: there is no such client any more. */
export type Replacement = 'replaced' | 'changed' | 'removed';

/**
 * Replaces exactly the scores that `after` was computed from, so concurrent runs and stale reads never lose a point. The
 * first scores of a client are only stored if the client exists, so those of a removed client are never made again.
 */
export async function replaceScores(
  table: Table,
  account: Account,
  clientId: string,
  before: StoredScore | undefined,
  after: ClientScore,
): Promise<Replacement> {
  const item = toScoreItem(account, clientId, after);
  const isStored = before
    ? await ifConditionHolds(putItem(table, replacing(before, item)))
    : (await transact(table, [exists(clientKey(account, clientId)), ifAbsent(item)])).length === 0;
  if (isStored) return 'replaced';
  const client = await readItem(table, clientKey(account, clientId), { consistent: true });
  return client ? 'changed' : 'removed';
}

const exists = (key: ItemKey): Part => ({ check: { key, condition: 'attribute_exists(pk)' } });
const ifAbsent = (item: Item): Part => ({ put: { item, condition: 'attribute_not_exists(pk)' } });

function replacing({ digest }: StoredScore, item: Item): Put {
  return { item, condition: 'digest = :digest', values: { ':digest': digest } };
}

/** True if a write of these scores would leave the record as it is. */
export function areStored(before: StoredScore | undefined, after: ClientScore): boolean {
  return before?.digest === digestOf(after, bytesOf(after));
}

function attributesOf(score: ClientScore) {
  const [bytes, nights] = [bytesOf(score), nightsOf(score)];
  const [contacts, streamContacts] = contactBytesOf(score);
  const contact = score.lastContact !== undefined && { lastContact: score.lastContact };
  return {
    day: score.history.last,
    scores: compress(bytes),
    ...(nights && { nights: compress(nights) }),
    ...contact,
    ...(contacts && { contacts }),
    ...(streamContacts && { streamContacts }),
    digest: digestOf(score, bytes),
  };
}

/** Those of the client, and of its streams. */
function contactBytesOf({ contacts, ofStreams, history: { last } }: ClientScore): (Buffer | undefined)[] {
  const ofEach = [...ofStreams.values()].map((stream) => stream.contacts ?? []);
  return [contacts && packContacts(contacts, last), packAllContacts(ofEach, last)];
}

function nightsOf({ nights, history }: ClientScore): Buffer | undefined {
  return nights && packNights(nights, history);
}

/** Scores and moves together, because a night pays for each KB of the record. */
function bytesOf({ ofStreams, moves, ...ofClient }: ClientScore): Buffer {
  const packed = packScores(new Map([[clientItself, ofClient], ...ofStreams]));
  const packedMoves = moves ? packMoves(moves) : Buffer.of();
  const length = Buffer.alloc(2);
  length.writeUInt16BE(packedMoves.length);
  return Buffer.concat([length, packedMoves, packed]);
}

/** Identifies what is stored for its day. */
function digestOf(score: ClientScore, bytes: Buffer): string {
  const hash = createHash('sha256').update(bytes);
  for (const part of [nightsOf(score), ...contactBytesOf(score)]) if (part) hash.update(part);
  if (score.lastContact !== undefined) hash.update(`${score.lastContact}`);
  return `${score.history.last} ${hash.digest('base64url').slice(0, 12)}`;
}
