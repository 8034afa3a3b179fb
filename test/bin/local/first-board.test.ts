import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startService } from '../../../bin/local/service.ts';
import { root } from '../../support/sources.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

// The steps of README.md from one's own files to a board, word for word; the files are those of docs/data.md.

const textOf = (name: string) => readFileSync(join(root, name), 'utf8');

it('files in a folder become an account with a board, and need no key', async () => {
  const [, block = ''] = /```sh\n(npm start -- --empty .*?)```/s.exec(textOf('README.md')) ?? [];
  const [start = '', ...steps] = block.trim().split('\n');
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'exports'));
  for (const [, name = '', text = ''] of textOf('docs/data.md').matchAll(/`crm\/(\w+\.csv)`\n\n```csv\n(.*?)```/gs)) {
    writeFileSync(join(folder, 'exports', name), text);
  }
  const lines: string[] = [];
  const inbox = join(folder, /--inbox (\w+)/.exec(start)?.[1] ?? '');
  const { baseUrl, stop } = await startService({ port: 0, demos: [], inbox, onInbox: (line) => lines.push(line) });
  onTestFinished(stop);
  const { origin } = new URL(baseUrl);
  const page = async (path: string) => (await fetch(`${origin}${path}`)).text();
  expect(await page('/')).toContain('There are none yet');

  for (const step of steps) execFileSync('sh', ['-c', step], { cwd: folder });
  await vi.waitFor(() => expect(lines).toHaveLength(1), { timeout: 30_000 });
  expect(lines[0]).toMatch(/^inbox acme: .*clients: 2 added/);
  await vi.waitFor(async () => expect(await page('/')).toContain('<h1><bdi>acme</bdi></h1>'), { timeout: 30_000 });
  const board = await page('/accounts/acme');

  expect(board).toContain('Harbor Light Foods');
  expect(board).toContain('Müller &#38; Söhne; Maschinenbau');
}, 60_000);
