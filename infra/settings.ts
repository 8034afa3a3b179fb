import { RemovalPolicy } from 'aws-cdk-lib';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import * as z from 'zod';

/** What a deployment is told by context: `-c env=prod`, `-c env=dev -c owner=anna`, and the options below. */
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
  alarmEmail: z.email('must be an e-mail address').optional(),
  waf: z.enum(['true', 'false'], 'must be true or false').default('false'),
  createLogRole: z.enum(['true', 'false'], 'must be true or false').default('false'),
} as const;

export const contextNames = Object.keys(contextSchema) as (keyof typeof contextSchema)[];

export interface Settings {
  /** The folder of the functions' bundles. */
  readonly bundles: string;
  readonly env: 'dev' | 'prod';
  readonly stackName: string;
  /** Whether the data outlives the stack, and the stack a mistaken command. */
  readonly lasting: boolean;
  readonly removalPolicy: RemovalPolicy;
  readonly logRetention: RetentionDays;
  /** Requests per second over all keys of the deployment. */
  readonly requestsPerSecond: number;
  readonly domain: { readonly name: string; readonly certificateArn: string } | undefined;
  readonly alarmEmail: string | undefined;
  readonly waf: boolean;
  readonly createLogRole: boolean;
}

/** The context is not what it can be; the message says what would be right. */
export class WrongContext extends Error {
  override name = 'WrongContext' as const;
}

/** Reads the context. Whatever is wrong with it stops here. */
export function settingsFrom(context: Readonly<Record<string, unknown>>, bundles: string): Settings {
  const values: Record<string, unknown> = {};
  const wrong = misspelt(context).map((name) => `-c ${name}: there is no such option, but ${contextNames.join(', ')}`);
  for (const name of contextNames) {
    // cdk.json may hold true where the command line says "true"
    const given = context[name];
    const read = contextSchema[name].safeParse(typeof given === 'boolean' ? String(given) : (given ?? undefined));
    if (read.success) values[name] = read.data;
    else wrong.push(`-c ${name}: ${read.error.issues.map(({ message }) => message).join(', ')}`);
  }
  const { env, owner, domain, certificateArn, alarmEmail, waf, createLogRole } = values as {
    [Name in keyof typeof contextSchema]: z.output<(typeof contextSchema)[Name]>;
  };
  if (env === 'prod' && owner) wrong.push('-c owner: only a dev deployment is a copy of somebody');
  if (Boolean(domain) !== Boolean(certificateArn)) wrong.push('-c domain and -c certificateArn: need each other');
  if (wrong.length > 0) throw new WrongContext(`The deployment's context is wrong.\n  ${wrong.join('\n  ')}`);

  const lasting = env === 'prod';
  return {
    bundles,
    env,
    stackName: ['client-health', env, owner].filter(Boolean).join('-'),
    lasting,
    removalPolicy: lasting ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    logRetention: lasting ? RetentionDays.THREE_MONTHS : RetentionDays.ONE_WEEK,
    requestsPerSecond: lasting ? 5000 : 100,
    domain: domain && certificateArn ? { name: domain, certificateArn } : undefined,
    alarmEmail,
    waf: waf === 'true',
    createLogRole: createLogRole === 'true',
  };
}

const ofCdk = new Set(['cli-telemetry']);

/** Names that are none of ours. CDK's own, and what it has looked up, have characters such as @ and : in them. */
function misspelt(context: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(context).filter((name) => /^[\w-]+$/.test(name) && !(name in contextSchema) && !ofCdk.has(name));
}
