import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './sources.ts';

const file = join(root, 'docs', 'benchmarks.md');
const heading =
  '# Benchmarks\n\nWritten by `npm run bench`. Units and calls are counts and the same everywhere; ratios travel, milliseconds do not.\n';

/** Puts what a bench found between its own marks, and leaves what others found. */
export function writeBenchmarks(name: string, text: string): void {
  const [from, to] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const before = existsSync(file) ? readFileSync(file, 'utf8') : heading;
  const section = `${from}\n${text.trim()}\n${to}`;
  const [start, end] = [before.indexOf(from), before.indexOf(to)];
  const after =
    start < 0 || end < 0 ? `${before}\n${section}\n` : before.slice(0, start) + section + before.slice(end + to.length);
  writeFileSync(file, after);
}
