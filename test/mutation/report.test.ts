import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root, sourcesIn } from '../support/sources.ts';
import { areaOf, areas, sourcesOf } from './areas.ts';
import type { Outcome } from './experiment.ts';
import {
  codeOf,
  equivalentIn,
  explained,
  mergeRows,
  type Row,
  resultOf,
  rowOf,
  rowsOf,
  scoreOf,
  tableOfAreas,
  tableOfFiles,
} from './report.ts';

function row(file: string, killed: number, survived: number, seed?: number): Row {
  return { file, killed, survived, equivalent: 1, uncovered: 2, seed, commit: 'abc1234', code: codeOf(file) };
}

describe('the result of a file', () => {
  it('counts mutants, and keeps those that survived', () => {
    const file = 'shared/domain/a.ts';
    const outcomes: Outcome[] = ['killed', 'survived', 'not covered', 'only while loading', 'killed'];
    const mutants = outcomes.map((_, at) => ({
      id: `${at}`,
      file,
      line: at,
      original: 'count >= limit',
      replacement: 'count > limit',
    }));

    expect(resultOf({ file, text: '' }, mutants, new Map(outcomes.map((outcome, at) => [`${at}`, outcome])))).toEqual({
      file,
      killed: 2,
      survivors: [mutants[1]],
      equivalent: 0,
      uncovered: 1,
      code: codeOf(''),
    });
  });

  it('counts survivors that a comment calls equivalent apart', () => {
    const file = 'shared/domain/a.ts';
    const text = '  // Equivalent mutant: `a < 0` to `a <= 0` or\n  // `true`. It is\n  // never 0.\n  if (a < 0) {}';
    const code = codeOf(text);
    const mutants = ['a <= 0', 'true', 'false'].map((replacement, at) => ({
      ...{ id: `${at}`, file, line: 2, original: 'a < 0', replacement },
    }));

    const result = explained(
      resultOf({ file, text }, mutants, new Map(mutants.map(({ id }) => [id, 'survived']))),
      text,
    );

    expect(result).toEqual({ file, killed: 0, survivors: [mutants[2]], equivalent: 2, uncovered: 0, code });
    expect(rowOf(result, 7, 'abc1234')).toEqual({ ...row(file, 0, 1, 7), equivalent: 2, uncovered: 0, code });
  });
});

it('every file and folder that an area names exists', () => {
  const named = Object.values(areas).flatMap(({ code, tests }) => [...code, ...tests]);

  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

it('every file that decides something belongs to one area', () => {
  const sources = sourcesIn('shared/domain', 'shared/http', 'shared/jobs', 'shared/table', 'functions', 'import')
    .concat(sourcesIn('bin/admin', 'mcp', 'client'))
    .map(({ file }) => file)
    .filter((file) => !file.startsWith('client/generated/'));

  expect(sources.filter((file) => areaOf(file) === undefined)).toEqual([]);
  expect(sources).toHaveLength(Object.keys(areas).flatMap(sourcesOf).length);
  expect(areaOf('shared/http/admission.ts')).toBe('limiter');
});

it('every equivalent mutant is of code below its comment', () => {
  const gone = sourcesIn('shared', 'functions', 'import', 'bin', 'client', 'mcp').flatMap(({ file, text }) => {
    const code = text.replaceAll(/^\s*\/\/.*$/gm, '').replaceAll(/\s+/g, ' ');
    return equivalentIn(text).flatMap(({ original }) => (code.includes(original) ? [] : [`${file}: ${original}`]));
  });

  expect(gone).toEqual([]);
});

describe('the score', () => {
  it('is the percentage of covered mutants that were killed', () => {
    expect(scoreOf([row('a', 3, 1), row('b', 0, 0), row('c', 5, 1)])).toBe(80);
  });

  it('is 100 without covered mutants', () => {
    expect(scoreOf([row('a', 0, 0)])).toBe(100);
  });
});

describe('the tables', () => {
  const rows = [row('shared/domain/a.ts', 30, 10), row('shared/domain/b.ts', 59, 1), row('shared/http/c.ts', 1, 1, 12)];
  const files = [...rows.map(({ file }) => file), 'shared/domain/z.ts'];
  const sources = files.map((file) => ({ file, text: file }));

  it('show the score of each area with the number of mutated files', () => {
    expect(tableOfAreas([...rows, row('mcp/d.ts', 9, 1)], sources)).toContain(
      '| domain | 2/3 | 0 | 89.0 (goal: 96) |\n| http | 1/1 | 0 | 50.0 (goal: 90) |\n| mcp | 1/0 | 1 | 90.0 |',
    );
  });

  it('are read back', () => {
    expect(rowsOf(`text\n${tableOfFiles(rows, sources)}text`)).toEqual(rows);
  });

  it('mark the rows of files that have changed since', () => {
    const changed = sources.map(({ file, text }) => ({ file, text: file === 'shared/domain/b.ts' ? 'changed' : text }));
    const table = tableOfFiles(rows, changed);

    expect(tableOfFiles(rows, sources)).not.toContain('| stale |');
    expect([...table.matchAll(/^\| `(.+)` .*\| stale \|$/gm)].map(([, file]) => file)).toEqual(['shared/domain/b.ts']);
    expect(tableOfAreas(rows, changed)).toContain('| domain | 2/3 | 1 | ');
    expect(rowsOf(table)).toEqual(rows);
  });

  it('keep the rows of other files, but not those of files that no longer exist', () => {
    const deleted = row('shared/domain/deleted.ts', 1, 1);
    const now = [row('shared/domain/z.ts', 1, 0), row('shared/domain/b.ts', 60, 0)];

    expect(mergeRows([...rows, deleted], now, files)).toEqual([rows[0], now[1], now[0], rows[2]]);
  });
});
