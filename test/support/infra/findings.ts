import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { root } from '../../../bin/paths.ts';
import { settingsFrom } from '../../../infra/settings.ts';
import { ClientHealthStack } from '../../../infra/stack.ts';

const { context } = JSON.parse(readFileSync(join(root, 'cdk.json'), 'utf8')) as { context: Record<string, unknown> };

interface Validated {
  readonly pluginReports: readonly { readonly violations: readonly object[] }[];
}

/** Writes the template with these options into a folder; returns its name, and what both rule packs find in it. */
export function findingsIn(outdir: string, options: Readonly<Record<string, string>>, bundles: string) {
  const app = new App({ outdir, context });
  const { stackName } = new ClientHealthStack(app, settingsFrom(options, bundles));
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
  app.synth();
  const { pluginReports } = JSON.parse(readFileSync(join(outdir, 'validation-report.json'), 'utf8')) as Validated;
  return { stackName, findings: pluginReports.flatMap(({ violations }) => violations) };
}
