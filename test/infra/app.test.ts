import { Validations } from 'aws-cdk-lib';
import { afterEach, expect, it, vi } from 'vitest';
import { distFolder } from '../../bin/build.ts';
import { settingsFrom } from '../../infra/settings.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

// bin/app.ts, with a build and a stack that only say that they were asked for.

const done: unknown[] = [];
let build = async () => {};

async function run(context: Readonly<Record<string, string>>) {
  done.length = 0;
  vi.stubEnv('CDK_CONTEXT_JSON', JSON.stringify(context));
  // for the output of the app
  vi.stubEnv('TMPDIR', temporaryFolder());
  vi.resetModules();
  vi.doMock(import('../../bin/build.ts'), async (original) => ({
    ...(await original()),
    buildFunctions: async () => {
      await build();
      done.push('built');
      return [];
    },
  }));
  vi.doMock('../../bin/build/commit.ts', () => ({ currentCommit: () => 'abc' }));
  vi.doMock('../../infra/stack.ts', () => ({
    ClientHealthStack: class {
      constructor(_: unknown, settings: unknown) {
        done.push(settings);
      }
    },
  }));
  const addPlugins = (...plugins: object[]) => done.push(plugins.map((each) => each.constructor.name));
  vi.spyOn(Validations, 'of').mockReturnValue({ addPlugins } as never);
  vi.spyOn(console, 'error').mockImplementation((text) => done.push(text));
  vi.spyOn(process, 'exit').mockImplementation((code) => done.push(`exit ${code}`) as never);
  await import('../../bin/app.ts');
  return done;
}

afterEach(() => {
  build = async () => {};
  for (const path of ['bin/build.ts', 'bin/build/commit.ts', 'infra/stack.ts']) vi.doUnmock(`../../${path}`);
  vi.resetModules();
});

it('the app builds the functions, then the stack of this commit, and checks it against both packs of rules', async () => {
  const settings = settingsFrom({ owner: 'ada' }, distFolder, 'abc');

  expect(await run({ owner: 'ada' })).toEqual(['built', settings, ['AwsSolutionsChecks', 'ServerlessChecks']]);
});

it('wrong options end it with what is wrong, before anything is built', async () => {
  expect(await run({ env: 'prod' })).toEqual([
    expect.stringMatching(/\n {2}-c alarmEmail or -c alarmTopic: /),
    'exit 1',
  ]);
});

it('what else fails is no message', async () => {
  build = () => Promise.reject(new Error('no such module'));

  await expect(run({})).rejects.toThrow('no such module');
  expect(done).toEqual([]);
});
