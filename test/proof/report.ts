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
  /** A hash of the files that the proof ran. */
  readonly inputs: string;
}

/** Groups and tests are worded so that they make one sentence. */
export const fullTitle = ({ group, test }: Title) => `${group} ${test}`.trim();

/** What the document says of a proof: promise, result, how much was tried, and of which code. */
export function entryOf({ name, promise }: Proof, { passed, failed, skipped, seconds }: Result, run: Run): string {
  const { commit, date, size, seed, inputs } = run;
  const count = `${passed.length} of ${passed.length + failed.length + skipped.length} passed in ${seconds} s`;
  const tried = [
    ...new Set(passed.flatMap((title) => fullTitle(title).match(shares) ?? [])),
    ...failed.map((title) => `**FAILED**: ${fullTitle(title)}`),
    ...skipped.map((title) => `**skipped**: ${fullTitle(title)}`),
  ].map((text) => text.replaceAll('\n', ' ').replaceAll('<', '\\<'));
  const result = [count, ...(tried.length > 0 ? [tried.join(', ')] : [])].join(': ');
  return `- **${name}**: ${promise} ${result} (\`${commit}\`, ${date}, ${size}, seed ${seed}, inputs ${inputs})`;
}

/** What a title says about the part of the full size that was tried: `60 of 2,000 random accounts`. */
const shares = /\d[\d,]* of \d[\d,]*(?: (?!(?:of|are|get|if|after)\b)[\w-]+){1,2}/g;

/** What the document says of each proof, by name, without marks. */
function entriesIn(document: string): Map<string, string> {
  const lines = document.matchAll(/^- \*\*(\S+)\*\*(?: \(stale\))?: (.*, seed \d+(?:, inputs \w+)?\))$/gm);
  return new Map([...lines].map(([, name = '', text]) => [name, `- **${name}**: ${text}`]));
}

/** The inputs of each proof as they are now, by name. */
export type Inputs = (name: string) => string;

const holds = (name: string, line: string, inputs: Inputs) => line.endsWith(`, inputs ${inputs(name)})`);

/**
 * The document with these entries in place of those of the same proofs; all others stay. Those whose inputs have
 * changed since are marked.
 */
export function withEntries(document: string, entries: ReadonlyMap<string, string>, inputs: Inputs): string {
  const all = new Map(
    [...entriesIn(document), ...entries].map(([name, line]) => {
      const isKnown = proofs.some((proof) => proof.name === name);
      return [name, !isKnown || holds(name, line, inputs) ? line : line.replace('**: ', '** (stale): ')];
    }),
  );
  const missing = proofs.filter(({ name }) => !all.has(name)).map(({ name }) => name);
  const text = [
    'Each line ends with its last run: commit, date, size, seed, and a hash of the code it ran; it is stale if that changed. "60 of 2,000" says how much of the full size that was.',
    '',
    ...proofs.flatMap(({ name }) => all.get(name) ?? []),
    ...(missing.length > 0 ? ['', `Not run yet: ${missing.join(', ')}.`] : []),
  ].join('\n');
  return replaceSection(document, 'proofs', text);
}

/** The proofs that the document shows passed at this size with these inputs, nothing skipped, with any seed. */
export function passedIn(document: string, size: string, inputs: Inputs): string[] {
  return [...entriesIn(document)]
    .filter(([name, line]) => line.includes(`, ${size}, seed `) && holds(name, line, inputs))
    .filter(([, line]) => /\b(\d+) of \1 passed in /.test(line))
    .map(([name]) => name);
}
