import { createHash } from 'node:crypto';

// Every key of the table is built here and nowhere else; docs/table.md shows them as charts. An id holds no '#', so one
// account's keys are never the beginning of another's.

/** An account that a verified API key, a queue message or the operator named. Never made of what a caller sent. */
export type Account = string & { readonly verified: unique symbol };

export interface ItemKey {
  readonly pk: string;
  readonly sk: string;
}

/** Items of one partition whose sort keys lie in a range, both ends included. */
export interface KeyRange {
  readonly pk: string;
  readonly from: string;
  readonly to: string;
}

export function asAccount(customerId: string): Account {
  return customerId as Account;
}

export function apiKeyHash(apiKey: string): string {
  return createHash('sha256').update(apiKey).digest('base64url');
}

// Accounts and keys

export const apiKeyItemKey = (hash: string): ItemKey => ({ pk: `KEY#${hash}`, sk: 'KEY' });
export const accountKey = (account: Account): ItemKey => ({ pk: 'ACCOUNTS', sk: account });
export const accountsRange = (): KeyRange => prefixRange('ACCOUNTS', '');
export const issuedKeyItemKey = (keyId: string): ItemKey => ({ pk: 'KEYS', sk: keyId });
/** Outside of the account's partition: it is no part of the account, and ends by itself. */
export const importLockKey = (account: Account): ItemKey => ({ pk: 'IMPORTS', sk: account });
export const issuedKeysRange = (): KeyRange => prefixRange('KEYS', '');

/** What partition keys begin with, for policies that confine a role to some of them. */
export const partitions = { tenants: 'CUST#*', apiKeys: 'KEY#*', accounts: 'ACCOUNTS', issuedKeys: 'KEYS' } as const;

/** No account has this id. */
export const missingItemKey: ItemKey = { pk: 'CUST#-', sk: '-' };

// What an account has

const accountPartition = (account: Account) => `CUST#${account}`;

export const clientKey = (account: Account, client: string): ItemKey => ({
  pk: accountPartition(account),
  sk: `CLIENT#${client}`,
});
export const clientsRange = (account: Account): KeyRange => prefixRange(accountPartition(account), 'CLIENT#');
/** Those after a client, itself left out: a space is lower than any character of an id. */
export const clientsAfterRange = (account: Account, client: string): KeyRange => ({
  ...clientsRange(account),
  from: `CLIENT#${client} `,
});
export const portfolioKey = (account: Account, id: string): ItemKey => ({
  pk: accountPartition(account),
  sk: `PORTFOLIO#${id}`,
});
export const portfoliosRange = (account: Account): KeyRange => prefixRange(accountPartition(account), 'PORTFOLIO#');

/** All that lies beside the clients: they, portfolios, heads and the portfolio view. */
export const accountRange = (account: Account): KeyRange => prefixRange(accountPartition(account), '');

const pendingDeletionPartition = (account: Account) => `${accountPartition(account)}#GONE`;

/** Where a client or portfolio is remembered that a deletion took out of sight, until what it had is deleted too. */
export const pendingDeletionKey = (account: Account, { sk }: ItemKey): ItemKey => ({
  pk: pendingDeletionPartition(account),
  sk,
});
export const pendingDeletionsRange = (account: Account): KeyRange => prefixRange(pendingDeletionPartition(account), '');

const portfolioPartition = (account: Account, portfolio: string) =>
  `${accountPartition(account)}#PORTFOLIO#${portfolio}`;

export const memberKey = (account: Account, portfolio: string, client: string): ItemKey => ({
  pk: portfolioPartition(account, portfolio),
  sk: `MEMBER#${client}`,
});
export const membersRange = (account: Account, portfolio: string): KeyRange =>
  prefixRange(portfolioPartition(account, portfolio), 'MEMBER#');

// What a client has; a partition of its own, so that nightly writes never meet

const clientPartition = (account: Account, client: string) => `${accountPartition(account)}#CLIENT#${client}`;

export const scoreKey = (account: Account, client: string): ItemKey => ({
  pk: clientPartition(account, client),
  sk: 'SCORE',
});
export const streamKey = (account: Account, client: string, stream: string): ItemKey => ({
  pk: clientPartition(account, client),
  sk: `STREAM#${stream}`,
});
export const streamScoreKey = (account: Account, client: string, stream: string): ItemKey => ({
  pk: clientPartition(account, client),
  sk: `SSCORE#${stream}`,
});
export const insightsKey = (account: Account, client: string, stream: string, week: string): ItemKey => ({
  pk: clientPartition(account, client),
  sk: `INSIGHTS#${stream}#${week}`,
});
export const insightsRange = (account: Account, client: string, stream: string): KeyRange =>
  prefixRange(clientPartition(account, client), `INSIGHTS#${stream}#`);
/** The time first, so that the newest notes are the end of the range. */
export const noteKey = (account: Account, client: string, createdAt: string, id: string): ItemKey => ({
  pk: clientPartition(account, client),
  sk: `NOTE#${createdAt}#${id}`,
});
export const notesRange = (account: Account, client: string): KeyRange =>
  prefixRange(clientPartition(account, client), 'NOTE#');
export const personKey = (account: Account, client: string, id: string): ItemKey => ({
  pk: clientPartition(account, client),
  sk: `PERSON#${id}`,
});
export const peopleRange = (account: Account, client: string): KeyRange =>
  prefixRange(clientPartition(account, client), 'PERSON#');
export const alignmentKey = (account: Account, client: string, year: string): ItemKey => ({
  pk: clientPartition(account, client),
  sk: `ALIGN#${year}`,
});
export const alignmentRange = (account: Account, client: string): KeyRange =>
  prefixRange(clientPartition(account, client), 'ALIGN#');
/** A short name, so that signals sort before scores and streams, and nothing lies between them. */
export const signalsKey = (account: Account, client: string, week: string): ItemKey => ({
  pk: clientPartition(account, client),
  sk: `S#${week}`,
});
/** Stream scores, then streams. */
export const streamsWithScoresRange = (account: Account, client: string): KeyRange => ({
  pk: clientPartition(account, client),
  from: 'SSCORE#',
  to: `STREAM#${last}`,
});
/** Signals from a week on, the score, stream scores, streams: all that a night reads of a client, in one range. */
export const nightRange = (account: Account, client: string, week: string): KeyRange => ({
  pk: clientPartition(account, client),
  from: `S#${week}`,
  to: `STREAM#${last}`,
});
/** The same without the signals. */
export const scoresRange = (account: Account, client: string): KeyRange => ({
  pk: clientPartition(account, client),
  from: 'SCORE',
  to: `STREAM#${last}`,
});
/** Everything of the client but the client itself. */
export const recordsRange = (account: Account, client: string): KeyRange =>
  prefixRange(clientPartition(account, client), '');

// Views

export const rosterNames = ['clients', 'streams', 'alignment'] as const;
export type RosterName = (typeof rosterNames)[number];
export type PagePart = 'PAGE' | 'SIDE' | 'LIST';

export const headKey = (account: Account, roster: RosterName): ItemKey => ({
  pk: accountPartition(account),
  sk: `ROSTER#${roster}`,
});
const rosterPartition = (account: Account, roster: RosterName) => `${accountPartition(account)}#ROSTER#${roster}`;

export const pageKey = (account: Account, roster: RosterName, part: PagePart, id: string): ItemKey => ({
  pk: rosterPartition(account, roster),
  sk: `${part}#${id}`,
});
export const pagesRange = (account: Account, roster: RosterName): KeyRange =>
  prefixRange(rosterPartition(account, roster), '');
export const portfolioViewKey = (account: Account): ItemKey => ({ pk: accountPartition(account), sk: 'PORTFOLIOS' });

// behind every character that a key may hold
const last = '~';

function prefixRange(pk: string, prefix: string): KeyRange {
  return { pk, from: prefix, to: `${prefix}${last}` };
}

const recordKinds = {
  STREAM: 'stream',
  INSIGHTS: 'insights',
  NOTE: 'note',
  PERSON: 'person',
  ALIGN: 'alignment',
  S: 'signal',
} as const;

/** Of which kind of fact a record of a client is; none when it is computed. */
export function factKindOf({ sk }: ItemKey): (typeof recordKinds)[keyof typeof recordKinds] | undefined {
  return Object.entries(recordKinds).find(([prefix]) => sk.startsWith(`${prefix}#`))?.[1];
}

export const isClient = ({ sk }: ItemKey): boolean => sk.startsWith('CLIENT#');
export const isPortfolio = ({ sk }: ItemKey): boolean => sk.startsWith('PORTFOLIO#');
export const isStream = ({ sk }: ItemKey): boolean => sk.startsWith('STREAM#');
export const isScore = ({ sk }: ItemKey): boolean => sk === 'SCORE';
export const isStreamScore = ({ sk }: ItemKey): boolean => sk.startsWith('SSCORE#');
export const isSignals = ({ sk }: ItemKey): boolean => sk.startsWith('S#');

/** The last part of a sort key: the id that a range is listed for. */
export function idIn(sk: string): string {
  return sk.slice(sk.lastIndexOf('#') + 1);
}
