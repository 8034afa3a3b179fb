import type { ItemKey, KeyRange } from './item-keys.ts';

// What this project does with a table, in its own words. Two adapters do it: sdk.ts with the AWS SDK, for jobs and the
// CLI, and lean/ with a small client of our own, for the functions of the API. Nothing outside them knows the SDK.

export type Item = Record<string, unknown> & ItemKey;

/** An expression of DynamoDB, and what stands for its placeholders. */
interface Placeholders {
  readonly names?: Readonly<Record<string, string>>;
  readonly values?: Readonly<Record<string, unknown>>;
}

/** Without a condition, the write always takes effect. */
interface Conditional extends Placeholders {
  readonly condition?: string;
}

export interface Update extends Conditional {
  readonly key: ItemKey;
  readonly update: string;
}

export interface Put extends Conditional {
  readonly item: Item;
}

export interface Delete extends Conditional {
  readonly key: ItemKey;
}

/** One part of a transaction. `check` writes nothing. */
export type Part =
  | { readonly put: Put }
  | { readonly update: Update }
  | { readonly delete: Delete }
  | { readonly check: Delete };

interface Call<Command, Outcome> {
  readonly command: Command;
  readonly outcome: Outcome;
}

/** What the functions of the API do with a table. */
export interface RequestCalls {
  readonly get: Call<{ readonly key: ItemKey; readonly consistent: boolean }, Item | undefined>;
  /** Also the keys that DynamoDB left for the next call. */
  readonly getMany: Call<
    { readonly keys: readonly ItemKey[]; readonly consistent: boolean },
    { readonly items: readonly Item[]; readonly left: readonly ItemKey[] }
  >;
  /** At most 1 MB of a range, and where the rest begins. */
  readonly query: Call<
    {
      readonly range: KeyRange;
      readonly consistent: boolean;
      readonly backwards: boolean;
      readonly limit?: number | undefined;
      readonly attributes?: readonly string[] | undefined;
      readonly countOnly?: boolean;
      readonly after?: ItemKey | undefined;
    },
    { readonly items: readonly Item[]; readonly count: number; readonly next: ItemKey | undefined }
  >;
  /** Returns the item after the update if it is asked for. */
  readonly update: Call<Update & { readonly returnsItem?: boolean }, Item | undefined>;
}

/** What only jobs and the CLI do with a table. */
interface WriteCalls {
  readonly put: Call<Put, void>;
  readonly delete: Call<Delete, void>;
  /** Returns what DynamoDB left for the next call. */
  readonly writeMany: Call<readonly ManyWrite[], readonly ManyWrite[]>;
  readonly transact: Call<readonly Part[], void>;
}

export type Calls = RequestCalls & WriteCalls;

export type ManyWrite = { readonly put: Item } | { readonly delete: ItemKey };

/** What applies to everything that is sent through a table. A copy of a table with other values shares its connections. */
export interface Sending {
  /** The name of the table. */
  readonly name: string;
  /** Aborts requests. */
  readonly signal?: AbortSignal;
  /** Called before every attempt of a request; throws if nothing may be sent any more. */
  readonly beforeSending?: () => void;
  /** Called after every call with the units that it consumed. Without it, DynamoDB is not asked for them. */
  readonly onConsumed?: (call: keyof Calls, units: number) => void;
}

export type CommandOf<C, Name extends keyof C> = C[Name] extends Call<infer Command, unknown> ? Command : never;
export type OutcomeOf<C, Name extends keyof C> = C[Name] extends Call<unknown, infer Outcome> ? Outcome : never;

export type Send<C> = <Name extends keyof C>(
  call: Name,
  command: CommandOf<C, Name>,
  sending: Sending,
) => Promise<OutcomeOf<C, Name>>;

/** The table of a function of the API. */
export interface RequestTable extends Sending {
  readonly send: Send<RequestCalls>;
  /** Closes its connections. */
  readonly close: () => void;
}

export interface Table extends RequestTable {
  /** For how many days a line of an account's log is kept, if the deployment says so (access/account-log.ts). */
  readonly logDays?: number | undefined;
  readonly write: Send<WriteCalls>;
}

export interface TableAddress {
  readonly tableName: string;
  readonly region: string;
  /** For a database other than AWS's own. */
  readonly endpoint?: string | undefined;
  /** Without them, those that the environment gives. */
  readonly credentials?: Credentials;
  readonly logDays?: number | undefined;
}

export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

// Errors have the names that DynamoDB gives them, but for these two, which are handled.

/** The condition of a write does not hold. */
export class ConditionFailed extends Error {
  override name = 'ConditionFailed' as const;
  /** As it is stored. */
  readonly item: Item | undefined;
  /** The call was sent more than once: an earlier attempt may have succeeded with its response lost. */
  readonly wasRetried: boolean;

  constructor(item: Item | undefined, wasRetried: boolean) {
    super('The condition of a write does not hold.');
    this.item = item;
    this.wasRetried = wasRetried;
  }
}

/** Nothing of a transaction was written. */
export class TransactionCanceled extends Error {
  override name = 'TransactionCanceled' as const;
  /** Why, for each part: a code of DynamoDB. */
  readonly reasons: readonly string[];

  constructor(reasons: readonly string[]) {
    super(`A transaction was canceled: ${reasons.join(', ')}.`);
    this.reasons = reasons;
  }
}

/** The same table for one request: the signal aborts whatever is sent through it. */
export function withSignal<T extends Sending>(table: T, signal: AbortSignal): T {
  return { ...table, signal };
}

const throttlings = new Set([
  'BatchThrottled',
  'LimitExceededException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
  'TooManyRequestsException',
  'TransactionInProgressException',
]);

/** Whether a call failed because DynamoDB throttles. */
export function isThrottled(error: unknown): boolean {
  return error instanceof Error && throttlings.has(error.name);
}
