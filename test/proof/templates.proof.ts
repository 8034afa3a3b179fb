import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../bin/build/paths.ts';
import { buildFunctions } from '../../bin/build.ts';
import { contextNames, settingsFrom } from '../../infra/settings.ts';
import { ClientHealthStack } from '../../infra/stack.ts';
import { optionSets } from '../support/infra/option-sets.ts';
import { resolved } from '../support/infra/policies.ts';
import { resourcesOf, type Template } from '../support/infra/template.ts';
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

it('every option is in the last set, which CI synthesises, but for the owner, whom production has not, and SAML, which takes the place of OpenID Connect', () => {
  const used = Object.keys(optionSets.at(-1)?.options ?? {});
  expect(contextNames.filter((name) => !used.includes(name))).toEqual(['owner', 'samlMetadata']);
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
    const { context } = JSON.parse(readFileSync(join(root, 'cdk.json'), 'utf8')) as {
      context: Record<string, unknown>;
    };
    const app = new App({ outdir, context });
    const { stackName } = new ClientHealthStack(app, settingsFrom(options, bundles));
    Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
    app.synth();

    const { pluginReports } = JSON.parse(readFileSync(join(outdir, 'validation-report.json'), 'utf8')) as Validated;
    expect(pluginReports.flatMap(({ violations }) => violations)).toEqual([]);
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
        for (const [id, document] of policiesOf(JSON.parse(readFileSync(file, 'utf8')) as Template))
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

interface Validated {
  readonly pluginReports: readonly { readonly violations: readonly object[] }[];
}

const place = 'eu-west-1:123456789012';

/** ARNs as AWS would write them, by type and logical id. */
const arns: Readonly<Record<string, (id: string) => string>> = {
  'AWS::Cognito::UserPool': (id) => `arn:aws:cognito-idp:${place}:userpool/${id}`,
  'AWS::DynamoDB::Table': (id) => `arn:aws:dynamodb:${place}:table/${id}`,
  'AWS::SQS::Queue': (id) => `arn:aws:sqs:${place}:${id}`,
  'AWS::SNS::Topic': (id) => `arn:aws:sns:${place}:${id}`,
  'AWS::S3::Bucket': (id) => `arn:aws:s3:::${id.toLowerCase()}`,
  'AWS::Lambda::Function': (id) => `arn:aws:lambda:${place}:function:${id}`,
  'AWS::Logs::LogGroup': (id) => `arn:aws:logs:${place}:log-group:${id}:*`,
  'AWS::IAM::Role': (id) => `arn:aws:iam::123456789012:role/${id}`,
  'AWS::Scheduler::Schedule': (id) => `arn:aws:scheduler:${place}:schedule/default/${id}`,
  'AWS::KMS::Key': () => `arn:aws:kms:${place}:key/0a1b2c3d-0000-4000-8000-000000000000`,
  'AWS::Backup::BackupVault': (id) => `arn:aws:backup:${place}:backup-vault:${id}`,
};

/** Every policy document of a template, with texts in place of references. */
function policiesOf(template: Template): [id: string, document: unknown][] {
  const arnOf = (id: string) => arns[template.Resources[id]?.Type ?? '']?.(id) ?? id;
  const filled = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(filled);
    if (typeof value === 'object' && value !== null && !/^(Ref|Fn::)/.test(Object.keys(value)[0] ?? ''))
      return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, filled(each)]));
    // the name of a parameter begins with a slash
    const text = resolved(value)
      .replace(/^\w+/, arnOf)
      .replace(/(?<=:parameter)(?!\/)/, '/');
    return text.replaceAll('AWS::URLSuffix', 'amazonaws.com');
  };
  const all = ['AWS::IAM::Policy', 'AWS::IAM::ManagedPolicy'].flatMap((type) => resourcesOf(template, type));
  return all.map(({ id, Properties }) => [id, filled(Properties.PolicyDocument)]);
}
