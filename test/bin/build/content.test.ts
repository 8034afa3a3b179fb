import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { functionNames } from '../../../bin/build.ts';
import { groups } from '../../../shared/contract/groups.ts';
import { useBuild } from './use-build.ts';

const { built, folder } = useBuild();
const textOf = (name: string) => readFileSync(join(built(name).folder, 'index.mjs'), 'utf8');

/** Bytes in the bundle by source file, without files that tree shaking removed. */
function bytesOf(name: string, file: RegExp): Record<string, number> {
  const [output] = Object.values(built(name).meta.outputs).filter(({ entryPoint }) => entryPoint);
  const inputs = Object.entries(output?.inputs ?? {}).map(
    ([path, { bytesInOutput }]) => [path, bytesInOutput] as const,
  );
  return Object.fromEntries(inputs.filter(([path, bytes]) => file.test(path) && bytes > 0));
}

const sum = (bytes: Record<string, number>) => Object.values(bytes).reduce((all, some) => all + some, 0);

describe('the output of the build', () => {
  it('is a folder with one file for every function that has a lambda.ts, and the metadata next to them', () => {
    expect(functionNames()).toContain('topics');
    expect(readdirSync(folder()).sort()).toEqual([...functionNames(), 'meta'].sort());
    const others: Record<string, string[]> = { importer: ['workbook-process.mjs'], topics: ['openapi.json'] };
    for (const name of functionNames()) {
      expect(readdirSync(join(folder(), name))).toEqual(['index.mjs', ...(others[name] ?? [])]);
    }
  });
});

// assistants, people and mails do not wait for milliseconds, and have no ETag
describe.each(functionNames().filter((name) => !['mcp', 'account', 'invitation'].includes(name)))(
  'the bundle of %s',
  (name) => {
    it('has English as its only zod locale', () => {
      expect(sum(bytesOf(name, /zod\/.*\/locales\//))).toBeLessThanOrEqual(4096);
    });

    it('does not mention a source map', () => {
      expect(textOf(name)).not.toContain('sourceMappingURL');
    });

    it('contains its build id', () => {
      expect(textOf(name)).toMatch(/"[0-9a-f]{13}"/);
      expect(textOf(name)).not.toMatch(/build-id-here|BUILD_ID/);
    });
  },
);

const sdk = /^node_modules\/@(?:aws-sdk|smithy)\/([\w-]+)/;
const apiNames = functionNames().filter((name) => groups.some((group) => group.name === name));

describe.each(apiNames)('the bundle of the API function %s', (name) => {
  it('is at most 70.5 KB, and 28.2 KB in gzip; that of lists, which has details, changes and the history of the account too, 94.5 and 37', () => {
    const [bytes, gzipBytes] = name === 'clients' ? [94_500, 37_000] : [70_500, 28_200];
    expect(built(name).bytes).toBeLessThanOrEqual(bytes);
    expect(built(name).gzipBytes).toBeLessThanOrEqual(gzipBytes);
  });

  it('has no zod', () => {
    expect(bytesOf(name, /zod\//)).toEqual({});
  });

  it('reads no cells of files', () => {
    expect(bytesOf(name, /shared\/domain\/cells\//)).toEqual({});
  });

  it('has no response schemas and does not use them', () => {
    expect(bytesOf(name, /shared\/contract\/answers\//)).toEqual({});
    expect(textOf(name)).not.toMatch(/\.answer\b/);
  });
});

const answering = [...apiNames, 'mcp', 'invitation'];

it.each(answering)('the bundle of %s, which answers somebody who waits, has nothing of the AWS SDK', (name) => {
  expect(bytesOf(name, sdk)).toEqual({});
});

it('the bundle of notices, which has no table, has nothing of the AWS SDK and no zod, and is at most 20 KB', () => {
  expect({ ...bytesOf('notices', sdk), ...bytesOf('notices', /zod\//) }).toEqual({});
  expect(built('notices').bytes).toBeLessThanOrEqual(20_000);
});

const onTheSdk = functionNames().filter((name) => ![...answering, 'notices'].includes(name));

describe.each(onTheSdk)('the bundle of the job %s', (name) => {
  it('has the AWS SDK as it is: its own retries, signer, network and chain of credentials', () => {
    const packages = new Set(Object.keys(bytesOf(name, sdk)).map((path) => sdk.exec(path)?.[1]));

    expect([...packages]).toEqual(
      expect.arrayContaining([
        ...['client-dynamodb', 'lib-dynamodb', 'credential-provider-node', 'endpoint-cache'],
        ...['signature-v4', 'node-http-handler', 'core'],
      ]),
    );
    const rooms = name === 'account' ? 'account|board|client|' : '';
    const others = new RegExp(`^(?!${rooms}node_modules|shared|functions|import|notices|builtins)`);
    expect(Object.keys(bytesOf(name, others))).toEqual([]);
  });
});
