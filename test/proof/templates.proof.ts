import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildFunctions } from '../../bin/build.ts';
import { root } from '../../bin/paths.ts';
import { contextNames } from '../../infra/settings.ts';
import { findingsIn } from '../support/infra/findings.ts';
import { optionSets } from '../support/infra/option-sets.ts';
import { policiesOf } from '../support/infra/policy-files.ts';
import type { Template } from '../support/infra/template.ts';
import { sized } from '../support/size.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

// The template of every option set, with the bundles, under the linters of others:
// pip install -r tools/infra/requirements.txt

const output = temporaryFolder();

/** What a tool printed; its exit code is not 0 if it found something. */
function run(program: string, ...words: readonly string[]) {
  // some leave files behind
  const env = { ...process.env, TMPDIR: output };
  const options = { cwd: root, env, encoding: 'utf8', maxBuffer: 2 ** 26 } as const;
  const { status, stdout, stderr } = spawnSync(program, words, options);
  return { status, stdout, stderr };
}

const missing = ['cfn-lint', 'checkov', 'parliament'].filter((tool) => run(tool, '--version').status !== 0);
if (missing.length > 0) console.log(`skipped: pip install -r tools/infra/requirements.txt (${missing.join(', ')})`);

it('every option is in the last set, which CI synthesises, but for the owner, whom production has not', () => {
  const used = Object.keys(optionSets.at(-1)?.options ?? {});
  expect(contextNames.filter((name) => !used.includes(name))).toEqual(['owner']);
});

// the others differ from these in some resources each
const extremes = optionSets.filter(({ name }) => /^(nothing|prod|.* all of them)$/.test(name));
const all = optionSets.length;
const sets = sized({ slice: 3, sample: 3, full: all }) === all ? optionSets : extremes;

/** The template of each option set, by the name of the set. */
const files = new Map<string, string>();

describe(`${sets.length} option sets`, () => {
  const bundles = join(output, 'bundles');
  beforeAll(() => buildFunctions(bundles));

  it.each(sets)('$name: no finding of both rule packs of cdk-nag', { timeout: 600_000 }, ({ name, options }) => {
    const outdir = join(output, name);
    const { stackName, findings } = findingsIn(outdir, options, bundles);

    expect(findings).toEqual([]);
    const file = join(output, `${name}.template.json`);
    renameSync(join(outdir, `${stackName}.template.json`), file);
    files.set(name, file);
  });

  it.skipIf(missing.includes('cfn-lint'))('passes cfn-lint', { timeout: 1_800_000 }, () => {
    expect(run('cfn-lint', ...files.values())).toMatchObject({ status: 0, stdout: '' });
  });

  it.skipIf(missing.includes('checkov'))('passes checkov', { timeout: 1_800_000 }, () => {
    for (const { name } of sets) {
      const { stdout } = run('checkov', '--config-file', '.checkov.yaml', '-o', 'json', '-f', files.get(name) ?? '');
      const { summary, results } = JSON.parse(stdout.slice(stdout.indexOf('{'))) as Found;
      const failed = new Set(results.failed_checks.map(({ check_id }) => check_id));

      expect(summary.passed).toBeGreaterThan(200);
      expect({ name, failed: [...failed] }).toEqual({
        name,
        failed: [],
      });
    }
  });

  it.skipIf(missing.includes('parliament'))(
    'has policies without a finding of parliament',
    { timeout: 600_000 },
    () => {
      const policies = join(output, 'policies');
      mkdirSync(policies);
      for (const [name, file] of files) {
        const found = policiesOf(JSON.parse(readFileSync(file, 'utf8')) as Template);
        for (const [id, document] of found)
          writeFileSync(join(policies, `${name} ${id}.json`), JSON.stringify(document));
      }

      expect(readdirSync(policies).length).toBeGreaterThan(12 * sets.length);
      const found = run('parliament', '--directory', policies).stdout.split('\n');
      // the results of a query have no log group, only those of its start have
      const known = /^LOW - Unnecessary use of Resource \* - {2}- \['logs:GetQueryResults'\]/;
      // parliament does not know a tag as a part of a resource
      const isTagged = /^MEDIUM - No resources match for the given action .* 's3:(Put|Get)Object'.*AccountSession/;
      expect(found.filter((line) => line !== '' && !known.test(line) && !isTagged.test(line))).toEqual([]);
    },
  );
});

interface Found {
  readonly summary: { readonly passed: number };
  readonly results: { readonly failed_checks: readonly { readonly check_id: string }[] };
}
