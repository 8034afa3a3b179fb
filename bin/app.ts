import { join, relative } from 'node:path';
import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { settingsFrom, WrongContext } from '../infra/settings.ts';
import { ClientHealthStack } from '../infra/stack.ts';
import { currentCommit } from './build/commit.ts';
import { buildFunctions, distFolder } from './build.ts';

const app = new App();
try {
  // wrong options stop here, before anything is built
  const settings = settingsFrom(app.node.getAllContext(), distFolder, currentCommit());
  await buildFunctions();
  new ClientHealthStack(app, settings);
  // cdk prints nothing with --quiet
  if (process.env.npm_lifecycle_event === 'synth') {
    const template = join(app.outdir, `${settings.stackName}.template.json`);
    process.once('exit', (code) => code === 0 && console.error(`The template is ${relative(process.cwd(), template)}`));
  }
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
} catch (error) {
  if (!(error instanceof WrongContext)) throw error;
  console.error(error.message);
  process.exit(1);
}
