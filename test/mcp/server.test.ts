import { execFile, spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serve } from '../support/service/http.ts';
import { root } from '../support/sources.ts';
import { assistantOn } from './assistant.ts';

// The process that assistants start. What its tools answer: tools.test.ts

const apiKey = 'svcsecretkey';

describe('client-health mcp', () => {
  const run = async (env: Readonly<Record<string, string>>, words: readonly string[] = []) => {
    const command = [join(root, 'bin', 'client-health.cjs'), 'mcp', ...words];
    const options = { env: { PATH: process.env.PATH, ...env } };
    return promisify(execFile)(process.execPath, command, options).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
    );
  };

  it.each<[string, Readonly<Record<string, string>>, readonly string[], string]>([
    ['no address', {}, [], 'CLIENT_HEALTH_URL is not set. Set it to the base URL of the service, https://…/v1.'],
    [
      'a key as an argument',
      { CLIENT_HEALTH_URL: 'http://127.0.0.1:1/v1', CLIENT_HEALTH_KEY: apiKey },
      [apiKey],
      'No arguments are taken. Set CLIENT_HEALTH_URL and CLIENT_HEALTH_KEY.',
    ],
    [
      'no version',
      { CLIENT_HEALTH_URL: 'https://a.example', CLIENT_HEALTH_KEY: apiKey },
      [],
      'baseUrl must end with the version of the API. Perhaps it is https://a.example/v1.',
    ],
  ])('says what to set: %s', async (_, env, words, message) => {
    const { code, stdout, stderr } = await run(env, words);

    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe(`error: ${message}\n`);
    expect(stderr).not.toContain(apiKey);
  });

  it('a service that goes away in the middle is reported, without the key on any stream', async () => {
    const server = createServer((_, response) => response.end('{"total":1,"score":99.9}'));
    const CLIENT_HEALTH_URL = `http://127.0.0.1:${await serve(server)}/v1`;
    const env = { PATH: process.env.PATH, CLIENT_HEALTH_URL, CLIENT_HEALTH_KEY: apiKey };
    const child = spawn(process.execPath, [join(root, 'bin', 'client-health.cjs'), 'mcp'], { env });
    onTestFinished(() => void child.kill());
    let output = '';
    child.stderr.on('data', (text) => {
      output += text;
    });
    const { ask } = await assistantOn(
      (message) => void child.stdin.write(`${JSON.stringify(message)}\n`),
      (receive) =>
        createInterface(child.stdout).on('line', (line) => {
          output += line;
          // whatever is no message of the protocol fails here
          receive(JSON.parse(line));
        }),
    );
    expect((await ask('get_overview')).data).toEqual({ total: 1, score: 99.9 });
    server.closeAllConnections();
    await promisify(server.close.bind(server))();

    expect((await ask('get_overview')).text).toMatch(/^The service cannot be reached: .*CLIENT_HEALTH_URL is right\.$/);
    expect(output).not.toContain(apiKey);
  });
});
