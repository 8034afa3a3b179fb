import { expect, it } from 'vitest';
import { optionSets } from '../support/infra/option-sets.ts';
import { synthesise } from '../support/infra/template.ts';
import { pages, sectionOf } from './markdown.ts';

const [table = ''] = sectionOf('docs/operations.md', '## Costs').split('\n### ');
const lines = table.split('\n');
const rows = lines
  .slice(0, lines.findIndex((line) => line.includes('**sum**')) + 1)
  .filter((line) => line.startsWith('| '))
  .map((line) => line.split('|').slice(1, -1));
const dollars = (cell = '') => Number(/^\s*\**\$([\d,.]+)\**\s*$/.exec(cell)?.[1]?.replaceAll(',', ''));
const sums = rows.find(([title]) => title?.includes('**sum**'))?.slice(1) ?? [];

it.each([0, 1, 2])('the costs of column %i add up to their sum, to the dollar', (column) => {
  const parts = rows.map((cells) => dollars(cells[column + 1])).slice(1, -1);

  expect(parts.length).toBeGreaterThanOrEqual(10);
  expect(Math.round(parts.reduce((cents, part) => cents + Math.round(100 * part), 0) / 100)).toBe(
    dollars(sums[column]),
  );
});

it('what a deployment costs at rest is what its alarms and polled queues cost', () => {
  const atRest = rows.filter(([title]) => /alarm metrics|queue/.test(title ?? '')).map(([, first]) => dollars(first));
  const cents = atRest.reduce((sum, part) => sum + Math.round(100 * part), 0);
  expect(atRest.length).toBe(4);
  expect(sectionOf('docs/operations.md', '## Scale')).toContain(`for $${(cents / 100).toFixed(2)} a month at rest`);
});

it('the README repeats the sums of the first two columns', () => {
  const readme = pages.find(({ file }) => file === 'README.md')?.text ?? '';
  const [one, fifty] = sums.map(dollars);

  expect(readme).toContain(`about $${one} a month for an account of 250 clients, $${fifty} for 50 accounts`);
});

/** What AWS bills, by what a row of the costs has in its words. */
const billed: Readonly<Record<string, RegExp>> = {
  'ApiGateway::RestApi': /API Gateway and Lambda requests/,
  'Backup::BackupVault': /`backupCopyTo`/,
  'CloudWatch::Alarm': /alarm metrics/,
  'CloudWatch::Dashboard': /the dashboard/,
  'Cognito::UserPool': /The page: .* A person who signs in/,
  'DynamoDB::Table': /Storage and PITR/,
  'KMS::Key': /for the key of the backups/,
  'Lambda::Function': /Lambda duration/,
  'Logs::LogGroup': /Logs: 1 KB a request/,
  'Logs::MetricFilter': /own metrics/,
  'S3::Bucket': /Inbox: .*10 MB a day/,
  'SES::ConfigurationSet': /`mailFrom`/,
  'SQS::Queue': /the queue is polled/,
  'WAFv2::WebACL': /`waf`/,
  'XRay::SamplingRule': /Traces/,
};
/** Rules, rights, and what costs nothing in amounts like these. */
const free =
  /^(ApiGateway|Backup|CDK|Cognito|Events|IAM|Lambda|Logs|S3|SES|SNS|SQS|SSM|Scheduler|WAFv2)::(Account|ApiKey|BackupPlan|BackupSelection|BasePathMapping|Bucket(Policy)?|ConfigurationSet\w+|Deployment|DomainName|EventInvokeConfig|EventSourceMapping|GatewayResponse|LoggingConfiguration|ManagedLoginBranding|ManagedPolicy|Metadata|Method|Parameter|Permission|Policy|QueryDefinition|QueuePolicy|RequestValidator|Resource|ResourcePolicy|Role|Rule|Schedule|Stage|Subscription|Topic(Policy)?|UsagePlan(Key)?|UserPool\w+|WebACLAssociation|Model|Version|Alias|LogStream)$/;

it('every part of a deployment that AWS bills has its row, whatever the options', () => {
  const { template } = synthesise(optionSets.at(-1)?.options ?? {});
  const types = [...new Set(Object.values(template.Resources).map(({ Type }) => Type.replace('AWS::', '')))].sort();
  const costs = sectionOf('docs/operations.md', '## Costs');

  expect(types.filter((type) => billed[type]).sort()).toEqual(Object.keys(billed).sort());
  expect(types.filter((type) => !billed[type] && !free.test(type))).toEqual([]);
  for (const [type, row] of Object.entries(billed))
    expect({ type, isThere: row.test(costs) }).toEqual({ type, isThere: true });
});
