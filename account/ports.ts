import type { ClientHealthApi } from '../client/index.ts';
import type { FileSample } from '../import/arrived/samples.ts';
import type { Decision } from '../import/inbox/decisions.ts';
import type { clientsOf, Preview } from '../import/inbox/preview.ts';
import type { RejectedRows } from '../import/inbox/rejected-rows.ts';
import type { RunReport } from '../import/inbox/report.ts';
import type { ToTakeBack } from '../import/inbox/taken-back.ts';
import type { MappingFile } from '../import/mapping/schema.ts';
import type { News } from '../notices/compose/news.ts';
import type { FeedRecord } from '../shared/domain/feeds.ts';
import type { Payments } from '../shared/domain/lists/revenue.ts';
import type { FoundPerson, storedAbout } from '../shared/people/erase.ts';
import type { Invited } from '../shared/people/people.ts';
import type { LogKind, LogLine, ShownLine } from '../shared/table/access/account-log.ts';
import type { CountedKey } from '../shared/table/access/issued-keys.ts';
import type { Notice } from '../shared/table/access/notices.ts';
import type { Role } from '../shared/table/access/people.ts';
import type { FactWriter } from '../shared/table/facts/facts.ts';
import type { Merge } from '../shared/table/facts/merge-clients.ts';
import type { topicYear } from '../shared/table/night/topic-year.ts';
import type { Account } from '../shared/table/store/item-keys.ts';
import type { NewKey } from './keys/issue-key.ts';
import type { KeepTime, RolledKey } from './keys/roll-key.ts';

// What the page of an account needs of the place that serves it: a computer (bin/local/account) or a deployment
// (functions/account). `answer` in page.ts does the rest: routes, roles, form tokens, Origin, words, HTML, audit lines.
//
// The place decides before it calls `answer` who asks, from a membership that it reads for each request, and answers
// everything of sessions itself: signing in and out, and requests of nobody. It hands in ports that are bound to the one
// account of `who`: no port takes an account, so no address and no form can name another one.
//
// A port that cannot do what a person asked throws a `Refusal`, whose message the page shows. Anything else that it
// throws is a defect: the page says so in constant words with status 500, and `log` gets the error.

export type { Role };

/** The most of a form that a place takes. */
export const mostFormBytes = 64 * 1024;

export interface Who {
  readonly account: Account;
  readonly accountName: string;
  /** The person as the page names it: an e-mail address; locally `this computer`. */
  readonly person: string;
  /** As lines of the log name the person: the id in the user pool. */
  readonly id: string;
  readonly role: Role;
}

export interface PageRequest {
  readonly method: string;
  /** Where the page is, without a slash at the end: `/accounts/acme`, or `/v1/account` with the stage. */
  readonly base: string;
  /** What follows `base`, still percent-encoded, without the query: ``, `/keys`, `/keys/issue`. */
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The text of a form, of at most `mostFormBytes`: the place refuses more with 413. */
  readonly body: string;
  /** The origin that the place knows itself to have, for example `http://127.0.0.1:3000`: never from a header. */
  readonly origin: string;
}

export interface PageAnswer {
  readonly status: number;
  /** Complete: policy, caching and type of content included. The place adds cookies at most. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The page shows the message of it, so it is whole sentences in plain words, without markup. */
export class Refusal extends Error {
  override name = 'Refusal' as const;
}

export interface Ports {
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly token: FormToken;
  /** Answers of the API about the account, for the board. They count on no key that people use. */
  readonly api: ClientHealthApi;
  /** What the API does not say of a client. */
  readonly clients: ClientsPort;
  readonly place: Place;
  readonly keys: KeysPort;
  readonly facts: FactsPort;
  readonly erasing: ErasingPort;
  /** Absent if the service has no inbox. */
  readonly files?: FilesPort;
  /** Absent where nobody signs in. */
  readonly people?: PeoplePort;
  /** Absent if the service delivers nothing. */
  readonly notices?: NoticesPort;
  readonly audit: AuditPort;
  /** Gets what failed, and what was refused: another origin, a wrong token, a reader who calls administrators' routes. */
  readonly log: (record: object) => void;
}

/** What forms carry so that no other site can send them: bound to the session (locally: to the process), and it ends. */
interface FormToken {
  readonly make: () => string;
  /** In constant time. */
  readonly check: (token: string) => boolean;
}

/** What the page says about where it is. */
interface Place {
  /** Of the API, without a slash at the end: `https://…/v1`. */
  readonly apiUrl: string;
  /** The address of the reference page, if the service has one. */
  readonly reference?: string;
  /** Where a form (POST, with the token) ends the session, answered by the place itself. Absent where nobody signs in. */
  readonly signOut?: string;
  /** Other origins to which the answer of a form may lead, such as that of the sign-in pages. */
  readonly formTargets?: readonly string[];
  /** How long it takes until a new key works, such as `a few minutes`. Absent: it works at once. */
  readonly keysWorkWithin?: string;
}

/** Both places make it of `clientsPort` in clients/port.ts. */
export interface ClientsPort {
  /** What the client paid, by month; undefined if no payment is known. */
  readonly payments: (id: string) => Promise<Payments | undefined>;
  readonly topicYear: (id: string) => ReturnType<typeof topicYear>;
}

/** Both places make it of `keysPort` in keys/port.ts; a deployment adds its gateway. */
export interface KeysPort {
  /** Keys of this account only, in all states. */
  readonly list: () => Promise<readonly CountedKey[]>;
  /**
   * `announce` is called after the key is stored and before it admits requests: the audit line is written there, so a
   * key that works always has one. If it throws, the key never works. The secret is in the result alone.
   */
  readonly issue: (name: string, announce: Announce) => Promise<NewKey>;
  readonly roll: (keyId: string, keep: KeepTime, announce: Announce) => Promise<RolledKey>;
  /** Refuses the id of a key of another account with the words for one that does not exist. */
  readonly revoke: (keyId: string) => Promise<void>;
}

/** Both places make it of `factsPort` in facts/port.ts. */
export interface FactsPort {
  /** Does the work as the only writer of the account's facts, and lets lists be made of them. Refuses while files are imported. */
  readonly change: (work: (writer: FactWriter) => Promise<unknown>) => Promise<void>;
  /** What would move if two clients were merged. */
  readonly mergeOf: (stays: string, goes: string) => Promise<Merge>;
}

/** Both places make it of `erasingPort` in erasing/port.ts. The page calls it for administrators alone. */
export interface ErasingPort {
  /** Where a person stands. Refuses what names nobody, and accounts with too many clients for a request. */
  readonly find: (texts: readonly string[]) => Promise<FoundPerson>;
  /** Everything that is stored about a person. */
  readonly stored: (texts: readonly string[]) => Promise<Awaited<ReturnType<typeof storedAbout>>>;
  readonly person: (texts: readonly string[], by: string, announce: AnnounceErasure) => Promise<void>;
  /** By its id. */
  readonly client: (id: string, announce: AnnounceErasure) => Promise<void>;
}

type AnnounceErasure = (line: Pick<LogLine, 'person' | 'about'>) => Promise<void>;

type Announce = (id: string) => Promise<void>;

/** Both places make most of it of `filesPort` in files/port.ts; how a file comes and goes differs. */
export interface FilesPort {
  /** Where the browser sends files, for the policy of the page: `'self'`, or the origin of the bucket. */
  readonly uploadOrigin: string;
  readonly mostBytes: number;
  /**
   * A form that takes one file of 1 to `mostBytes` bytes, for exactly this key below the account's prefix. The file is
   * the last field, `file`. A browser without script goes to `thenTo` afterwards (success_action_redirect); a script
   * cannot follow there from another origin.
   */
  readonly uploadForm: (
    name: string,
    thenTo: string | undefined,
  ) => Promise<{ readonly url: string; readonly fields: Readonly<Record<string, string>> }>;
  /** Names of files that arrived and were not imported yet. */
  readonly waiting: () => Promise<readonly string[]>;
  /** When the run that is under way was begun, ISO 8601. */
  readonly underWay: () => Promise<string | undefined>;
  /** The reports of the last runs, newest first; of so many if it is said. */
  readonly runs: (most?: number) => Promise<readonly RunReport[]>;
  readonly run: (id: string) => Promise<RunReport | undefined>;
  /** Rows that were not imported: a short-lived address of the file, or its text. Undefined if there is none. */
  readonly reject: (
    run: string,
    name: string,
  ) => Promise<{ readonly location: string } | { readonly text: string } | undefined>;
  /** What the feeds of the account have sent; the page finds which are late. */
  readonly feeds: () => Promise<readonly FeedRecord[]>;
  /** Sentences about files that the account does not have, with which the score would see more. */
  readonly blindSpots: () => Promise<readonly string[]>;
  /** Files that wait until somebody decides about them: the run that has looked at each, and its name. */
  readonly held: () => Promise<readonly HeldFile[]>;
  /** The first rows of the files of a run that nothing describes. */
  readonly samples: (run: string) => Promise<readonly FileSample[]>;
  /** The rows that wait to be mended, of all runs. */
  readonly rejected: () => Promise<readonly RejectedRows[]>;
  /** How many they are, as reports say it: of the given ones, else of those that are read for it. */
  readonly rowsToMend: (known: readonly RunReport[]) => Promise<number>;
  readonly clients: () => ReturnType<typeof clientsOf>;
  /** What an import would make of these rows. Writes nothing. */
  readonly preview: (sample: FileSample, mapping: MappingFile, names: ReadonlyMap<string, string>) => Promise<Preview>;
  /** The newest run that has written something. */
  readonly newest: () => Promise<string | undefined>;
  /** What of this run would be taken back; undefined if it is not the newest. */
  readonly toTakeBack: (run: string) => Promise<ToTakeBack | undefined>;
  /** The next run carries it out. */
  readonly decide: (decision: Decision) => Promise<void>;
}

interface HeldFile {
  readonly key: string;
  readonly run: string;
  readonly name: string;
}

interface Person {
  readonly email: string;
  readonly role: Role;
  /** ISO 8601. */
  readonly since: string;
  /** Joined by a group of the firm, and comes back by it. */
  readonly byGroup?: true;
  /** The end of an invitation that was not accepted, in Unix seconds. */
  readonly expires?: number;
}

/** The page calls it for administrators alone. It refuses what nobody may do to oneself (shared/people/people.ts). */
interface PeoplePort {
  readonly list: () => Promise<readonly Person[]>;
  /** Also changes the role of somebody. */
  readonly invite: (change: ChangeOfPeople & { readonly role: Role }) => Promise<Invited>;
  /** Whoever is removed fails on the next request. */
  readonly remove: (change: ChangeOfPeople) => Promise<unknown>;
}

interface ChangeOfPeople {
  readonly email: string;
  /** The address of whoever asks. */
  readonly by: string;
  /** Called with the address when nothing speaks against the change any more, before it takes effect. */
  readonly announce: (email: string) => Promise<void>;
}

/** A notice without what is secret of it. */
export interface ShownNotice extends Omit<Notice, 'token' | 'secrets'> {
  /** ISO 8601: until then the secret that was replaced signs too. */
  readonly oldSecretUntil: string | undefined;
  /** So many of its deliveries were given up, and not sent again. */
  readonly givenUp: number;
}

/** The newest night, for the test of a webhook. */
export type Scored = Pick<News, 'day' | 'score' | 'total' | 'levels'>;

type GivenNotice = Pick<Notice, 'kind' | 'to' | 'owner' | 'portfolio' | 'when' | 'about' | 'names'>;

/** Both places make it of `noticesPort` in notices/port.ts. The page calls all but `ended` for administrators alone. */
export interface NoticesPort {
  /** How mails go, such as `by mail`; undefined if none are sent. */
  readonly mailsGo: string | undefined;
  readonly list: () => Promise<readonly ShownNotice[]>;
  /** Those that nobody switched off. */
  readonly ended: () => Promise<readonly Pick<Notice, 'kind' | 'because'>[]>;
  /** The secret of a webhook is in the result alone. `isAsked`: the address has to confirm. */
  readonly add: (
    given: GivenNotice,
    announce: Announce,
  ) => Promise<{ readonly id: string; readonly secret: string | undefined; readonly isAsked: boolean }>;
  /** Sends a message that says that it arrives; a webhook gets the newest night. */
  readonly test: (id: string, scored: Scored | undefined) => Promise<void>;
  /** A new secret; the old one signs for another day. */
  readonly roll: (id: string) => Promise<string>;
  readonly switchOn: (id: string) => Promise<void>;
  readonly switchOff: (id: string) => Promise<void>;
  readonly remove: (id: string) => Promise<void>;
  /** What was given up. */
  readonly sendAgain: (id: string) => Promise<void>;
}

/** Both places make it of shared/table/access/account-log.ts. */
interface AuditPort {
  /** Called before the change takes effect: a change without a line is impossible, a line without its change harmless. */
  readonly append: (line: LogLine) => Promise<void>;
  /** The newest first. */
  readonly list: (which: LogKind) => Promise<readonly ShownLine[]>;
  /** Whether it has what people read, too. */
  readonly logsReads: boolean;
}
