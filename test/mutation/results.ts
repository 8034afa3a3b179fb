import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inputsOf } from '../support/inputs.ts';
import { root } from '../support/sources.ts';
import type { Area } from './areas.ts';
import type { FileResult } from './report.ts';

const local = join(root, '.local');

/** Results of an area for its code and tests as they are now, so that a run that was stopped can go on. */
export class Results {
  readonly #path: string;
  readonly #of: string;
  readonly #results: Record<string, FileResult>;

  constructor(name: string, { code, tests }: Area, { fresh }: { readonly fresh: boolean }) {
    this.#path = join(local, `mutation-${name}.json`);
    mkdirSync(local, { recursive: true });
    this.#of = inputsOf([...code, ...tests]);
    const stored = existsSync(this.#path) ? JSON.parse(readFileSync(this.#path, 'utf8')) : undefined;
    this.#results = stored?.of === this.#of && !fresh ? stored.results : {};
  }

  get(file: string): FileResult | undefined {
    return this.#results[file];
  }

  add(result: FileResult): void {
    this.#results[result.file] = result;
    writeFileSync(this.#path, JSON.stringify({ of: this.#of, results: this.#results }));
  }
}
