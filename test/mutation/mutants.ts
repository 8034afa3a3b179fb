import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Source } from '../support/sources.ts';

/** A change to one place of a file. */
export interface Mutant {
  readonly id: string;
  readonly file: string;
  readonly line: number;
  readonly original: string;
  readonly replacement: string;
}

export interface Instrumented {
  /** Code with all mutants in it, each behind a condition, by file. */
  readonly code: ReadonlyMap<string, string>;
  readonly mutants: readonly Mutant[];
}

interface Position {
  readonly line: number;
  readonly column: number;
}

/** What this project uses of @stryker-mutator/instrumenter. */
interface StrykerModule {
  readonly Instrumenter: new (
    logger: object,
  ) => {
    instrument(
      files: readonly { readonly name: string; readonly mutate: boolean; readonly content: string }[],
      options: object,
    ): Promise<{
      readonly files: readonly { readonly name: string; readonly content: string }[];
      readonly mutants: readonly {
        readonly id: string;
        readonly fileName: string;
        readonly replacement: string;
        readonly location: { readonly start: Position; readonly end: Position };
      }[];
    }>;
  };
}

const strykerEntry = join(import.meta.dirname, 'stryker/node_modules/@stryker-mutator/instrumenter/dist/src/index.js');

export const strykerIsInstalled = (): boolean => existsSync(strykerEntry);

const silent = { debug: () => undefined, info: () => undefined, isDebugEnabled: () => false };

export async function instrument(sources: readonly Source[]): Promise<Instrumented> {
  const { Instrumenter } = (await import(pathToFileURL(strykerEntry).href)) as StrykerModule;
  const { files, mutants } = await new Instrumenter(silent).instrument(
    sources.map(({ file, text }) => ({ name: file, mutate: true, content: text })),
    { plugins: null, excludedMutations: [], ignorers: [] },
  );
  const textOf = new Map(sources.map(({ file, text }) => [file, text]));
  return {
    code: new Map(files.map(({ name, content }) => [name, content])),
    mutants: mutants.map(({ id, fileName, replacement, location: { start, end } }) => ({
      id,
      file: fileName,
      line: start.line + 1,
      original: between(textOf.get(fileName) ?? '', start, end),
      replacement,
    })),
  };
}

/** Lines and columns count from 0. */
function between(text: string, start: Position, end: Position): string {
  const lines = text.split('\n').slice(start.line, end.line + 1);
  const last = lines.length - 1;
  return lines
    .map((line, at) => line.slice(at === 0 ? start.column : 0, at === last ? end.column : undefined))
    .join('\n');
}
