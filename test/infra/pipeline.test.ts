import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sectionOf } from '../docs/markdown.ts';
import { root } from '../support/sources.ts';

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
