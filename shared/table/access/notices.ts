import { compareTexts } from '../../domain/orders.ts';
import {
  type Account,
  allOfNoticesRange,
  givenUpKey,
  givenUpRange,
  noticeKey,
  noticesRange,
  noticesSentKey,
} from '../store/item-keys.ts';
import { type Item, readItem, readRange } from '../store/read.ts';
import { entityIn, itemVersion } from '../store/stored-item.ts';
import type { Table } from '../store/table.ts';
import { deleteAll, deleteItem, ifConditionHolds, putItem } from '../store/write.ts';
import { countTry } from './tries.ts';

// A notice says which news of an account is sent to which address, and stores the last result.

export const noticeKinds = ['mail', 'slack', 'teams', 'webhook'] as const;
export const noticeTimes = ['mornings', 'changes', 'mondays'] as const;
export const noticeAbouts = ['morning', 'feeds', 'both'] as const;

interface NoticeSecret {
  /** `whsec_` and 32 random bytes in base64. */
  readonly secret: string;
  /** ISO 8601: one that was replaced signs until then. */
  readonly until?: string;
}

/** A delivery that was given up, as it was; a webhook is signed anew if it is sent again. */
export interface GivenUp {
  readonly noticeId: string;
  readonly deliveryId: string;
  readonly at: string;
  readonly words: string;
  readonly delivery: object;
}

export interface Notice {
  readonly id: string;
  readonly kind: (typeof noticeKinds)[number];
  /** An address, or a URL. Those of Slack and Teams are secrets: whoever has one can post. */
  readonly to: string;
  /** The clients that it is about: all, those of an owner by name, or those of a portfolio by its id. */
  readonly owner?: string;
  readonly portfolio?: string;
  readonly when: (typeof noticeTimes)[number];
  readonly about: (typeof noticeAbouts)[number];
  /** Whether messages name clients and files; else they have ids. */
  readonly names: boolean;
  readonly state: 'waiting' | 'on' | 'off';
  /** Why it is off, in a sentence. */
  readonly because?: string;
  /** Nobody switched it off: the account's board says so. */
  readonly gaveUp?: true;
  /** ISO 8601. */
  readonly created: string;
  /** What the links in mails carry: who has it may confirm or end this notice. */
  readonly token?: string;
  /** ISO 8601: until then the address can confirm. Only of one that was asked and has not. */
  readonly confirmUntil?: string;
  /** Of a webhook, the newest first. */
  readonly secrets?: readonly NoticeSecret[];
  readonly last?: { readonly at: string; readonly ok: boolean; readonly words: string };
  /** The nights in a row whose messages were given up: the newest, and their number. */
  readonly failedNight?: string;
  readonly failedNights?: number;
}

const mostNotices = 20;
/** The nights in a row without a delivered message after which a notice is switched off. */
export const mostFailedNights = 5;
/** How often people of an account send something in a day: a test, a confirmation, or what was given up. */
const mostSentADay = 100;
const givenUpKeptDays = 30;

/** Says in plain words why a notice cannot be changed so, for the page. */
export class NoticeRefusal extends Error {
  override name = 'NoticeRefusal' as const;
}

export async function noticesOf(table: Table, account: Account): Promise<Notice[]> {
  const items = await readRange(table, noticesRange(account), { consistent: true });
  return items.map(noticeIn).sort((a, b) => compareTexts(a.created, b.created) || compareTexts(a.id, b.id));
}

export async function noticeById(table: Table, account: Account, id: string): Promise<Notice | undefined> {
  const item = await readItem(table, noticeKey(account, id), { consistent: true });
  return item && noticeIn(item);
}

function noticeIn(item: Item): Notice {
  const { revision: _, ...notice } = entityIn<Notice & { revision: number }>(item);
  return notice;
}

const asksFor = ['kind', 'to', 'owner', 'portfolio', 'when', 'about'] as const;

export async function addNotice(table: Table, account: Account, notice: Notice): Promise<void> {
  const all = await noticesOf(table, account);
  if (all.length >= mostNotices)
    throw new NoticeRefusal(`The account has ${mostNotices} notices, which is the most. Remove one first.`);
  // a form that is sent again
  if (all.some((each) => asksFor.every((field) => each[field] === notice[field])))
    throw new NoticeRefusal('There is such a notice to this address already. Remove it first.');
  const condition = 'attribute_not_exists(pk)';
  await putItem(table, { item: itemOf(account, notice, 0), condition });
}

const itemOf = (account: Account, notice: Notice, revision: number): Item => ({
  ...noticeKey(account, notice.id),
  v: itemVersion,
  ...notice,
  revision,
});

const mostTries = 10;

/** Replaces a notice by what `change` makes of it. Undefined if there is no such notice, or `change` returns nothing. */
export async function changeNotice(
  table: Table,
  account: Account,
  id: string,
  change: (notice: Notice) => Notice | undefined,
): Promise<Notice | undefined> {
  for (let tried = 1; tried <= mostTries; tried += 1) {
    const item = await readItem(table, noticeKey(account, id), { consistent: true });
    const changed = item && change(noticeIn(item));
    if (!changed) return undefined;
    const revision = Number(item.revision);
    const put = {
      item: itemOf(account, changed, revision + 1),
      condition: 'revision = :revision',
      values: { ':revision': revision },
    };
    if (await ifConditionHolds(putItem(table, put))) return changed;
  }
  throw new Error(`The notice ${id} was changed ${mostTries} times at once.`);
}

export async function removeNotice(table: Table, account: Account, id: string): Promise<void> {
  await deleteItem(table, { key: noticeKey(account, id) });
  const theirs = (await givenUpOf(table, account)).filter(({ noticeId }) => noticeId === id);
  await forgetGivenUp(table, account, theirs);
}

/** Of somebody who was removed from the account: no mail follows. */
export async function removeMailsTo(table: Table, account: Account, address: string): Promise<void> {
  const all = await noticesOf(table, account);
  for (const { id, kind, to } of all) if (kind === 'mail' && to === address) await removeNotice(table, account, id);
}

/** Of an account that is deleted. */
export async function removeAllNotices(table: Table, account: Account): Promise<void> {
  const items = await readRange(table, allOfNoticesRange(account), { consistent: true, attributes: ['pk', 'sk'] });
  await deleteAll(table, items);
}

/** Counts that somebody sends something from the page. False, and nothing is counted, if that was too often today. */
export function countSent(table: Table, account: Account, now: number): Promise<boolean> {
  return countTry(table, noticesSentKey(account), { now, most: mostSentADay, seconds: 86_400 });
}

/** How an attempt to deliver went. */
export interface Outcome {
  readonly accountId: string;
  readonly noticeId: string;
  readonly deliveryId: string;
  /** ISO 8601. */
  readonly at: string;
  readonly ok: boolean;
  /** There is no further attempt. */
  readonly final: boolean;
  /** For the page: no secret, no address, nothing that the receiver answered. */
  readonly words: string;
  /** The delivery without its secrets, if it was given up: stored, it can be sent again. */
  readonly givenUp?: object;
}

/** Stores how a delivery went. Repeated, late and out of order it says the same; a notice that was removed stays so. */
export async function recordOutcome(table: Table, outcome: Outcome): Promise<void> {
  const { accountId, noticeId, deliveryId, at, words, givenUp: delivery } = outcome;
  const account = accountId as Account;
  const known = await changeNotice(table, account, noticeId, (notice) => withOutcome(notice, outcome));
  if (!known || !delivery || nightOf(deliveryId) === undefined) return;
  const ttl = Math.floor(Date.parse(at) / 1000) + givenUpKeptDays * 86_400;
  const given: GivenUp = { noticeId, deliveryId, at, words, delivery };
  await putItem(table, { item: { ...givenUpKey(account, deliveryId), v: itemVersion, ...given, ttl } });
}

/** The deliveries that were given up and not sent again. */
export async function givenUpOf(table: Table, account: Account): Promise<GivenUp[]> {
  return (await readRange(table, givenUpRange(account), { consistent: true })).map((item) => entityIn<GivenUp>(item));
}

export function forgetGivenUp(table: Table, account: Account, deliveries: readonly GivenUp[]): Promise<void> {
  return deleteAll(
    table,
    deliveries.map(({ deliveryId }) => givenUpKey(account, deliveryId)),
  );
}

export function withOutcome(notice: Notice, { deliveryId, at, ok, final, words }: Outcome): Notice {
  const isNewer = notice.last === undefined || notice.last.at <= at;
  const said = { ...notice, ...(isNewer && { last: { at, ok, words } }) };
  const night = nightOf(deliveryId);
  // tests and confirmations neither end a row of failures nor are a part of one
  if (night === undefined) return said;
  if (ok) return night < (notice.failedNight ?? '') ? said : { ...said, failedNights: 0 };
  if (!final || night <= (notice.failedNight ?? '')) return said;
  const failedNights = (notice.failedNights ?? 0) + 1;
  const counted = { ...said, failedNight: night, failedNights };
  if (failedNights < mostFailedNights || notice.state !== 'on') return counted;
  const because = `Nobody took its messages for ${mostFailedNights} nights in a row. The last time: ${words}`;
  return { ...counted, state: 'off', gaveUp: true, because };
}

/** The night that a delivery is of; undefined of a test. */
function nightOf(deliveryId: string): string | undefined {
  return /^[A-Za-z0-9]+_(\d{4}-\d{2}-\d{2})_/.exec(deliveryId)?.[1];
}
