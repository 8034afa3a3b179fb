import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, sourcesIn } from '../support/sources.ts';
import type { FileResult } from './report.ts';

const local = join(root, '.local');

/** Results of this area for the code and tests as they are now, so that a run that was stopped can go on. */
export class Results {
  readonly #path: string;
  readonly #of: string;
  readonly #results: Record<string, FileResult>;

  constructor(area: string, { fresh }: { readonly fresh: boolean }) {
    this.#path = join(local, `mutation-${area}.json`);
    mkdirSync(local, { recursive: true });
    const hash = createHash('sha256');
    for (const { file, text } of sourcesIn('shared', 'functions', 'bin', 'test')) hash.update(`${file}\n${text}\n`);
    this.#of = hash.digest('hex');
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
