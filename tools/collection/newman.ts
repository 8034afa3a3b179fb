import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectionFile } from '../../bin/collection.ts';
import { root } from '../../bin/paths.ts';
import { type Check, outputOf } from '../check.ts';

const command = join(import.meta.dirname, 'node_modules', '.bin', 'newman');

/** Every request of the collection, as Postman sends it. Its examples are of the demo account northlight. */
export const collectionCheck: Check = {
  name: 'collection',
  missing: () => (existsSync(command) ? undefined : 'npm ci --prefix tools/collection'),
  async run({ baseUrl, keys }) {
    const folder = join(root, 'dist', 'collection');
    const report = join(folder, 'report.json');
    mkdirSync(folder, { recursive: true });
    const variables = ['--env-var', `baseUrl=${baseUrl}`, '--env-var', `apiKey=${keys.northlight?.[0]}`];
    const words = ['run', collectionFile, ...variables, '--reporters', 'json', '--reporter-json-export', report];
    await outputOf(command, words, { cwd: folder });
    const { run }: Report = JSON.parse(readFileSync(report, 'utf8'));
    const failed = run.executions.filter(({ response }) => response?.code !== 200);
    if (failed.length > 0)
      throw new Error(failed.map(({ item, response }) => `${item.name}: ${response?.code}`).join('\n'));
    return `${run.executions.length} requests, all answered with 200`;
  },
};

interface Report {
  readonly run: {
    readonly executions: readonly { readonly item: { readonly name: string }; readonly response?: { code: number } }[];
  };
}
