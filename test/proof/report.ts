import { replaceSection } from '../../bin/diagram/section.ts';
import { type Proof, proofs } from './promises.ts';

export interface Title {
  /** Of the `describe`; empty for a test outside of one. */
  readonly group: string;
  readonly test: string;
}

export interface Result {
  readonly name: string;
  readonly passed: readonly Title[];
  readonly failed: readonly Title[];
  /** Their tools are missing here. */
  readonly skipped: readonly Title[];
  readonly seconds: number;
}

/** Of which code a row speaks, and how much was tried. */
export interface Run {
  readonly commit: string;
  readonly date: string;
  readonly size: string;
  readonly seed: number;
}

/** What the document says of a proof: its row in the table, and the line with what was tried. */
interface Entry {
  readonly row: string;
  readonly tried: string;
}

/** Tests of `npm test` are too many to be listed. */
const mostTitles = 20;

/** Groups and tests are worded so that they make one sentence. */
export const fullTitle = ({ group, test }: Title) => `${group} ${test}`.trim();

const runOf = ({ commit, date, size, seed }: Run) => `\`${commit}\`, ${date}, ${size}, seed ${seed}`;

export function entryOf({ name, promise }: Proof, { passed, failed, skipped, seconds }: Result, run: Run): Entry {
  const count = `${passed.length} of ${passed.length + failed.length + skipped.length}`;
  const cells = [`\`${name}\``, promise, count, `${seconds} s`, runOf(run)];
  const tried = [
    ...(passed.length > mostTitles ? [`${passed.length} tests`] : grouped(passed)),
    ...failed.map((title) => `**FAILED**: ${fullTitle(title)}`),
    ...skipped.map((title) => `**skipped**: ${fullTitle(title)}`),
  ];
  return { row: `| ${cells.join(' | ')} |`, tried: `- **${name}**: ${tried.map(escaped).join(' · ')}` };
}

const escaped = (text: string) => text.replaceAll('\n', ' ').replaceAll('<', '\\<');

/** One text per group. Titles that differ only in the number at their end are one: `seed 1, 2, 3`. */
function grouped(titles: readonly Title[]): string[] {
  const groups = Map.groupBy(titles, ({ group }) => group);
  return [...groups].map(([group, each]) => {
    const numbers = Map.groupBy(
      each.map(({ test }) => test.match(/^(.* )(\d+)$/) ?? [test, test]),
      ([, start]) => start ?? '',
    );
    const tests = [...numbers].map(
      ([start, found]) => start + found.flatMap(([, , number]) => number ?? []).join(', '),
    );
    return fullTitle({ group, test: tests.join('; ') });
  });
}

/** What the document says of each proof, by name. */
function entriesIn(document: string): Map<string, Entry> {
  const tried = linesBy(document, /^- \*\*(\S+)\*\*: /);
  const rows = linesBy(document, /^\| `(\S+)` \| .*, seed \d+ \|$/);
  return new Map([...rows].map(([name, row]) => [name, { row, tried: tried.get(name) ?? '' }]));
}

function linesBy(document: string, name: RegExp): Map<string, string> {
  return new Map(
    document.split('\n').flatMap((line) => {
      const found = line.match(name)?.[1];
      return found === undefined ? [] : [[found, line] as const];
    }),
  );
}

/** The document with these entries in place of those of the same proofs; all others stay. */
export function withEntries(document: string, entries: ReadonlyMap<string, Entry>): string {
  const all = new Map([...entriesIn(document), ...entries]);
  const shown = proofs.flatMap(({ name }) => all.get(name) ?? []);
  const missing = proofs.filter(({ name }) => !all.has(name)).map(({ name }) => name);
  const text = [
    'The last run of each proof: commit, date, size and seed. `npm run proof -- NAME` repeats it.',
    '',
    '| proof | promise | passed | time | run |',
    '| --- | --- | ---: | ---: | --- |',
    ...shown.map(({ row }) => row),
    ...(missing.length > 0 ? ['', `Not run yet: ${missing.join(', ')}.`] : []),
    '',
    'What these runs tried; "150 of 2,000" says how much of the full size that was:',
    '',
    ...shown.map(({ tried }) => tried),
  ].join('\n');
  return replaceSection(document, 'proofs', text);
}

/** The proofs that the document shows passed, nothing skipped, in a run of this commit and size, with any seed. */
export function passedIn(document: string, { commit, size }: Pick<Run, 'commit' | 'size'>): string[] {
  return [...entriesIn(document)]
    .filter(([, { row }]) => row.includes(`| \`${commit}\`, `) && row.includes(`, ${size}, seed `))
    .filter(([, { row }]) => / \| (\d+) of \1 \| /.test(row))
    .map(([name]) => name);
}
