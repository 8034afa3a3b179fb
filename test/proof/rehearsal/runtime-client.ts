import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../bin/build/paths.ts';
import type { Reply } from '../../../shared/http/request-state.ts';
import { type Outcome, startRuntimeApi } from './runtime-api.ts';

export const toolsFolder = join(root, 'tools', 'rehearsal', 'node_modules');
const client = join(toolsFolder, 'aws-lambda-ric');

/** Why AWS's runtime client cannot run here; undefined if it can. */
export const noRuntimeClient = existsSync(join(client, 'rapid-client.node'))
  ? undefined
  : 'skipped: npm ci --prefix tools/rehearsal compiles the runtime client';

export interface Container {
  readonly invoke: (event: object) => Promise<Outcome>;
  readonly stop: () => void;
}

/** Starts a bundle under AWS's runtime client, with this environment and the variables that Lambda sets. */
export async function startContainer(folder: string, environment: Record<string, string>): Promise<Container> {
  const api = await startRuntimeApi();
  const child = spawn(process.execPath, [join(client, 'index.mjs')], {
    cwd: folder,
    env: {
      ...environment,
      AWS_LAMBDA_RUNTIME_API: api.address,
      LAMBDA_TASK_ROOT: folder,
      _HANDLER: 'index.handler',
      AWS_LAMBDA_FUNCTION_NAME: 'rehearsal',
      AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '1769',
      AWS_LAMBDA_LOG_GROUP_NAME: 'rehearsal',
      AWS_LAMBDA_LOG_STREAM_NAME: 'rehearsal',
      AWS_LAMBDA_LOG_FORMAT: 'JSON',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const ended = new Promise<never>((_, reject) => {
    child.once('exit', (code) => reject(new Error(`the container ended with ${code}: ${output.slice(-2000)}`)));
  });
  ended.catch(() => undefined);
  return {
    invoke: (event) => Promise.race([api.invoke(event), ended]),
    stop: () => {
      child.kill('SIGKILL');
      api.close();
    },
  };
}

/** Follows status and headers in a streamed response; the body is next. */
const preludeEnd = Buffer.alloc(8);

export function isStreamed({ headers }: Outcome): boolean {
  return headers['lambda-runtime-function-response-mode'] === 'streaming';
}

/** The response that API Gateway would read from the outcome of an API function. */
export function replyOf(outcome: Outcome): Reply {
  const { kind, body } = outcome;
  if (kind === 'error') throw new Error(`the function failed: ${body}`);
  if (!isStreamed(outcome)) return JSON.parse(body.toString()) as Reply;
  const end = body.indexOf(preludeEnd);
  const prelude = JSON.parse(body.subarray(0, end).toString()) as Omit<Reply, 'body'>;
  return { ...prelude, body: body.subarray(end + preludeEnd.length).toString() };
}
