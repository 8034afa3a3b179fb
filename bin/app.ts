import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { settingsFrom } from '../infra/settings.ts';
import { ClientHealthStack } from '../infra/stack.ts';
import { distFolder } from './build.ts';

const app = new App();
new ClientHealthStack(
  app,
  settingsFrom((name) => app.node.tryGetContext(name), distFolder),
);
Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
