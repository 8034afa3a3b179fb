import { execFile, execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPythonClient, missingForPython, pythonOfTools } from '../../../bin/build/client/python.ts';
import { buildClient } from '../../../bin/client.ts';
import { brightwater } from '../../../bin/local/demo/accounts.ts';
import { type LocalService, startService } from '../../../bin/local/service.ts';
import { type ClientHealthApi, createClient } from '../../../client/index.ts';
import { csvParser } from '../../../import/files/readers/csv.ts';
import { root } from '../../support/sources.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

interface Snippet {
  readonly heading: string;
  readonly language: string;
  readonly code: string;
}

const guide = readFileSync(join(root, 'docs', 'guide.md'), 'utf8');

const snippets: Snippet[] = guide.split(/^## /m).flatMap((section) => {
  const [heading = ''] = section.split('\n');
  return [...section.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = '', code = '']) => ({
    heading,
    language,
    code,
  }));
});

const run = promisify(execFile);
const has = (command: string) => {
  try {
    execFileSync(command, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};
const interpreters: Readonly<Record<string, { readonly command: string; readonly file: string }>> = {
  sh: { command: 'bash', file: 'snippet.sh' },
  ts: { command: process.execPath, file: 'snippet.ts' },
  python: { command: pythonOfTools, file: 'snippet.py' },
};
const missing = ['curl', 'bash'].filter((command) => !has(command));
if (missingForPython() !== undefined) missing.push('the generator of the Python client (tools/README.md)');
if (missing.length > 0)
  console.warn(`test/docs/guide: not on this machine: ${missing.join(', ')}; their snippets are skipped`);
const isMissing = ({ language }: Snippet) =>
  (language === 'sh' && (missing.includes('curl') || missing.includes('bash'))) ||
  (language === 'python' && missingForPython() !== undefined);

let service: LocalService;
let api: ClientHealthApi;
let folder: string;
beforeAll(async () => {
  service = await startService({ port: 0, demos: [brightwater] });
  const { apiKey = '' } = service.accounts[0] ?? {};
  api = createClient({ baseUrl: service.baseUrl, apiKey });
  folder = temporaryFolder({ 'package.json': '{ "type": "module" }' });
  buildClient(join(folder, 'node_modules', 'client-health-client'));
  if (missingForPython() === undefined) buildPythonClient(join(folder, 'python'));
});
afterAll(() => service.stop());

async function outputOf({ language, code }: Snippet): Promise<string> {
  const { command, file } = interpreters[language] ?? { command: '', file: '' };
  writeFileSync(join(folder, file), code);
  const env = {
    ...process.env,
    BASE_URL: service.baseUrl,
    KEY: service.accounts[0]?.apiKey,
    PYTHONPATH: join(folder, 'python'),
  };
  const { stdout } = await run(command, [join(folder, file)], { cwd: folder, env });
  return stdout.trim();
}

/** What every snippet of a section prints, worked out another way. */
const expected: Readonly<Record<string, (language: string) => Promise<string | RegExp>>> = {
  'First call': async (language) => {
    const { total, score } = await api.getStatisticsOverview();
    return language === 'sh' ? new RegExp(`"total":${total},"score":${score},`) : `${total} clients, score ${score}`;
  },
  'All clients without gaps': async (language) => {
    const { clients, total } = await api.listClients({ include_archived: true, limit: 1 });
    return language === 'sh' ? '' : `${total} clients, first ${clients[0]?.id}`;
  },
  'What changed since yesterday': async () => {
    const { total } = await api.listClients({ include_archived: true, limit: 1 });
    const { next } = await api.listClients({ updated_since: '2100-01-01' });
    return `${total} clients, go on from ${next}`;
  },
  'All notes of a client': async () => `${(await api.listClientNotes('c-1001')).total} notes`,
  'A year of history with dates': async () => {
    const today = new Date().toISOString().slice(0, 10);
    return `91 days to ${today}: ${(await api.getClient('c-1001')).score}`;
  },
  'What moved this week': async (language) => {
    const { clients } = await api.listTrendingClients({ direction: 'declining', period: '7day', limit: 5 });
    if (language === 'sh') return new RegExp(`"id":"${clients[0]?.id}".*"direction":"declining"`);
    return clients
      .map(({ name, score, scoreChanges }) => `${name}: ${score} (${scoreChanges['7day']?.change})`)
      .join('\n');
  },
  "Alignment as of a quarter's end": async (language) => {
    const { clients, total } = await api.listAlignment({ week: '2026-09-30', limit: 1000 });
    const count = (value: string) => clients.filter(({ alignment }) => alignment?.value === value).length;
    if (language === 'sh') return new RegExp(`"total":${total},"week":"2026-09-30"`);
    return `red ${count('red')}, amber ${count('amber')}, green ${count('green')}, of ${total}`;
  },
  'Cheap polling with ETags': async (language) => ({ sh: '304', ts: 'true', python: 'True' })[language] ?? '',
  'Join with your own ids': async () => {
    const { clients } = await api.listAlignment({ limit: 1000 });
    const known = new Set(clients.flatMap(({ externalClientId }) => externalClientId ?? []));
    return `${known.size} clients have an id of our own`;
  },
};

const runnable = snippets.filter(({ heading, language }) => interpreters[language] && heading in expected);

describe('the snippets of docs/guide.md', () => {
  it('are run, all that are in a language that can be', () => {
    const skipped = snippets
      .filter(({ language }) => interpreters[language])
      .filter((each) => !runnable.includes(each));

    // the first two lines of the page, which the test sets itself
    expect(skipped.map(({ code }) => code.split('=')[0])).toEqual(['export BASE_URL']);
    expect(new Set(runnable.map(({ language }) => language))).toEqual(new Set(['sh', 'ts', 'python']));
    for (const heading of Object.keys(expected)) expect(runnable.map((each) => each.heading)).toContain(heading);
  });

  it.each(runnable.map((snippet) => [snippet.heading, snippet.language, snippet] as const))(
    '%s, %s',
    async (heading, language, snippet) => {
      if (isMissing(snippet)) return;
      const output = await outputOf(snippet);
      const wanted = (await expected[heading]?.(language)) ?? '';

      if (typeof wanted === 'string') expect(output).toBe(wanted);
      else expect(output).toMatch(wanted);
    },
  );

  it('in TypeScript pass a strict compiler', () => {
    const files = runnable
      .filter(({ language }) => language === 'ts')
      .map(({ code }, index) => {
        writeFileSync(join(folder, `checked-${index}.ts`), code);
        return `checked-${index}.ts`;
      });
    const compilerOptions = { target: 'es2022', module: 'nodenext', strict: true, noEmit: true, types: ['node'] };
    const typeRoots = [join(root, 'node_modules', '@types')];
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: { ...compilerOptions, typeRoots }, files }),
    );

    execFileSync(process.execPath, [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', folder], {
      stdio: 'inherit',
    });
  });

  it('in Apps Script fill a sheet, against stand-ins for Google’s services', async () => {
    const code = snippets.find(({ language }) => language === 'js')?.code ?? '';
    const csv = await api.exportClientsCsv({ include: 'topics,history', days: 30 });
    const sent: object[] = [];
    let filled: string[][] = [];
    const responses = { code: 200, text: csv };
    const sheet = {
      clearContents: () => (filled = []),
      getRange: (row: number, column: number, rows: number, columns: number) => ({
        setValues: (values: string[][]) => {
          expect([row, column, values.length, values[0]?.length]).toEqual([1, 1, rows, columns]);
          filled = values;
        },
      }),
    };
    const context = {
      PropertiesService: {
        getScriptProperties: () => ({ getProperties: () => ({ BASE_URL: 'https://x/v1', KEY: 'k' }) }),
      },
      UrlFetchApp: {
        fetch: (url: string, options: object) => {
          sent.push({ url, ...options });
          return { getResponseCode: () => responses.code, getContentText: () => responses.text };
        },
      },
      Utilities: { parseCsv: (text: string) => rowsOf(text) },
      SpreadsheetApp: { getActive: () => ({ getSheetByName: (name: string) => (name === 'Clients' ? sheet : null) }) },
    };
    runInNewContext(`${code}\nrefreshClients();`, context);

    expect(sent).toEqual([
      {
        url: 'https://x/v1/clients/export/csv?include=topics,history&days=30',
        headers: { 'X-API-Key': 'k' },
        muteHttpExceptions: true,
      },
    ]);
    expect(filled).toEqual(rowsOf(csv));
    expect(filled.length).toBe((await api.listClients({ limit: 1 })).total + 1);
    Object.assign(responses, { code: 401, text: '{"error":"Unauthorized"}' });
    expect(() => runInNewContext(`${code}\nrefreshClients();`, context)).toThrow('Unauthorized');
  });
});

function rowsOf(text: string): string[][] {
  const parser = csvParser(',');
  return [...parser.feed(text), ...parser.end()].map(({ cells }) => [...cells]);
}
