import { RemovalPolicy } from 'aws-cdk-lib';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import * as z from 'zod';
import { groups } from '../shared/contract/groups.ts';

const count = (min: number, max: number) => {
  const rule = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,6}$/, rule)
    .transform(Number)
    .pipe(z.int(rule).min(min, rule).max(max, rule))
    .optional();
};

const tlsPolicies = {
  'tls-1.2': 'SecurityPolicy_TLS13_1_2_PFS_PQ_2025_09',
  'tls-1.3': 'SecurityPolicy_TLS13_1_3_2025_09',
  'tls-1.3-fips': 'SecurityPolicy_TLS13_1_3_FIPS_2025_09',
} as const;

/** The options of a deployment, as CDK context: `-c env=prod`, `-c env=dev -c owner=anna`. */
const contextSchema = {
  env: z.enum(['dev', 'prod'], 'must be dev or prod').default('dev'),
  owner: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,15}$/, 'must be 1 to 16 lower-case letters, digits or -, beginning with a letter')
    .optional(),
  domain: z
    .string()
    .regex(/^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}$/, 'must be a domain name in lower case')
    .optional(),
  certificateArn: z
    .string()
    .regex(/^arn:aws[a-z-]*:acm:[a-z0-9-]+:\d{12}:certificate\/[0-9a-f-]+$/, 'must be the ARN of an ACM certificate')
    .optional(),
  alarmEmail: z.email('must be an e-mail address, or none').or(z.literal('none')).optional(),
  alarmTopic: z
    .string()
    .regex(/^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{12}:[\w-]{1,256}$/, 'must be the ARN of an SNS topic that is not FIFO')
    .optional(),
  waf: z.enum(['true', 'false'], 'must be true or false').default('false'),
  createLogRole: z.enum(['true', 'false'], 'must be true or false').default('false'),
  morningNames: z.enum(['true', 'false'], 'must be true or false').default('false'),
  logDays: count(30, 3_653),
  logReads: z.enum(['true', 'false'], 'must be true or false').default('false'),
  inbox: z.enum(['true', 'false'], 'must be true or false').optional(),
  accountPage: z.enum(['true', 'false'], 'must be true or false').default('true'),
  mfa: z.enum(['optional', 'required'], 'must be optional or required').default('optional'),
  passwordLength: count(12, 99),
  threatProtection: z.enum(['true', 'false'], 'must be true or false').default('false'),
  mailFrom: z.email('must be an e-mail address whose domain SES has verified in this Region').optional(),
  samlMetadata: z.url({ protocol: /^https$/, error: 'must be an https address of SAML metadata' }).optional(),
  oidcIssuer: z.url({ protocol: /^https$/, error: 'must be an https address' }).optional(),
  oidcClientId: z.string().min(1, 'must not be empty').optional(),
  groupsClaim: z
    .string()
    .regex(/^[\w:./-]{1,128}$/, 'must be the name of a claim')
    .optional(),
  oidcSecretArn: z
    .string()
    .regex(/^arn:aws[a-z-]*:secretsmanager:[a-z0-9-]+:\d{12}:secret:[\w/+=.@-]+$/, 'must be the ARN of a secret')
    .optional(),
  kmsKeyArn: z
    .string()
    .regex(/^arn:aws[a-z-]*:kms:[a-z0-9-]+:\d{12}:key\/[0-9a-z-]+$/, 'must be the ARN of a KMS key, not of an alias')
    .optional(),
  backupCopyTo: z
    .string()
    .regex(
      /^arn:aws[a-z-]*:backup:[a-z0-9-]+:\d{12}:backup-vault:(?!Default$)[\w-]{2,50}$/,
      'must be the ARN of a backup vault, not of the default one',
    )
    .optional(),
  permissionsBoundary: z
    .string()
    .regex(
      /^[\w+=,.@-]{1,128}$|^arn:aws[a-z-]*:iam::\d{12}:policy\/[\w+=,.@/-]+$/,
      'must be the name or ARN of a policy',
    )
    .optional(),
  tlsPolicy: z
    .enum(['tls-1.2', 'tls-1.3', 'tls-1.3-fips'], 'must be tls-1.2, tls-1.3 or tls-1.3-fips')
    .default('tls-1.2'),
  requestsPerSecond: count(1, 100_000),
  tableReadUnits: count(1, 400_000),
  tableWriteUnits: count(1, 400_000),
  workerConcurrency: count(2, 1000),
  apiConcurrency: count(1, 1000),
  accountConcurrency: count(10, 100_000),
} as const;

export const contextNames = Object.keys(contextSchema) as (keyof typeof contextSchema)[];

export interface Settings {
  /** The folder of the functions' bundles. */
  readonly bundles: string;
  readonly env: 'dev' | 'prod';
  readonly stackName: string;
  /** Whether to keep the data when the stack is deleted, and to protect the stack against deletion. */
  readonly lasting: boolean;
  readonly removalPolicy: RemovalPolicy;
  readonly logRetention: RetentionDays;
  /** Requests per second and burst, over all keys of the deployment. */
  readonly throttle: { readonly rate: number; readonly burst: number };
  readonly domain: { readonly name: string; readonly certificateArn: string } | undefined;
  readonly alarmEmail: string | undefined;
  /** The ARN of a topic that exists already. */
  readonly alarmTopic: string | undefined;
  readonly waf: boolean;
  readonly createLogRole: boolean;
  /** Whether the events of nights name clients, or have their ids only. */
  readonly morningNames: boolean;
  /** How long the log of an account keeps its lines. */
  readonly logDays: number;
  /** Whether it has what people read on the page. */
  readonly logReads: boolean;
  /** Whether files can be put into a bucket, from which they are imported. */
  readonly inbox: boolean;
  /** Whether people can sign in to the page of their account. */
  readonly accountPage: boolean;
  /** Whether everybody who has a password needs a second factor. */
  readonly mfa: 'optional' | 'required';
  readonly passwordLength: number;
  /** Whether the pool refuses risky sign-ins, at the price of its dearer plan. */
  readonly threatProtection: boolean;
  /** From which the pool sends its mails, by SES; undefined: Cognito's own, at most 50 a day. */
  readonly mailFrom: string | undefined;
  /** The firm's own sign-in, which takes the place of passwords. */
  readonly provider:
    | { readonly metadata: string }
    | { readonly issuer: string; readonly clientId: string; readonly secretArn: string }
    | undefined;
  /** The claim of the firm's own sign-in whose groups make people members. */
  readonly groupsClaim: string | undefined;
  /** The customer-managed key for the table, the inbox, queues, topics and logs. */
  readonly kmsKeyArn: string | undefined;
  /** The ARN of the vault, in another Region or account, that gets a copy of every day's backup. */
  readonly backupCopyTo: string | undefined;
  /** The name or ARN of a policy that bounds what every role of the deployment may do. */
  readonly permissionsBoundary: string | undefined;
  /** The gateway's name of the TLS policy. */
  readonly tlsPolicy: (typeof tlsPolicies)[keyof typeof tlsPolicies];
  /** Units a second above which DynamoDB throttles; by default the quota of the account. */
  readonly tableReadUnits: number | undefined;
  readonly tableWriteUnits: number | undefined;
  /** How many workers, importers and senders of notices run at once: so few that callers, who share the quota, are answered. */
  readonly atOnce: { readonly workers: number; readonly importers: number; readonly senders: number };
  /** Reserved concurrency of the worker, which is also its maximum. */
  readonly workerConcurrency: number | undefined;
  /** Reserved concurrency of each API function, which is also its maximum. */
  readonly apiConcurrency: number | undefined;
  /** Of the functions that run before anybody is known. */
  readonly openConcurrency: number | undefined;
  /** The deployed commit, and the options as they were given, without addresses of people. */
  readonly commit: string;
  readonly options: string;
}

/** Invalid options; the message says what is allowed. */
export class WrongContext extends Error {
  override name = 'WrongContext' as const;
}

/** Reads and validates the options; throws `WrongContext` with all problems at once. */
export function settingsFrom(
  context: Readonly<Record<string, unknown>>,
  bundles: string,
  commit = 'unknown',
): Settings {
  const values: Record<string, unknown> = {};
  const wrong = misspelt(context).map(
    (name) => `-c ${name}: there is no such option; the options are ${contextNames.join(', ')}`,
  );
  for (const name of contextNames) {
    // cdk.json may hold true where the command line says "true"
    const given = context[name];
    const read = contextSchema[name].safeParse(typeof given === 'boolean' ? String(given) : (given ?? undefined));
    if (read.success) values[name] = read.data;
    else wrong.push(`-c ${name}: ${read.error.issues.map(({ message }) => message).join(', ')}`);
  }
  const { env, owner, domain, certificateArn, ...options } = values as {
    [Name in keyof typeof contextSchema]: z.output<(typeof contextSchema)[Name]>;
  };
  if (env === 'prod' && owner) wrong.push('-c owner: only a dev deployment has an owner');
  const areRead = 'domain' in values && 'certificateArn' in values;
  if (areRead && Boolean(domain) !== Boolean(certificateArn)) {
    wrong.push('-c domain and -c certificateArn: need each other');
  }
  if (env === 'prod' && context.alarmEmail === undefined && context.alarmTopic === undefined) {
    wrong.push(
      '-c alarmEmail or -c alarmTopic: production needs one of them, so that alarms reach someone; -c alarmEmail=none if nobody is to be told',
    );
  }
  const { samlMetadata: metadata, oidcIssuer: issuer, oidcClientId: clientId, oidcSecretArn: secretArn } = options;
  const oidc = issuer && clientId && secretArn ? { issuer, clientId, secretArn } : undefined;
  if (!oidc && (issuer || clientId || secretArn))
    wrong.push('-c oidcIssuer, -c oidcClientId and -c oidcSecretArn: need each other');
  if (metadata && oidc) wrong.push('-c samlMetadata and -c oidcIssuer: people sign in with one of them');
  if (options.groupsClaim && !metadata && !oidc)
    wrong.push('-c groupsClaim: needs -c samlMetadata or -c oidcIssuer, whose groups it names');
  // CDK reads it from cdk.json alone, as an object, and ignores it silently on the command line
  if (typeof context[cdkBoundary] === 'string')
    wrong.push(`-c ${cdkBoundary}: give -c permissionsBoundary=NAME instead`);
  wrong.push(...wrongConcurrency(options));
  if (wrong.length > 0) throw new WrongContext(`The deployment's context is wrong.\n  ${wrong.join('\n  ')}`);

  const lasting = env === 'prod';
  return {
    bundles,
    env,
    stackName: ['client-health', env, owner].filter(Boolean).join('-'),
    lasting,
    removalPolicy: lasting ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    logRetention: lasting ? RetentionDays.THREE_MONTHS : RetentionDays.ONE_WEEK,
    throttle: throttleOf(options.requestsPerSecond ?? (lasting ? 2500 : 100)),
    domain: domain && certificateArn ? { name: domain, certificateArn } : undefined,
    alarmEmail: options.alarmEmail === 'none' ? undefined : options.alarmEmail,
    alarmTopic: options.alarmTopic,
    waf: options.waf === 'true',
    createLogRole: options.createLogRole === 'true',
    morningNames: options.morningNames === 'true',
    logDays: options.logDays ?? 400,
    logReads: options.logReads === 'true',
    inbox: options.inbox === undefined ? lasting : options.inbox === 'true',
    accountPage: options.accountPage === 'true',
    mfa: options.mfa,
    passwordLength: options.passwordLength ?? 12,
    threatProtection: options.threatProtection === 'true',
    mailFrom: options.mailFrom,
    provider: metadata ? { metadata } : oidc,
    groupsClaim: options.groupsClaim,
    kmsKeyArn: options.kmsKeyArn,
    backupCopyTo: options.backupCopyTo,
    permissionsBoundary: options.permissionsBoundary,
    tlsPolicy: tlsPolicies[options.tlsPolicy],
    atOnce: shareOf(options),
    workerConcurrency: options.workerConcurrency,
    apiConcurrency: options.apiConcurrency,
    openConcurrency: options.apiConcurrency ?? openShareOf(options),
    tableReadUnits: options.tableReadUnits,
    tableWriteUnits: options.tableWriteUnits,
    commit,
    options: givenOptions(context),
  };
}

function givenOptions(context: Readonly<Record<string, unknown>>): string {
  const given = contextNames.filter((name) => context[name] !== undefined);
  return given.map((name) => (String(context[name]).includes('@') ? name : `${name}=${context[name]}`)).join(' ');
}

/**
 * The burst quota of an account is half of its rate quota: 2,500 and 1,250 in newer Regions, 10,000 and 5,000
 * elsewhere.
 */
function throttleOf(rate: number): Settings['throttle'] {
  return { rate, burst: Math.min(rate, Math.max(1250, Math.ceil(rate / 2))) };
}

// what AWS gives to a new account
const defaultAccountConcurrency = 10;
// Lambda refuses reservations that leave less than this to all other functions
const unreserved = 100;

interface Concurrency {
  readonly workerConcurrency?: number | undefined;
  readonly apiConcurrency?: number | undefined;
  readonly accountConcurrency?: number | undefined;
  readonly accountPage?: 'true' | 'false';
}

const mostWorkers = 20;
export const mostImporters = 10;
const mostSenders = 10;

/** More pollers than workers are reserved would receive messages that nobody can handle. */
function shareOf({
  workerConcurrency = mostWorkers,
  accountConcurrency = defaultAccountConcurrency,
}: Concurrency): Settings['atOnce'] {
  // Lambda polls a queue with at least two
  const share = (part: number, most: number) => Math.min(most, Math.max(2, Math.floor(accountConcurrency * part)));
  return {
    workers: share(0.4, Math.min(mostWorkers, workerConcurrency)),
    importers: share(0.2, mostImporters),
    senders: share(0.2, mostSenders),
  };
}

const mostOpen = 50;

/**
 * For each of the two functions that anybody can start, those of assistants and of the page: a flood of one leaves the
 * others alone. Nothing below a quota of 200, where the rest would be too little.
 */
function openShareOf({
  workerConcurrency = 0,
  accountConcurrency = defaultAccountConcurrency,
}: Concurrency): number | undefined {
  const share = Math.floor((accountConcurrency - unreserved - workerConcurrency) / 5);
  return accountConcurrency < 200 || share < 1 ? undefined : Math.min(mostOpen, share);
}

/** Reservations that the account's quota does not allow would fail in the middle of a deployment. */
function wrongConcurrency({
  workerConcurrency = 0,
  apiConcurrency = 0,
  accountConcurrency: quota = defaultAccountConcurrency,
  accountPage,
}: Concurrency): string[] {
  // those of the groups, the one for assistants, and the page's
  const functions = groups.length + 1 + (accountPage === 'true' ? 1 : 0);
  const reserved = workerConcurrency + apiConcurrency * functions;
  if (reserved === 0 || reserved + unreserved <= quota) return [];
  return [
    `-c workerConcurrency, -c apiConcurrency: ${reserved} would be reserved (apiConcurrency for each of ${functions} functions), but only ${Math.max(0, quota - unreserved)} of an account's ${quota} can be. If your quota is higher, add -c accountConcurrency=QUOTA`,
  ];
}

const cdkBoundary = '@aws-cdk/core:permissionsBoundary';

const ofCdk = new Set(['cli-telemetry']);

/** Names that are not options. CDK's own names contain characters such as @ and :. */
function misspelt(context: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(context).filter(
    (name) => /^[\w-]+$/.test(name) && !Object.hasOwn(contextSchema, name) && !ofCdk.has(name),
  );
}
