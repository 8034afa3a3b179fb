import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sectionOf } from '../docs/markdown.ts';
import { cliOn } from '../support/cli/cli.ts';
import { root } from '../support/sources.ts';
import { useMemoryTable } from '../support/store/table.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { hubspot } from './preset-exports.ts';

// The workflow of docs/nightly-import.yml: its script runs with a stand-in for npm.

const workflow = readFileSync(join(root, 'docs', 'nightly-import.yml'), 'utf8');
const script = (/run: \|\n((?: {10}.*\n)+)/.exec(workflow)?.[1] ?? '').replaceAll(/^ {10}/gm, '');

/** Runs the script. Each call of npm prints a report and exits with the next of the codes. */
function run(...codes: number[]) {
  const folder = temporaryFolder({ codes: codes.join('\n') });
  const command = (name: string, text: string) => {
    writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(folder, name), 0o755);
  };
  command(
    'npm',
    'echo "$@" >> calls; code=$(head -n 1 codes); sed 1d codes > rest; mv rest codes; echo "report $code"; exit "$code"',
  );
  command('sleep', 'echo "sleep $1" >> calls');
  const env = {
    PATH: `${folder}${delimiter}${process.env.PATH}`,
    STACK: 'Prod',
    ACCOUNT: 'nightly',
    MAPPING: 'hubspot',
  };
  // GitHub runs bash with these options
  const { status, stdout } = spawnSync('bash', ['-eo', 'pipefail', '-c', script], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  const calls = readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n');
  return { status, stdout, calls, report: readFileSync(join(folder, 'report.json'), 'utf8').trim() };
}

describe('the workflow of the nightly import', () => {
  it('imports once if that works', () => {
    expect(run(0)).toEqual({
      status: 0,
      stdout: '',
      calls: ['run -s admin -- --stack Prod import exports --account nightly --map hubspot --rejects rejects --json'],
      report: 'report 0',
    });
  });

  it.each([
    ['tries again while another import is running, or it fails', [4, 1, 0], 0, [false, true, false, true, false]],
    ['gives up after three times', [1, 1, 1], 1, [false, true, false, true, false]],
    ['fails at once if the files have problems', [3], 3, [false]],
  ])('%s, and names the report', (_, codes, exitCode, sleeps) => {
    const { status, stdout, calls, report } = run(...codes);
    expect({ status, report }).toEqual({ status: exitCode, report: `report ${codes.at(-1)}` });
    expect(calls.map((call) => call.startsWith('sleep'))).toEqual(sleeps);
    expect(stdout.includes('::error::The files have problems')).toBe(exitCode === 3);
  });

  it('has the variables that docs/operations.md lists, and no stored credentials', () => {
    const used = [...new Set([...workflow.matchAll(/\bvars\.(\w+)/g)].map(([, name]) => name))];
    const list = sectionOf('docs/operations.md', '### Nightly import');
    const listed = [...list.matchAll(/^ {3}- (.*?):/gm)].flatMap(([, names = '']) =>
      [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name),
    );

    expect(listed.sort()).toEqual(used.sort());
    expect(workflow).not.toMatch(/secrets\.|access-key/);
    expect(workflow).not.toMatch(/run:.*\$\{\{/);
    // with the same versions of actions as the pipeline, which Dependabot updates
    const pipeline = readFileSync(join(root, '.github', 'workflows', 'deploy.yml'), 'utf8');
    for (const [, action = ''] of workflow.matchAll(/uses: (actions\/(?:checkout|setup-node)\S+|aws\S+)/g)) {
      expect(pipeline).toContain(action);
    }
  });

  const db = useMemoryTable();
  it('calls the CLI with a command that imports', async () => {
    const admin = cliOn(() => db.table);
    await admin('accounts create --account nightly --name X');
    const [call = ''] = run(0).calls;
    const words = call
      .replace('run -s admin -- --stack Prod ', '')
      .replace('exports', temporaryFolder(hubspot))
      .replace('--rejects rejects', `--rejects ${temporaryFolder()}`);

    const { out, err, exitCode } = await admin(words);
    // one contact belongs to an unknown company
    expect({ err, exitCode }).toEqual({
      err: ['{"error":"1 of 5 rows were rejected; everything else was imported.","exitCode":5}'],
      exitCode: 5,
    });
    expect(JSON.parse(out[0] ?? '')).toMatchObject({ kinds: { clients: { added: 3 } }, views: 'done' });
  });
});
