import { replaceSection } from '../support/document.ts';
import { type Proof, proofs } from './promises.ts';

export interface Result {
  readonly name: string;
  readonly passed: readonly string[];
  readonly failed: readonly string[];
  /** Their tools are missing here. */
  readonly skipped: readonly string[];
  readonly seconds: number;
}

/** Of which code a row speaks, and how much was tried. */
export interface Run {
  readonly commit: string;
  readonly date: string;
  readonly size: string;
  readonly seed: number;
}

/** Tests of `npm test` are too many to be listed. */
const mostTitles = 20;

const runOf = ({ commit, date, size, seed }: Run) => `\`${commit}\`, ${date}, ${size}, seed ${seed}`;

export function rowOf({ name, promise }: Proof, { passed, failed, skipped, seconds }: Result, run: Run): string {
  const shown = passed.length > mostTitles ? [`${passed.length} tests`] : passed;
  const tests = [
    ...shown,
    ...failed.map((title) => `FAILED: ${title}`),
    ...skipped.map((title) => `skipped: ${title}`),
  ].map((title) => title.replaceAll('|', '\\|'));
  const count = `${passed.length} of ${passed.length + failed.length + skipped.length}`;
  const cells = [promise, tests.join('<br>'), count, `${seconds} s`, runOf(run), `\`npm run proof -- ${name}\``];
  return `| ${cells.join(' | ')} |`;
}

/** The rows of a document by the name of their proof. */
function rowsIn(document: string): Map<string, string> {
  return new Map(
    document.split('\n').flatMap((line) => {
      const name = line.match(/^\| .* \| `npm run proof -- (\S+)` \|$/)?.[1];
      return name === undefined ? [] : [[name, line] as const];
    }),
  );
}

/** The document with these rows in place of those of the same proofs; all other rows stay. */
export function withRows(document: string, rows: ReadonlyMap<string, string>): string {
  const all = new Map([...rowsIn(document), ...rows]);
  const missing = proofs.filter(({ name }) => !all.has(name)).map(({ name }) => name);
  const text = [
    'Each row shows the last run of a proof: commit, date, size and seed. A title such as "150 of 2,000" says how much of the full size was tried.',
    '',
    '| promise | experiments | passed | time | run | command |',
    '| --- | --- | --- | --- | --- | --- |',
    ...proofs.flatMap(({ name }) => all.get(name) ?? []),
    ...(missing.length > 0 ? ['', `Not run yet: ${missing.join(', ')}.`] : []),
  ].join('\n');
  return replaceSection(document, 'proofs', text);
}

/** The proofs that the document shows passed, nothing skipped, in a run of this commit and size, with any seed. */
export function passedIn(document: string, { commit, size }: Pick<Run, 'commit' | 'size'>): string[] {
  return [...rowsIn(document)]
    .filter(([, row]) => row.includes(`| \`${commit}\`, `) && row.includes(`, ${size}, seed `))
    .filter(([, row]) => !/FAILED: |skipped: /.test(row))
    .map(([name]) => name);
}
