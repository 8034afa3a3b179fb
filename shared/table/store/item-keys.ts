import { createHash } from 'node:crypto';

// Every key of the table is built here and nowhere else; docs/table.md shows them as charts. An id holds no '#', so one
// account's keys are never the beginning of another's.

/** An account that a verified API key, a queue message or the operator named. Never made of what a caller sent. */
export type Account = string & { readonly verified: unique symbol };

export interface Key {
  readonly pk: string;
  readonly sk: string;
}

/** Items of one partition whose sort keys lie in a range, both ends included. */
export interface Range {
  readonly pk: string;
  readonly from: string;
  readonly to: string;
}

export function accountOf(customerId: string): Account {
  return customerId as Account;
}

export function hashOf(apiKey: string): string {
  return createHash('sha256').update(apiKey).digest('base64url');
}

// Accounts and keys

export const apiKeyKey = (hash: string): Key => ({ pk: `KEY#${hash}`, sk: 'KEY' });
export const accountKey = (account: Account): Key => ({ pk: 'ACCOUNTS', sk: account });
export const everyAccount = (): Range => beginning('ACCOUNTS', '');
export const issuedKeyKey = (keyId: string): Key => ({ pk: 'KEYS', sk: keyId });
export const everyIssuedKey = (): Range => beginning('KEYS', '');

/** What partition keys begin with, for policies that confine a role to some of them. */
export const partitions = { tenants: 'CUST#*', apiKeys: 'KEY#*', accounts: 'ACCOUNTS', issuedKeys: 'KEYS' } as const;

/** No account has this id. */
export const keyOfNothing: Key = { pk: 'CUST#-', sk: '-' };

// What an account has

const own = (account: Account) => `CUST#${account}`;

export const clientKey = (account: Account, client: string): Key => ({ pk: own(account), sk: `CLIENT#${client}` });
export const clientsOf = (account: Account): Range => beginning(own(account), 'CLIENT#');
/** Those after a client, itself left out: a space is lower than any character of an id. */
export const clientsAfter = (account: Account, client: string): Range => ({
  ...clientsOf(account),
  from: `CLIENT#${client} `,
});
export const portfolioKey = (account: Account, id: string): Key => ({ pk: own(account), sk: `PORTFOLIO#${id}` });
export const portfoliosOf = (account: Account): Range => beginning(own(account), 'PORTFOLIO#');

/** All that lies beside the clients: they, portfolios, heads and the portfolio view. */
export const everythingOf = (account: Account): Range => beginning(own(account), '');

const gone = (account: Account) => `${own(account)}#GONE`;

/** Where a client or portfolio is remembered that a deletion took out of sight, until what it had is deleted too. */
export const goneKey = (account: Account, { sk }: Key): Key => ({ pk: gone(account), sk });
export const goneOf = (account: Account): Range => beginning(gone(account), '');

const portfolioPartition = (account: Account, portfolio: string) => `${own(account)}#PORTFOLIO#${portfolio}`;

export const memberKey = (account: Account, portfolio: string, client: string): Key => ({
  pk: portfolioPartition(account, portfolio),
  sk: `MEMBER#${client}`,
});
export const membersOf = (account: Account, portfolio: string): Range =>
  beginning(portfolioPartition(account, portfolio), 'MEMBER#');

// What a client has; a partition of its own, so that nightly writes never meet

const records = (account: Account, client: string) => `${own(account)}#CLIENT#${client}`;

export const scoreKey = (account: Account, client: string): Key => ({ pk: records(account, client), sk: 'SCORE' });
export const streamKey = (account: Account, client: string, stream: string): Key => ({
  pk: records(account, client),
  sk: `STREAM#${stream}`,
});
export const streamScoreKey = (account: Account, client: string, stream: string): Key => ({
  pk: records(account, client),
  sk: `SSCORE#${stream}`,
});
export const insightsKey = (account: Account, client: string, stream: string, week: string): Key => ({
  pk: records(account, client),
  sk: `INSIGHTS#${stream}#${week}`,
});
export const insightsOf = (account: Account, client: string, stream: string): Range =>
  beginning(records(account, client), `INSIGHTS#${stream}#`);
/** The time first, so that the newest notes are the end of the range. */
export const noteKey = (account: Account, client: string, createdAt: string, id: string): Key => ({
  pk: records(account, client),
  sk: `NOTE#${createdAt}#${id}`,
});
export const notesOf = (account: Account, client: string): Range => beginning(records(account, client), 'NOTE#');
export const personKey = (account: Account, client: string, id: string): Key => ({
  pk: records(account, client),
  sk: `PERSON#${id}`,
});
export const peopleOf = (account: Account, client: string): Range => beginning(records(account, client), 'PERSON#');
export const alignmentKey = (account: Account, client: string, year: string): Key => ({
  pk: records(account, client),
  sk: `ALIGN#${year}`,
});
export const alignmentOf = (account: Account, client: string): Range => beginning(records(account, client), 'ALIGN#');
/** A short name, so that signals sort before scores and streams, and nothing lies between them. */
export const signalsKey = (account: Account, client: string, week: string): Key => ({
  pk: records(account, client),
  sk: `S#${week}`,
});
/** Stream scores, then streams. */
export const streamsWithScoresOf = (account: Account, client: string): Range => ({
  pk: records(account, client),
  from: 'SSCORE#',
  to: `STREAM#${last}`,
});
/** Signals from a week on, the score, stream scores, streams: all that a night reads of a client, in one range. */
export const nightOf = (account: Account, client: string, week: string): Range => ({
  pk: records(account, client),
  from: `S#${week}`,
  to: `STREAM#${last}`,
});
/** The same without the signals. */
export const scoresOf = (account: Account, client: string): Range => ({
  pk: records(account, client),
  from: 'SCORE',
  to: `STREAM#${last}`,
});
/** Everything of the client but the client itself. */
export const recordsOf = (account: Account, client: string): Range => beginning(records(account, client), '');

// Views

export const rosterNames = ['clients', 'streams'] as const;
export type RosterName = (typeof rosterNames)[number];
export type PagePart = 'PAGE' | 'SIDE';

export const headKey = (account: Account, roster: RosterName): Key => ({ pk: own(account), sk: `ROSTER#${roster}` });
const rosterPartition = (account: Account, roster: RosterName) => `${own(account)}#ROSTER#${roster}`;

export const pageKey = (account: Account, roster: RosterName, part: PagePart, id: string): Key => ({
  pk: rosterPartition(account, roster),
  sk: `${part}#${id}`,
});
export const pagesOf = (account: Account, roster: RosterName): Range => beginning(rosterPartition(account, roster), '');
export const portfolioViewKey = (account: Account): Key => ({ pk: own(account), sk: 'PORTFOLIOS' });

// behind every character that a key may hold
const last = '~';

function beginning(pk: string, prefix: string): Range {
  return { pk, from: prefix, to: `${prefix}${last}` };
}

const recordKinds = {
  STREAM: 'stream',
  INSIGHTS: 'insights',
  NOTE: 'note',
  PERSON: 'person',
  ALIGN: 'read',
  S: 'signal',
} as const;

/** Of which kind of fact a record of a client is; none when it is computed. */
export function factKindOf({ sk }: Key): (typeof recordKinds)[keyof typeof recordKinds] | undefined {
  return Object.entries(recordKinds).find(([prefix]) => sk.startsWith(`${prefix}#`))?.[1];
}

export const isClient = ({ sk }: Key): boolean => sk.startsWith('CLIENT#');
export const isPortfolio = ({ sk }: Key): boolean => sk.startsWith('PORTFOLIO#');
export const isStream = ({ sk }: Key): boolean => sk.startsWith('STREAM#');
export const isScore = ({ sk }: Key): boolean => sk === 'SCORE';
export const isStreamScore = ({ sk }: Key): boolean => sk.startsWith('SSCORE#');
export const isSignals = ({ sk }: Key): boolean => sk.startsWith('S#');

/** The last part of a sort key: the id that a range is listed for. */
export function idIn(sk: string): string {
  return sk.slice(sk.lastIndexOf('#') + 1);
}
