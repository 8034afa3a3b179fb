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

/** Groups and tests are worded so that they make one sentence. */
export const fullTitle = ({ group, test }: Title) => `${group} ${test}`.trim();

/** What the document says of a proof: promise, result, how much was tried, and of which code. */
export function entryOf({ name, promise }: Proof, { passed, failed, skipped, seconds }: Result, run: Run): string {
  const { commit, date, size, seed } = run;
  const count = `${passed.length} of ${passed.length + failed.length + skipped.length} passed in ${seconds} s`;
  const tried = [
    ...new Set(passed.flatMap((title) => fullTitle(title).match(shares) ?? [])),
    ...failed.map((title) => `**FAILED**: ${fullTitle(title)}`),
    ...skipped.map((title) => `**skipped**: ${fullTitle(title)}`),
  ].map((text) => text.replaceAll('\n', ' ').replaceAll('<', '\\<'));
  const result = [count, ...(tried.length > 0 ? [tried.join(', ')] : [])].join(': ');
  return `- **${name}**: ${promise} ${result} (\`${commit}\`, ${date}, ${size}, seed ${seed})`;
}

/** What a title says about the part of the full size that was tried: `60 of 2,000 random accounts`. */
const shares = /\d[\d,]* of \d[\d,]*(?: (?!(?:of|are|get|if)\b)[\w-]+){1,2}/g;

/** What the document says of each proof, by name. */
function entriesIn(document: string): Map<string, string> {
  const lines = document.matchAll(/^- \*\*(\S+)\*\*: .*, seed \d+\)$/gm);
  return new Map([...lines].map(([line, name = '']) => [name, line]));
}

/** The document with these entries in place of those of the same proofs; all others stay. */
export function withEntries(document: string, entries: ReadonlyMap<string, string>): string {
  const all = new Map([...entriesIn(document), ...entries]);
  const missing = proofs.filter(({ name }) => !all.has(name)).map(({ name }) => name);
  const text = [
    'Each line ends with its last run: commit, date, size and seed. "60 of 2,000" says how much of the full size that was.',
    '',
    ...proofs.flatMap(({ name }) => all.get(name) ?? []),
    ...(missing.length > 0 ? ['', `Not run yet: ${missing.join(', ')}.`] : []),
  ].join('\n');
  return replaceSection(document, 'proofs', text);
}

/** The proofs that the document shows passed, nothing skipped, in a run of this commit and size, with any seed. */
export function passedIn(document: string, { commit, size }: Pick<Run, 'commit' | 'size'>): string[] {
  return [...entriesIn(document)]
    .filter(([, line]) => line.includes(`(\`${commit}\`, `) && line.includes(`, ${size}, seed `))
    .filter(([, line]) => /\b(\d+) of \1 passed in /.test(line))
    .map(([name]) => name);
}
