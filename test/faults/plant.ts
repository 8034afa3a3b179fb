import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../support/sources.ts';

/** A change of one place of a file. */
export interface Change {
  /** Unique. */
  readonly name: string;
  readonly file: string;
  /** Where it begins in the text of the file. */
  readonly at: number;
  readonly from: string;
  readonly to: string;
}

interface Reach {
  readonly file: string;
  /** A scenario. */
  readonly test?: string;
  readonly seconds: number;
  /** The names of changes. */
  readonly reached: readonly string[];
}

/** A copy of the project, in which changes are planted and tests are run. It is removed when the process ends. */
export function copyOfProject() {
  const copy = mkdtempSync(join(tmpdir(), 'faults-'));
  process.once('exit', () => rmSync(copy, { recursive: true, force: true }));
  const { stdout } = spawnSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
  for (const file of stdout.split('\0').filter((each) => existsSync(join(root, each)) && each !== '')) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));

  function vitest(words: readonly string[], env: Record<string, string> = {}, timeout?: number) {
    const all = [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      'test',
      '--maxWorkers',
      '1',
      '--reporter',
      'dot',
    ];
    return spawnSync('node', [...all, ...words], {
      cwd: copy,
      encoding: 'utf8',
      maxBuffer: 1e9,
      env: { ...process.env, NO_COLOR: '1', ...env },
      // what a change makes endless
      ...(timeout !== undefined && { timeout, killSignal: 'SIGKILL' as const }),
    });
  }

  /** Runs tests, and notes in a folder which of them reach which change. Returns those that fail. */
  function learn(changes: readonly Change[], folder: string, tests: readonly string[] = []): string[] {
    rmSync(folder, { recursive: true, force: true });
    const list = join(copy, 'changes.json');
    writeFileSync(list, JSON.stringify(changes));
    const words = ['--config', 'test/faults/reach.config.ts', ...tests];
    const { status, stdout: out, stderr } = vitest(words, { REACHED: folder, CHANGES: list });
    return status === 0 ? [] : ((out + stderr).match(/^ *FAIL .*$/gm) ?? ['the run itself']);
  }

  /** Plants a change and runs portions of tests until one fails. Returns the name of a test that does. */
  function failureWith({ file, at, from, to }: Change, portions: readonly (readonly string[])[], timeout?: number) {
    const path = join(copy, file);
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.slice(0, at) + to + text.slice(at + from.length));
    try {
      for (const tests of portions.filter(({ length }) => length > 0)) {
        const { status, stdout: out, stderr } = vitest(['--bail', '1', ...tests], {}, timeout);
        if (status !== 0) return /^ *FAIL +(.*)$/m.exec(out + stderr)?.[1] ?? `exit code ${status}`;
      }
      return undefined;
    } finally {
      writeFileSync(path, text);
    }
  }

  return { copy, learn, failureWith };
}

/** The words of vitest for each change: tests that reach it, quick ones first, in portions that take 5, 20, 80 seconds and so on. */
export function portionsIn(folder: string): (name: string) => string[][] {
  const all = readdirSync(folder)
    .map((name): Reach => JSON.parse(readFileSync(join(folder, name), 'utf8')))
    .filter(({ file }) => existsSync(join(root, file)))
    .sort((a, b) => a.seconds - b.seconds);
  return (name) => {
    const portions: Reach[][] = [];
    let [most, sum] = [5, Number.POSITIVE_INFINITY];
    for (const each of all.filter(({ reached }) => reached.includes(name))) {
      const isOther = (each.test === undefined) !== (portions.at(-1)?.at(-1)?.test === undefined);
      if (isOther || (sum + each.seconds > most && sum > 0)) {
        if (portions.length > 0) most *= 4;
        portions.push([]);
        sum = 0;
      }
      portions.at(-1)?.push(each);
      sum += each.seconds;
    }
    return portions.map((portion) => {
      const names = portion.flatMap(({ test }) => test?.replaceAll(/[^\w ]/g, '.') ?? []);
      return [
        ...new Set(portion.map(({ file }) => file)),
        ...(names.length > 0 ? ['-t', `^(${names.join('|')})$`] : []),
      ];
    });
  };
}
