import { setTimeout } from 'node:timers/promises';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { Deployment, LogEvent } from '../service/deployment.ts';
import { type Context, withTarget } from '../terminal/context.ts';
import { visible } from '../terminal/visible.ts';

const levels = ['error', 'warn', 'info'] as const;
type Level = (typeof levels)[number];

interface LogOptions {
  readonly request?: string;
  readonly level?: Level;
  readonly since: number;
  readonly follow?: boolean;
  readonly json?: boolean;
}

const unitMs: ReadonlyMap<string, number> = new Map(Object.entries({ m: 60_000, h: 3_600_000, d: 86_400_000 }));
const pollInterval = 2000;
/** CloudWatch may deliver an event this long after later ones. */
const lateness = 60_000;

export function logsCommand(context: Context): Command {
  return new Command('logs')
    .description('print the logs of a deployment; the local service prints its own in its terminal')
    .option(
      '--request <id>',
      'only the request with this id, the header x-amzn-RequestId of its response',
      parseRequestId,
    )
    .addOption(new Option('--level <level>', 'only records of this level').choices(levels))
    .addOption(
      new Option('--since <time>', 'how far back, such as 30m, 2h or 1d')
        .argParser(parseSince)
        .default(unitMs.get('h'), '1h'),
    )
    .option('--follow', 'keep printing new records until Ctrl+C')
    .option('--json', 'print the records as they are stored, one line of JSON each; errors too')
    .action((options: LogOptions) =>
      withTarget(context, async ({ deployment }) => {
        if (!deployment) {
          throw new Error(
            'There are no stored logs here: the local service prints a line per request in its terminal. For a deployment, add --stack NAME.',
          );
        }
        await printLogs(context, deployment, options);
      }),
    );
}

async function printLogs(
  { terminal, clock }: Context,
  { logs, stackName }: Deployment,
  { request, level, since, follow, json }: LogOptions,
): Promise<void> {
  const pattern = patternOf(request, level);
  const printed = new Map<string, number>();
  for (let from = clock() - since; ; from = Math.max(from, clock() - lateness)) {
    const events = await logs('functions', { from, pattern });
    if (!events) {
      throw new Error(
        `The stack ${stackName} lacks the output LogGroups: it was deployed by an older version, or stands for a restored table.`,
      );
    }
    for (const event of events) {
      if (printed.has(event.id)) continue;
      printed.set(event.id, event.time);
      terminal.out(json ? jsonOf(event) : visible(lineOf(event)));
    }
    if (!follow) return;
    for (const [id, time] of printed) if (time < from) printed.delete(id);
    await setTimeout(pollInterval);
  }
}

function patternOf(request: string | undefined, level: Level | undefined): string | undefined {
  const conditions = [
    ...(request === undefined ? [] : [`$.requestId = "${request}"`]),
    ...(level === undefined ? [] : [`$.level = "${level}"`]),
  ];
  return conditions.length > 0 ? `{ ${conditions.join(' && ')} }` : undefined;
}

/** Time, level and what the record is about; the rest as JSON. Lines that are not JSON are printed as they are. */
function lineOf({ time, text }: LogEvent): string {
  const at = new Date(time).toISOString();
  try {
    const { level, operation, kind, status, milliseconds, _aws, ...rest } = JSON.parse(text);
    const about = [operation ?? kind, status, milliseconds === undefined ? undefined : `${milliseconds} ms`];
    return [at, level, ...about, JSON.stringify(rest)].filter((part) => part !== undefined).join('  ');
  } catch {
    return `${at}  ${text}`;
  }
}

/** The record as it is stored. Lambda writes lines that are no JSON, such as that of a timeout. */
function jsonOf({ time, text }: LogEvent): string {
  try {
    JSON.parse(text);
    return text;
  } catch {
    return JSON.stringify({ time: new Date(time).toISOString(), message: text });
  }
}

function parseRequestId(text: string): string {
  if (!/^[\w-]{1,100}$/.test(text)) throw new InvalidArgumentError('Use the value of the header x-amzn-RequestId.');
  return text;
}

function parseSince(text: string): number {
  const [, count, unit = ''] = /^(\d{1,4})([mhd])$/.exec(text) ?? [];
  const unitLength = unitMs.get(unit);
  if (count === undefined || unitLength === undefined)
    throw new InvalidArgumentError('Use a time such as 30m, 2h or 1d.');
  return Number(count) * unitLength;
}
