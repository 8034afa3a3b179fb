import { join, relative } from 'node:path';
import { mergeConfig, type ViteUserConfig } from 'vitest/config';
import { root, sourcesIn } from '../support/sources.ts';
import { instrument } from './mutants.ts';

// `npm run mutation` runs tests with this: all mutants are in the code of the files that MUTATED names, each behind a
// condition, and the one that Stryker's own variable names is active.

const { default: config }: { default: ViteUserConfig } = await import(join(root, 'vitest.config.ts'));
const { code } = await instrument(sourcesIn(...(process.env.MUTATED ?? '').split(' ')));
const instrumented = {
  name: 'instrumented code',
  enforce: 'pre' as const,
  load: (id: string) => code.get(relative(root, id.split('?')[0] ?? id).replaceAll('\\', '/')),
};
const [tests] = config.test?.projects ?? [];
const own = { root, plugins: [instrumented], test: { setupFiles: ['test/mutation/reach.ts'] } };

export default { root, test: { ...config.test, projects: [mergeConfig(tests as object, own)] } };
