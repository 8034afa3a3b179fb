import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { product, root, type Source, sourcesIn } from '../support/sources.ts';

const withoutComments = (text: string) => text.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/^\s*\/\/.*$/gm, '');

/** `file: match` for every match of the pattern in these files outside comments. */
function findings(sources: readonly Source[], pattern: RegExp): string[] {
  return sources.flatMap(({ file, text }) =>
    [...withoutComments(text).matchAll(pattern)].map(([found]) => `${file}: ${found}`),
  );
}

describe('the strings of item keys are built in one file', () => {
  const parts = /\b[A-Z]+#|['"`](ACCOUNTS|KEYS|PORTFOLIOS|SCORE)['"`]/g;
  const sources = sourcesIn('account', 'bin', 'board', 'functions', 'import', 'infra', 'shared');

  it('which is shared/table/store/item-keys.ts', () => {
    const elsewhere = sources.filter(({ file }) => file !== 'shared/table/store/item-keys.ts');

    expect(findings(elsewhere, parts)).toEqual([]);
    expect(findings(sources, parts).length).toBeGreaterThan(5);
  });
});

describe('time, randomness and the environment are injected', () => {
  const effects =
    /\bDate\.now\b|\bnew Date\(\s*\)|\bDate\(\s*\)|\bMath\.random\b|\bprocess\.(env|argv)\b|\bperformance\.now\b|\brandom(UUID|Int)\s*\(|import \{[^}]*\brandom\w+[^}]*\} from 'node:crypto'/g;

  it('into the domain, the contract, the HTTP layer and the functions, except where a function starts', () => {
    const sources = sourcesIn('shared/domain', 'shared/contract', 'shared/http', 'functions').filter(
      ({ file }) => file !== 'shared/http/start.ts' && !file.endsWith('/lambda.ts'),
    );

    expect(findings(sources, effects)).toEqual([]);
  });

  it('into the table, except the random delay between attempts and the generation of an account', () => {
    const sources = sourcesIn('shared/table').filter(
      ({ file }) => !['shared/table/store/backoff.ts', 'shared/table/views/root/root.ts'].includes(file),
    );

    expect(findings(sources, effects)).toEqual([]);
  });
});

it('no bundled source uses APIs that load undici or locale data', () => {
  // assistants and imports do not wait for milliseconds, and no function of the API reads cells (content.test.ts)
  const sources = sourcesIn('functions', 'shared').filter(
    ({ file }) => !/^(functions\/mcp|shared\/domain\/cells)\//.test(file),
  );

  expect(
    findings(
      sources,
      /\bfetch\(|\bnew (Headers|Request|Response)\(|\bIntl\.|\.toLocale\w*\(|\.localeCompare\(|(?<!import type [^;]*)'node:https?'/g,
    ),
  ).toEqual([]);
});

it('no name from outside is looked up in an object, which inherits `constructor` and others: tables are maps', () => {
  const sources = sourcesIn(...product);
  const table = /^(export )?const \w+: (Readonly<)?Record<string, .*> = \{/gm;
  const inherited = /\((key|name|field|id|cell|text) in [\w.]+\)/g;

  expect([...findings(sources, table), ...findings(sources, inherited)]).toEqual([]);
});

it('nothing depends on the time zone or the language of the machine', () => {
  const sources = sourcesIn(...product);

  expect(
    findings(
      sources,
      /\.[gs]et(Date|Day|FullYear|Hours|Minutes|Month|Seconds|TimezoneOffset)\(|\.to(Locale)?(Date|Time)String\(|\.toLocale\w+\(\)|\bnew Date\([^(),]+,/g,
    ),
  ).toEqual([]);
});

it('importing any file needs no environment', () => {
  const files = [
    ...sourcesIn('shared').map(({ file }) => file),
    ...sourcesIn('functions').flatMap(({ file }) => (file.endsWith('/lambda.ts') ? [] : [file])),
    'bin/openapi.ts',
  ];
  const script = `
    const failed = [];
    for (const file of process.argv.slice(1)) await import(file).catch(({ message }) => failed.push(file + ': ' + message));
    console.log(JSON.stringify({ variables: Object.keys(process.env), failed }));
  `;
  const started = ['--input-type=module', '--eval', script, ...files.map((file) => join(root, file))];

  // the process ends by itself because the imports open nothing
  const said = execFileSync(process.execPath, started, { env: {}, encoding: 'utf8', timeout: 200_000 });
  expect(JSON.parse(said)).toEqual({ variables: [], failed: [] });
});
