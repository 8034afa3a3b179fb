import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { App } from 'aws-cdk-lib';
import { functionNames } from '../../../bin/build.ts';
import { settingsFrom } from '../../../infra/settings.ts';
import { ClientHealthStack } from '../../../infra/stack.ts';
import { sharedFolder, temporaryFolder } from '../temporary-folder.ts';

export interface Resource {
  readonly Type: string;
  readonly Properties: Record<string, unknown>;
  readonly DeletionPolicy?: string;
}

export interface Template {
  readonly Resources: Record<string, Resource>;
  readonly Outputs: Record<string, { Value: unknown }>;
}

export interface Synthesised {
  readonly template: Template;
  readonly terminationProtection: boolean;
}

/** The template of a deployment with this context, made once per run. The bundles of its functions are placeholders. */
export function synthesise(context: Record<string, string> = {}): Synthesised {
  // production has to say that nobody is told of alarms
  const quiet = context.env === 'prod' && !context.alarmTopic && { alarmEmail: 'none' };
  const all = { ...quiet, ...context };
  if (process.env.VITEST_MODE === 'WATCH') return synthesiseAnew(all);
  const key = createHash('sha256')
    .update(JSON.stringify(Object.entries(all).sort()))
    .digest('hex');
  const file = join(tmpdir(), sharedFolder, `template-${key}.json`);
  if (!existsSync(file)) {
    const part = `${file}.${process.pid}-${threadId}`;
    writeFileSync(part, JSON.stringify(synthesiseAnew(all)));
    renameSync(part, file);
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Synthesised;
}

function synthesiseAnew(context: Record<string, string>): Synthesised {
  const app = new App({ outdir: temporaryFolder() });
  const stack = new ClientHealthStack(app, settingsFrom(context, placeholders()));
  const { template } = app.synth().getStackByName(stack.stackName);
  return { template, terminationProtection: stack.terminationProtection ?? false };
}

/** A folder with a placeholder for the bundle of each function. */
function placeholders(): string {
  const bundles = temporaryFolder();
  for (const name of functionNames()) {
    mkdirSync(join(bundles, name));
    writeFileSync(join(bundles, name, 'index.mjs'), name);
  }
  return bundles;
}

/** Resources of a type, by their logical id. */
export function resourcesOf({ Resources }: Template, type: string): (Resource & { id: string })[] {
  return Object.entries(Resources)
    .filter(([, { Type }]) => Type === type)
    .map(([id, resource]) => ({ id, ...resource }));
}

/** The logical id that a Ref or GetAtt points to. */
export function targetOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if ('Ref' in value) return String(value.Ref);
  if ('Fn::GetAtt' in value) return String((value['Fn::GetAtt'] as string[])[0]);
  return undefined;
}

/** The logical ids of functions, by their folder. */
export function functionIds(template: Template): Map<string, string> {
  const ids = resourcesOf(template, 'AWS::Lambda::Function').map(({ id }) => id);
  const camel = (name: string) => name.replaceAll('-', '');
  return new Map(
    functionNames().flatMap((name) => {
      const id = ids.find((each) => new RegExp(`^(Api|Night|Inbox|Account)${camel(name)}Function`).test(each));
      return id ? [[name, id] as const] : [];
    }),
  );
}
