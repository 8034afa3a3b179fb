import { createHash } from 'node:crypto';
import { withoutComments } from '../support/inputs.ts';
import type { Source } from '../support/sources.ts';
import { areaOf, areas } from './areas.ts';
import type { Outcome } from './experiment.ts';
import type { Mutant } from './mutants.ts';

export interface FileResult {
  readonly file: string;
  readonly killed: number;
  readonly survivors: readonly Mutant[];
  /** Of the survivors that a comment calls equivalent; the others are listed. */
  readonly equivalent: number;
  readonly uncovered: number;
  /** A hash of the file as it was mutated. */
  readonly code: string;
}

/**
 * The mutants of a file that change nothing that anybody can see. Comments at the code say which and why:
 * "Equivalent mutant: `a` to `b` or `c`. Reason."
 */
export function equivalentIn(text: string): Pick<Mutant, 'original' | 'replacement'>[] {
  const joined = text.replaceAll(/\n\s*\/\/ /g, ' ');
  return [...joined.matchAll(/Equivalent mutant: `(.+?)` to ((?:`.*?`(?: or )?)+)\. /g)].flatMap(
    ([, original = '', replacements = '']) =>
      [...replacements.matchAll(/`(.*?)`/g)].map(([, replacement = '']) => ({ original, replacement })),
  );
}

const onOneLine = (text: string) => text.replaceAll(/\s+/g, ' ');

/** Without the survivors that the text calls equivalent, which are counted apart. */
export function explained(result: FileResult, text: string): FileResult {
  const equivalent = equivalentIn(text);
  const isEquivalent = ({ original, replacement }: Mutant) =>
    equivalent.some((each) => each.original === onOneLine(original) && each.replacement === onOneLine(replacement));
  const survivors = result.survivors.filter((mutant) => !isEquivalent(mutant));
  return { ...result, survivors, equivalent: result.survivors.length - survivors.length };
}

/** All that survived, explained or not. */
export function resultOf(
  { file, text }: Source,
  mutants: readonly Mutant[],
  outcomes: ReadonlyMap<string, Outcome>,
): FileResult {
  const having = (outcome: Outcome) => mutants.filter(({ id }) => outcomes.get(id) === outcome);
  return {
    file,
    killed: having('killed').length,
    survivors: having('survived'),
    equivalent: 0,
    uncovered: having('not covered').length,
    code: codeOf(text),
  };
}

/** What a row of the table says about a file. */
export interface Row {
  readonly file: string;
  readonly killed: number;
  readonly survived: number;
  readonly equivalent: number;
  readonly uncovered: number;
  /** Of the sample that the file was picked for; undefined if all files were mutated, or this one was named. */
  readonly seed: number | undefined;
  readonly commit: string;
  readonly code: string;
}

/** A row is stale if the code of its file has changed since. Tests are not compared: they mostly grow. */
export const codeOf = (text: string) => createHash('sha256').update(withoutComments(text)).digest('hex').slice(0, 8);

export function rowOf(result: FileResult, seed: number | undefined, commit: string): Row {
  const { file, killed, survivors, equivalent, uncovered, code } = result;
  return { file, killed, survived: survivors.length, equivalent, uncovered, seed, commit, code };
}

const isStale = ({ file, code }: Row, sources: readonly Source[]) =>
  sources.every((source) => source.file !== file || codeOf(source.text) !== code);

type Counts = Pick<Row, 'killed' | 'survived'>;

/** Percent of the covered mutants that were killed, equivalent ones left out; 100 if there are none. */
export function scoreOf(rows: readonly Counts[]): number {
  const killed = rows.reduce((sum, row) => sum + row.killed, 0);
  const survived = rows.reduce((sum, row) => sum + row.survived, 0);
  return killed + survived === 0 ? 100 : (100 * killed) / (killed + survived);
}

const percent = (rows: readonly Counts[]) => `${scoreOf(rows).toFixed(1)} %`;

const line = (cells: readonly unknown[]) => `| ${cells.join(' | ')} |`;

/** The table of docs/proof.md. */
export function tableOfAreas(rows: readonly Row[], sources: readonly Source[]): string {
  const byArea = Object.entries(areas).flatMap(([name, area]) => {
    const own = rows.filter(({ file }) => areaOf(file) === name);
    const all = sources.filter(({ file }) => areaOf(file) === name).length;
    const stale = own.filter((row) => isStale(row, sources)).length;
    const missed = scoreOf(own) < area.goal ? ` (goal: ${area.goal})` : '';
    const cells = [name, `${own.length}/${all}`, stale, `${scoreOf(own).toFixed(1)}${missed}`];
    return own.length === 0 ? [] : [line(cells)];
  });
  return ['| area | files | stale | % |', '|---|---:|---:|---:|', ...byArea].join('\n');
}

/** The text of test/mutation/scores.md, from which `rowsOf` reads the rows again. */
export function tableOfFiles(rows: readonly Row[], sources: readonly Source[]): string {
  return [
    '# Mutation scores of files',
    '',
    'Written by `npm run mutation`: the last run of each file. A row is stale if its file has changed since.',
    '',
    '| file | score | killed | survived | equivalent | not covered | seed | commit | code | |',
    '| --- | ---: | ---: | ---: | ---: | ---: | --- | --- | --- | --- |',
    ...rows.map((row) => {
      const { file, killed, survived, equivalent, uncovered, seed, commit, code } = row;
      const counts = [killed, survived, equivalent, uncovered];
      const mark = isStale(row, sources) ? 'stale' : '';
      return line([`\`${file}\``, percent([row]), ...counts, seed ?? 'all', commit, code, mark]);
    }),
    '',
  ].join('\n');
}

const rowPattern =
  /^\| `(.+)` \| [\d.]+ % \| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d+|all) \| (.+) \| (\w+|-) \| (?:stale)? \|$/gm;

/** The rows that `tableOfFiles` wrote. */
export function rowsOf(document: string): Row[] {
  return [...document.matchAll(rowPattern)].map(
    ([, file = '', killed, survived, equivalent, uncovered, seed, commit = '', code = '']) => ({
      file,
      killed: Number(killed),
      survived: Number(survived),
      equivalent: Number(equivalent),
      uncovered: Number(uncovered),
      seed: seed === 'all' ? undefined : Number(seed),
      commit,
      code,
    }),
  );
}

/** Replaces the rows of the files that were mutated now, and drops those of files that no longer exist. */
export function mergeRows(earlier: readonly Row[], now: readonly Row[], files: readonly string[]): Row[] {
  const kept = earlier.filter(({ file }) => files.includes(file) && !now.some((row) => row.file === file));
  return [...kept, ...now].sort((a, b) => (a.file < b.file ? -1 : 1));
}
