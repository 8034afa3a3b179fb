import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sectionOf } from '../docs/markdown.ts';
import { root } from '../support/sources.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const workflow = readFileSync(join(root, '.github/workflows/deploy.yml'), 'utf8');
const guide = sectionOf('docs/operations.md', '## Pipeline');

/** The text of each job, by its name. */
const jobs = new Map(
  workflow
    .slice(workflow.indexOf('\njobs:\n'))
    .split(/^(?= {2}\w+:$)/m)
    .slice(1)
    .map((text) => [text.trim().slice(0, text.trim().indexOf(':')), text]),
);

it('docs/operations.md lists exactly the jobs, variables and secrets of the pipeline', () => {
  const used = new Set([...workflow.matchAll(/\b(?:vars|secrets)\.(\w+)/g)].map(([, name]) => name));
  const named = new Set([...guide.matchAll(/^ *\| `([A-Z_]+)`/gm)].map(([, name]) => name));
  const rows = [...guide.matchAll(/^\| `([a-z]+)` \|/gm)].map(([, name]) => name);

  expect([...named].sort()).toEqual([...used].sort());
  expect(rows).toEqual([...jobs.keys()]);
});

it('only jobs that use AWS can get a token, and they run in an environment', () => {
  for (const [name, text] of jobs) {
    const assumes = text.includes('configure-aws-credentials');
    expect(text.includes('id-token: write'), name).toBe(assumes);
    expect(/^ {4}environment: \w+$/m.test(text), name).toBe(assumes);
  }
});

it('production is deployed after dev, and each deployment is verified', () => {
  expect(jobs.get('prod')).toContain('needs: dev');
  for (const name of ['dev', 'prod']) {
    const text = jobs.get(name) ?? '';
    expect(text).toContain(`cdk deploy -c env=${name} `);
    expect(text.indexOf('admin -- verify')).toBeGreaterThan(text.indexOf('cdk deploy'));
  }
});

it('jobs assume roles instead of using stored credentials, and scripts contain no text of pull requests', () => {
  expect(workflow).not.toMatch(/AWS_SECRET_ACCESS_KEY|aws-secret-access-key|pull_request_target/);
  expect(workflow).not.toMatch(/run:.*\$\{\{/);
});

it('no job with credentials runs the code of a pull request, and actions are pinned by their hash', () => {
  const diff = jobs.get('diff') ?? '';
  expect(diff).not.toMatch(/checkout|npm |npx |node /);
  expect(guide).toContain('For `diff`: `cloudformation:GetTemplate` on');
  const uses = [...workflow.matchAll(/uses: (\S+)/g)].map(([, name = '']) => name);
  expect(uses.filter((name) => !/@[0-9a-f]{40}$/.test(name))).toEqual([]);
});

describe('the way back by one release', () => {
  const prod = jobs.get('prod') ?? '';
  const script = prod.slice(prod.lastIndexOf('run: |') + 'run: |'.length).replaceAll(/^ {10}/gm, '');

  /** Runs the step with programs that write down how they were called. */
  function goBack(COMMIT: string, BEFORE = 'env=prod alarmEmail waf=true') {
    const folder = temporaryFolder();
    const calls = join(folder, 'calls');
    for (const program of ['git', 'npm', 'npx']) {
      writeFileSync(join(folder, program), `#!/bin/sh\necho ${program} "$@" >> ${calls}\n`, { mode: 0o755 });
    }
    const OPTIONS = '-c newOption=1 -c alarmEmail=ops@example.com';
    const env = { COMMIT, BEFORE, OPTIONS, BASE_URL: 'https://x/v1', API_KEY: 'key' };
    const { status, stdout } = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
      env: { ...env, PATH: `${folder}:/usr/bin:/bin` },
      encoding: 'utf8',
    });
    return { status, stdout, calls: existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : [] };
  }

  it('follows a failed verify alone, and knows what was deployed before', () => {
    expect(prod).toMatch(/- name: go back\n.*\n {8}if: failure\(\) && steps\.verify\.outcome == 'failure'/);
    expect(prod.indexOf('id: before')).toBeLessThan(prod.indexOf('cdk deploy'));
    expect(prod).toContain('for output in Commit Options;');
    expect(prod).toContain('fetch-depth: 0');
  });

  it.each([
    ['env=prod alarmEmail waf=true', '-c env=prod -c alarmEmail=ops@example.com -c waf=true'],
    ['env=prod alarmEmail=none', '-c env=prod -c alarmEmail=none'],
    ['env=prod anAddress', '-c env=prod -c anAddress=none'],
  ])('deploys the commit that was deployed before, with its options %s, and verifies it', (before, options) => {
    expect(goBack('0123456789ab', before)).toEqual({
      status: 0,
      stdout: '',
      calls: [
        'git checkout --quiet 0123456789ab',
        'npm ci',
        `npx cdk deploy ${options} --require-approval never`,
        'npm run -s admin -- verify --url https://x/v1 --key key',
      ],
    });
  });

  it.each(['', 'None', 'unknown', '0123456789ab with changes', '$(id)'])('changes nothing if that is %j', (commit) => {
    expect(goBack(commit)).toEqual({
      status: 1,
      calls: [],
      stdout: 'The release before is not known: deploy it by hand.\n',
    });
  });
});
