import { setTimeout } from 'node:timers/promises';
import { Command, InvalidArgumentError, Option } from 'commander';
import { ConnectionError } from '../../../client/errors.ts';
import { retryAfterOf } from '../../../client/retry.ts';
import { createTransport } from '../../../client/transport.ts';
import { type Context, jsonOption, type Output } from '../terminal/context.ts';
import { printTable } from '../terminal/terminal.ts';
import { visible } from '../terminal/visible.ts';
import { callsOf, type KnownIds, pathOf, withIdsFrom } from './calls.ts';
import { contractViolations, type HttpAnswer } from './check-answer.ts';

const tooFewFunctions =
  'If the alarm FunctionThrottles is on, AWS lets this account run too few functions at once: ask for a quota of 1,000 (Service Quotas, AWS Lambda, Concurrent executions, L-B99A9384), see docs/operations.md, Deploy.';

interface Checked {
  readonly operation: string;
  readonly path: string;
  /** 0 if there was no response, or no request was sent. */
  readonly status: number;
  readonly milliseconds: number;
  readonly faults: readonly string[];
  readonly skipped?: true;
}

export function verifyCommand(context: Context): Command {
  const { out } = context.terminal;
  return new Command('verify')
    .description(
      'call every endpoint of a running service and check every response against the API contract; the check after a deployment',
    )
    .requiredOption('--url <url>', 'its base URL, as far as /v1', parseUrl)
    .addOption(
      new Option('--key <key>', 'an API key of the account to look at').env('CLIENT_HEALTH_KEY').makeOptionMandatory(),
    )
    .option(...jsonOption)
    .action(async ({ url, key, json }: Output & { url: string; key: string }) => {
      const checked = await verify(url, key, context.clock);
      const failed = checked.filter(({ faults }) => faults.length > 0);
      if (json) out(JSON.stringify({ checks: checked, failed: failed.length }));
      else {
        const rows = checked.map(({ operation, path, status, milliseconds, faults, skipped }) => [
          skipped ? 'skipped' : faults.length > 0 ? 'failed' : 'ok',
          status === 0 ? '-' : String(status),
          skipped ? '-' : `${milliseconds} ms`,
          operation,
          skipped ? `${path}  (the account has none)` : path,
        ]);
        printTable(context.terminal, ['', 'STATUS', 'TIME', 'OPERATION', 'PATH'], rows);
        for (const { operation, faults } of failed) for (const fault of faults) out(visible(`${operation}: ${fault}`));
      }
      if (failed.length > 0) throw new Error(`${failed.length} of ${checked.length} checks failed.`);
    });
}

/** Calls every endpoint once, then checks that the API answers 304 and refuses a wrong key and an unknown id. */
async function verify(url: string, key: string, clock: () => number): Promise<Checked[]> {
  const checked: Checked[] = [];
  let known: KnownIds = {};
  const [first] = callsOf();
  for (const { name, endpoint } of callsOf()) {
    const path = pathOf(endpoint, known);
    if (path === undefined) {
      checked.push({ operation: name, path: endpoint.path, status: 0, milliseconds: 0, faults: [], skipped: true });
      continue;
    }
    const { answered, ...outcome } = await ask(path, key);
    const faults = answered ? contractViolations(endpoint, 200, answered) : outcome.faults;
    checked.push({ operation: name, path, ...outcome, faults });
    // if the first request gets no response, the others will not either
    if (!answered && checked.length === 1) return checked;
    if (answered && faults.length === 0 && endpoint.contentType === undefined) {
      known = withIdsFrom(known, name, JSON.parse(answered.body));
    }
    const tag = answered?.header('ETag');
    if (name !== first?.name || !tag || !answered) continue;
    const again = await ask(path, key, { 'If-None-Match': tag });
    checked.push(judged(`${name}, unchanged`, path, again, endpoint, 304));
    const refused = await ask(path, `${key.slice(0, -1)}~`);
    checked.push(judged(`${name}, with a wrong key`, path, refused, endpoint, 401));
  }
  const detail = callsOf().find(({ name }) => name === 'getClient');
  if (detail) {
    const path = pathOf(detail.endpoint, { client_id: 'no-such-client-of-anybody' }) ?? '';
    checked.push(judged('getClient, unknown', path, await ask(path, key), detail.endpoint, 404));
  }
  const topics = callsOf().find(({ name }) => name === 'listTopics');
  if (topics) checked.push(await tenAtOnce(topics.endpoint.path));
  return checked;

  /** A new AWS account runs ten functions at once: then some callers of a busy minute get 500. */
  async function tenAtOnce(path: string): Promise<Checked> {
    const began = clock();
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(path, key)));
    const failed = answers.filter(({ status }) => status >= 500);
    const faults = failed.length === 0 ? [] : [`${failed.length} of 10 requests at once failed. ${tooFewFunctions}`];
    const { status = 0 } = failed[0] ?? answers[0] ?? {};
    return { operation: 'listTopics, ten at once', path, status, milliseconds: clock() - began, faults };
  }

  async function ask(path: string, apiKey: string, headers: Record<string, string> = {}) {
    const began = clock();
    try {
      const transport = createTransport({ baseUrl: url, apiKey });
      let answered: HttpAnswer = await transport(path, { headers });
      // a window that is full says nothing about the deployment: the next one begins within a minute
      if (answered.status === 429) {
        await setTimeout(retryAfterOf(answered) * 1000);
        answered = await transport(path, { headers });
      }
      return { answered, status: answered.status, milliseconds: clock() - began, faults: [] };
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error;
      return { answered: undefined, status: 0, milliseconds: clock() - began, faults: [`no answer: ${error.reason}`] };
    }
  }
}

type Outcome = { answered: HttpAnswer | undefined; status: number; milliseconds: number; faults: string[] };

function judged(
  operation: string,
  path: string,
  { answered, ...outcome }: Outcome,
  endpoint: Parameters<typeof contractViolations>[0],
  status: number,
): Checked {
  return {
    operation,
    path,
    ...outcome,
    faults: answered ? contractViolations(endpoint, status, answered) : outcome.faults,
  };
}

function parseUrl(text: string): string {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) throw new InvalidArgumentError('It begins with https://.');
  const { protocol, hostname } = new URL(text);
  if (protocol === 'http:' && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)) {
    throw new InvalidArgumentError('It begins with https://, or the API key would be sent in the clear.');
  }
  return text.replace(/\/+$/, '');
}
