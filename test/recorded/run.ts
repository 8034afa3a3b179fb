import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { differences } from '../support/differences.ts';
import type { Answered } from '../support/service/whole-service.ts';
import { root } from '../support/sources.ts';
import type { Answers } from './answers.ts';
import { requestsOfDemo } from './requests.ts';

// npm run recorded -- [--base REV]: sends the same requests to the service of REV, main unless it says otherwise, and to
// that of this folder, and prints what they answer differently.

const { values } = parseArgs({ options: { base: { type: 'string', default: 'main' } } });
const folder = mkdtempSync(join(tmpdir(), 'recorded-'));
const earlier = join(folder, 'base');
const git = (...words: string[]) => execFileSync('git', words, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
process.once('exit', () => {
  git('worktree', 'remove', '--force', earlier);
  rmSync(folder, { recursive: true });
});

const requests = requestsOfDemo();
writeFileSync(join(folder, 'requests.json'), JSON.stringify(requests));

function answersOf(cwd: string, name: string): Answers {
  const file = join(folder, name);
  execFileSync('node', ['test/recorded/answers.ts', join(folder, 'requests.json'), file], { cwd, stdio: 'inherit' });
  return JSON.parse(readFileSync(file, 'utf8'));
}

git('worktree', 'add', '--quiet', '--detach', earlier, values.base);
symlinkSync(join(root, 'node_modules'), join(earlier, 'node_modules'));
const before = answersOf(earlier, 'before.json');
const after = answersOf(root, 'after.json');

/** An answer by its fields; the ETag has the version of the service. */
function fieldsOf(answer: Answered | null | undefined) {
  const { ETag: _, ...headers } = answer?.headers ?? {};
  const body = answer?.body ?? '';
  return { status: answer?.status, headers, body: body.startsWith('{') ? JSON.parse(body) : body.split('\r\n') };
}

let different = 0;
for (const [at, { stage, key, url }] of requests.entries()) {
  const [old, now] = [before[at], after[at]];
  const lines = differences(fieldsOf(now), fieldsOf(old));
  if (lines.length === 0 && old?.body === now?.body) continue;
  different += 1;
  console.log(`\n${stage}, key ${key}: GET ${url}`);
  for (const line of lines.length > 0 ? lines.slice(0, 10) : ['the same in another order, or with other white space'])
    console.log(`  ${line}`);
}
console.log(`\n${different} of ${requests.length} answers differ from those of ${values.base}`);
process.exitCode = different > 0 ? 1 : 0;
