import { createHash } from 'node:crypto';

// All keys of the table are built here; docs/architecture.md lists them. Ids contain no '#', so the keys of one account are
// never a prefix of another account's keys.

/** An account id from a verified API key, a queue message or the operator. Never created from a caller's input. */
export type Account = string & { readonly verified: unique symbol };

export interface ItemKey {
  readonly pk: string;
  readonly sk: string;
}

/** A range of sort keys in one partition, both ends included. */
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

// Accounts and API keys

export const apiKeyItemKey = (hash: string): ItemKey => ({ pk: `KEY#${hash}`, sk: 'KEY' });
export const accountKey = (account: Account): ItemKey => ({ pk: 'ACCOUNTS', sk: account });
export const accountsRange = (): KeyRange => prefixRange('ACCOUNTS', '');
export const issuedKeyItemKey = (keyId: string): ItemKey => ({ pk: 'KEYS', sk: keyId });
/** Not in the account's partition, because the lock is not part of the account and expires by itself. */
export const writerLockKey = (account: Account): ItemKey => ({ pk: 'WRITERS', sk: account });
/** Held by a worker that runs next to the CLI, without a queue. */
export const workerLockKey = (account: Account): ItemKey => ({ pk: 'WRITERS', sk: `${account}#WORKER` });
export const deletedAccountKey = (account: Account): ItemKey => ({ pk: 'DELETED', sk: account });
/** Settings and the run of an account's inbox. */
export const inboxKey = (account: Account): ItemKey => ({ pk: 'INBOXES', sk: account });
export const inboxesRange = (): KeyRange => prefixRange('INBOXES', '');
/** What the feeds of an account have sent. In one partition, so that one query checks all accounts. */
export const feedsKey = (account: Account): ItemKey => ({ pk: 'FEEDS', sk: account });
export const feedsRange = (): KeyRange => prefixRange('FEEDS', '');
export const deletedAccountsRange = (): KeyRange => prefixRange('DELETED', '');
/** Which account a person belongs to, by the id that the user pool gave the person. */
export const loginKey = (person: string): ItemKey => ({ pk: loginPartition(person), sk: 'LOGIN' });
/** Which account invites a person. */
export const invitationKey = (person: string, account: Account): ItemKey => ({
  pk: loginPartition(person),
  sk: `INVITATION#${account}`,
});
export const invitationsRange = (person: string): KeyRange => prefixRange(loginPartition(person), 'INVITATION#');
const loginPartition = (person: string) => `LOGIN#${person}`;
/** The account of a person, and the invitations. */
export const loginRange = (person: string): KeyRange => prefixRange(loginPartition(person), '');
// People of an account and what they changed: a partition of its own, which no function of the API may read.
const peoplePartition = (account: Account) => `PEOPLE#${account}`;
/** A partition of its own, in which policies let nobody change or delete a line. */
const logPartition = (account: Account) => `LOG#${account}`;
export const memberOfAccountKey = (account: Account, person: string): ItemKey => ({
  pk: peoplePartition(account),
  sk: `PERSON#${person}`,
});
export const membersOfAccountRange = (account: Account): KeyRange => prefixRange(peoplePartition(account), 'PERSON#');
/** What a person tried in the current hour. */
export const triesKey = (account: Account, person: string): ItemKey => ({
  pk: peoplePartition(account),
  sk: `TRIES#${person}`,
});
/** How many people were invited on the current day. */
export const invitedKey = (account: Account): ItemKey => ({ pk: peoplePartition(account), sk: 'INVITED' });
/** Begins with the time, so the newest lines are at the end of the range. */
export const logLineKey = (account: Account, time: string, id: string): ItemKey => ({
  pk: logPartition(account),
  sk: `${time}#${id}`,
});
/** Times begin with a digit. */
export const logRange = (account: Account): KeyRange => ({ pk: logPartition(account), from: '0', to: ':' });
/** What a person read. */
export const readLineKey = (account: Account, time: string, id: string): ItemKey => ({
  pk: logPartition(account),
  sk: `READ#${time}#${id}`,
});
export const readsRange = (account: Account): KeyRange => prefixRange(logPartition(account), 'READ#');
/** What was erased, by the salt and the hash: a partition of its own, which no function of the API may read. */
const erasedPartition = (account: Account) => `ERASED#${account}`;
export const erasedKey = (account: Account, salt: string, hash: string): ItemKey => ({
  pk: erasedPartition(account),
  sk: `${salt}#${hash}`,
});
export const erasedRange = (account: Account): KeyRange => prefixRange(erasedPartition(account), '');
/** People, and what they tried. */
export const peopleOfAccountRange = (account: Account): KeyRange => prefixRange(peoplePartition(account), '');
/** Where the morning of an account goes. A partition of its own: notices hold secrets, which no function of the API may read. */
const noticesPartition = (account: Account) => `NOTICES#${account}`;
export const noticeKey = (account: Account, id: string): ItemKey => ({
  pk: noticesPartition(account),
  sk: `NOTICE#${id}`,
});
export const noticesRange = (account: Account): KeyRange => prefixRange(noticesPartition(account), 'NOTICE#');
/** A delivery that was given up. */
export const givenUpKey = (account: Account, delivery: string): ItemKey => ({
  pk: noticesPartition(account),
  sk: `GIVENUP#${delivery}`,
});
export const givenUpRange = (account: Account): KeyRange => prefixRange(noticesPartition(account), 'GIVENUP#');
/** How often people sent something on the current day. */
export const noticesSentKey = (account: Account): ItemKey => ({ pk: noticesPartition(account), sk: 'SENT' });
/** Notices, and what was counted of them. */
export const allOfNoticesRange = (account: Account): KeyRange => prefixRange(noticesPartition(account), '');
export const issuedKeysRange = (): KeyRange => prefixRange('KEYS', '');

/** Patterns of partition keys, for policies that restrict a role to some of them. */
export const partitions = {
  tenants: 'CUST#*',
  apiKeys: 'KEY#*',
  accounts: 'ACCOUNTS',
  issuedKeys: 'KEYS',
  locks: 'WRITERS',
  feeds: 'FEEDS',
  inboxes: 'INBOXES',
  deletedAccounts: 'DELETED',
  logins: 'LOGIN#*',
  people: 'PEOPLE#*',
  logs: 'LOG#*',
  notices: 'NOTICES#*',
  erased: 'ERASED#*',
} as const;

/** The partitions of one account, for a role whose sessions name it. */
export const partitionsOf = (account: string) => ({
  tenant: [accountPartition(account as Account), `${accountPartition(account as Account)}#*`],
  people: peoplePartition(account as Account),
  log: logPartition(account as Account),
  notices: noticesPartition(account as Account),
  erased: erasedPartition(account as Account),
});

/** The key of an item that cannot exist. */
export const missingItemKey: ItemKey = { pk: 'CUST#-', sk: '-' };

// Items of an account

const accountPartition = (account: Account) => `CUST#${account}`;

export const clientKey = (account: Account, client: string): ItemKey => ({
  pk: accountPartition(account),
  sk: `CLIENT#${client}`,
});
export const clientsRange = (account: Account): KeyRange => prefixRange(accountPartition(account), 'CLIENT#');
/** The clients after this one: a space sorts before all characters of an id. */
export const clientsAfterRange = (account: Account, client: string): KeyRange => ({
  ...clientsRange(account),
  from: `CLIENT#${client} `,
});
/** With the clients, and in their order, so that a night and a rebuild read those of many clients at once. */
export const streamKey = (account: Account, client: string, stream: string): ItemKey => ({
  pk: accountPartition(account),
  sk: `STREAM#${client}#${stream}`,
});
export const streamsRange = (account: Account, client: string): KeyRange => streamsOfRange(account, client, client);
/** The streams of all clients from one id to another. */
export const streamsOfRange = (account: Account, first: string, final: string): KeyRange => ({
  pk: accountPartition(account),
  from: `STREAM#${first}#`,
  to: `STREAM#${final}#${last}`,
});
/** The mark of an account's facts (facts-mark.ts). */
export const factsMarkKey = (account: Account): ItemKey => ({ pk: accountPartition(account), sk: 'FACTS' });
export const portfolioKey = (account: Account, id: string): ItemKey => ({
  pk: accountPartition(account),
  sk: `PORTFOLIO#${id}`,
});
export const portfoliosRange = (account: Account): KeyRange => prefixRange(accountPartition(account), 'PORTFOLIO#');

/** Mean score and levels of the account's clients over a year. */
export const healthKey = (account: Account): ItemKey => ({ pk: accountPartition(account), sk: 'HEALTH' });

export const morningKey = (account: Account, date: string): ItemKey => ({
  pk: accountPartition(account),
  sk: `MORNING#${date}`,
});
export const morningsRange = (account: Account): KeyRange => prefixRange(accountPartition(account), 'MORNING#');
/** What a night has to say to the notices of the account, until that is sent. */
export const newsKey = (account: Account, date: string): ItemKey => ({
  pk: accountPartition(account),
  sk: `NEWS#${date}`,
});
export const newsRange = (account: Account): KeyRange => prefixRange(accountPartition(account), 'NEWS#');
/** The same, after it was sent. */
export const toldKey = (account: Account, date: string): ItemKey => ({
  pk: accountPartition(account),
  sk: `TOLD#${date}`,
});
export const toldRange = (account: Account): KeyRange => prefixRange(accountPartition(account), 'TOLD#');
/** Names can be long and hold any character, so the key has their hash. */
export const normsKey = (account: Account, week: string): ItemKey => ({
  pk: accountPartition(account),
  sk: `NORMS#${week}`,
});
export const normsRange = (account: Account): KeyRange => prefixRange(accountPartition(account), 'NORMS#');
export const aliasKey = (account: Account, comparedName: string): ItemKey => ({
  pk: accountPartition(account),
  sk: `ALIAS#${createHash('sha256').update(comparedName).digest('base64url')}`,
});
export const aliasesRange = (account: Account): KeyRange => prefixRange(accountPartition(account), 'ALIAS#');

/** Clients, streams, portfolios, the root and the portfolio views. */
export const accountRange = (account: Account): KeyRange => prefixRange(accountPartition(account), '');

const pendingDeletionPartition = (account: Account) => `${accountPartition(account)}#GONE`;

/** Marks a hidden client or portfolio whose records still have to be deleted. */
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

// Records of a client. Each client has its own partition, so the writes of a night spread over partitions.

const clientPartition = (account: Account, client: string) => `${accountPartition(account)}#CLIENT#${client}`;

export const scoreKey = (account: Account, client: string): ItemKey => ({
  pk: clientPartition(account, client),
  sk: 'SCORE',
});
export const insightsKey = (account: Account, client: string, stream: string, week: string): ItemKey => ({
  pk: clientPartition(account, client),
  sk: `INSIGHTS#${stream}#${week}`,
});
export const insightsRange = (account: Account, client: string, stream: string): KeyRange =>
  prefixRange(clientPartition(account, client), `INSIGHTS#${stream}#`);
/** Begins with the time, so the newest notes are at the end of the range. */
export const noteKey = (account: Account, client: string, createdAt: string, id: string): ItemKey => ({
  pk: clientPartition(account, client),
  sk: `NOTE#${createdAt}#${id}`,
});
export const notesRange = (account: Account, client: string): KeyRange =>
  prefixRange(clientPartition(account, client), 'NOTE#');
/** Begins with the time, so the newest is at the end of the range. */
export const followUpKey = (account: Account, client: string, at: string): ItemKey => ({
  pk: clientPartition(account, client),
  sk: `FOLLOWUP#${at}`,
});
export const followUpsRange = (account: Account, client: string): KeyRange =>
  prefixRange(clientPartition(account, client), 'FOLLOWUP#');
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
/** A short prefix, so that signals sort directly before scores and streams. */
export const signalsKey = (account: Account, client: string, week: string): ItemKey => ({
  pk: clientPartition(account, client),
  sk: `S#${week}`,
});
/** Signals whose polarity depends on the day: after those of every week, and before the score. */
export const openSignalsKey = (account: Account, client: string): ItemKey => ({
  pk: clientPartition(account, client),
  sk: 'S#TODAY',
});
/** The signals of a client from a week on, then the open ones. */
export const signalsRange = (account: Account, client: string, week: string): KeyRange => ({
  pk: clientPartition(account, client),
  from: `S#${week}`,
  to: `S#${last}`,
});
/** What a night reads of a client: signals from a week on, and the scores. */
export const nightRange = (account: Account, client: string, week: string): KeyRange => ({
  pk: clientPartition(account, client),
  from: `S#${week}`,
  to: 'SCORE',
});
/** All records of the client except the client item and its streams. */
export const recordsRange = (account: Account, client: string): KeyRange =>
  prefixRange(clientPartition(account, client), '');

// Views

export const rosterNames = [
  ...(['clients', 'streams', 'alignment', 'trending7day', 'trending30day', 'overview'] as const),
  'changed',
] as const;
export type RosterName = (typeof rosterNames)[number];
export type PagePart = 'PAGE' | 'SIDE' | 'LIST';

/** Names everything of the account that is live. */
export const rootKey = (account: Account): ItemKey => ({ pk: accountPartition(account), sk: 'ROOT' });
const rosterPartition = (account: Account, roster: RosterName) => `${accountPartition(account)}#ROSTER#${roster}`;

export const pageKey = (account: Account, roster: RosterName, part: PagePart, id: string): ItemKey => ({
  pk: rosterPartition(account, roster),
  sk: `${part}#${id}`,
});
export const pagesRange = (account: Account, roster: RosterName): KeyRange =>
  prefixRange(rosterPartition(account, roster), '');
export const portfolioViewKey = (account: Account, id: string): ItemKey => ({
  pk: accountPartition(account),
  sk: `VIEW#${id}`,
});
export const portfolioViewsRange = (account: Account): KeyRange => prefixRange(accountPartition(account), 'VIEW#');

// sorts after all characters of keys
const last = '~';

function prefixRange(pk: string, prefix: string): KeyRange {
  return { pk, from: prefix, to: `${prefix}${last}` };
}

const factKinds = {
  CLIENT: 'client',
  STREAM: 'stream',
  PORTFOLIO: 'portfolio',
  ALIAS: 'alias',
  MEMBER: 'member',
  INSIGHTS: 'insights',
  NOTE: 'note',
  FOLLOWUP: 'follow-up',
  PERSON: 'person',
  ALIGN: 'alignment',
  S: 'signal',
} as const;

export type FactKind = (typeof factKinds)[keyof typeof factKinds] | 'open-signal';

/** The kind of fact that an item stores; `undefined` for computed items. */
export function factKindOf(key: ItemKey): FactKind | undefined {
  const { sk } = key;
  if (isOpenSignals(key)) return 'open-signal';
  return Object.entries(factKinds).find(([prefix]) => sk.startsWith(`${prefix}#`))?.[1];
}

export const isClient = ({ sk }: ItemKey): boolean => sk.startsWith('CLIENT#');
export const isPortfolio = ({ sk }: ItemKey): boolean => sk.startsWith('PORTFOLIO#');
export const isStream = ({ sk }: ItemKey): boolean => sk.startsWith('STREAM#');
export const isScore = ({ sk }: ItemKey): boolean => sk === 'SCORE';
export const isOpenSignals = ({ sk }: ItemKey): boolean => sk === 'S#TODAY';
export const isSignals = (key: ItemKey): boolean => key.sk.startsWith('S#') && !isOpenSignals(key);

export const isList = ({ sk }: ItemKey): boolean => sk.startsWith('LIST#');

/** The id at the end of a sort key. */
export function idIn(sk: string): string {
  return sk.slice(sk.lastIndexOf('#') + 1);
}
