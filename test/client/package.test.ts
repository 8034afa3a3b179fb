import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { buildClient } from '../../bin/client.ts';
import { root } from '../support/sources.ts';
import { endpointBehind } from '../support/store/stores.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** What a caller writes; its types are checked as strictly as the compiler can, without Node's. */
const caller = `
import { type ClientEntry, createClient, memoryCache, NotFoundError } from 'client-health-client';

const api = createClient({ baseUrl: 'BASE', apiKey: 'svctest', cache: memoryCache() });
const names: string[] = [];
for await (const { name, score } of api.entries('listClients', { portfolio_id: 'key' })) names.push(name + score.toFixed());
const all: ClientEntry[] = await api.all('searchClients', { query: 'a' });
const level: 'critical' | 'high' | 'medium' | 'low' | undefined = (await api.getClientPriorities('a'))
  .priorities[0]?.severity;
const absent = await api.getClient('b').catch((error: unknown) => error instanceof NotFoundError);
// @ts-expect-error: there is no such risk level
await api.listClientsByRisk({ risk_level: 'none' }).catch(() => undefined);
console.log(JSON.stringify({ names, all: all.length, level, absent }));
`;

/** The same from CommonJS, which is what most build tools still make. */
const required = `
import { createClient, NotFoundError } from 'client-health-client';

const api = createClient({ baseUrl: 'BASE', apiKey: 'svctest' });
api.getClient('b').catch((error: unknown) => console.log(error instanceof NotFoundError));
`;

const strictest = {
  target: 'es2022',
  module: 'nodenext',
  // where a console and an AbortSignal come from
  lib: ['es2022', 'dom'],
  types: [],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
};

it('the package is complete: plain Node runs it and a strict compiler accepts it', async () => {
  const folder = temporaryFolder();
  const packages = join(folder, 'node_modules');
  const into = join(packages, 'client-health-client');
  mkdirSync(into, { recursive: true });
  writeFileSync(join(into, 'stale.js'), '');
  const built = buildClient(into);
  const entry = { id: 'a', name: 'Ada', score: 99.5 };
  const endpoint = await endpointBehind(({ url }, response) => {
    const body = url?.startsWith('/v1/clients/b')
      ? { error: 'Not found', detail: '', status_code: 404 }
      : { clients: [entry], total: 1, priorities: [{ severity: 'high' }] };
    response.writeHead('error' in body ? 404 : 200).end(JSON.stringify(body));
  });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'caller.ts'), caller.replace('BASE', `${endpoint}/v1`));
  writeFileSync(join(folder, 'required.cts'), required.replace('BASE', `${endpoint}/v1`));
  const files = ['caller.ts', 'required.cts'];
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: strictest, files }));

  execFileSync(process.execPath, [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', folder], {
    stdio: 'inherit',
  });
  const { stdout: said } = await promisify(execFile)(process.execPath, [join(folder, 'caller.js')]);

  expect(await promisify(execFile)(process.execPath, [join(folder, 'required.cjs')])).toMatchObject({
    stdout: 'true\n',
  });
  expect(JSON.parse(said)).toEqual({ names: ['Ada100'], all: 1, level: 'high', absent: true });
  const { version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  expect(JSON.parse(readFileSync(join(built, 'package.json'), 'utf8'))).toEqual({
    name: 'client-health-client',
    version,
    license,
    type: 'module',
    sideEffects: false,
    description: expect.any(String),
    keywords: expect.any(Array),
    engines: { node: '>=20.3' },
    types: './index.d.ts',
    exports: expect.any(Object),
  });
  const sources = readdirSync(join(root, 'client'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const written = readdirSync(built, { recursive: true, encoding: 'utf8' });
  const compiled = ['generated', 'package.json'].concat(
    sources.flatMap((name) => [name.replace(/\.ts$/, '.js'), name.replace(/\.ts$/, '.d.ts')]),
  );
  expect(written.toSorted()).toEqual(
    ['LICENSE', 'README.md', ...compiled, 'cjs', ...compiled.map((name) => join('cjs', name))].toSorted(),
  );
  // the compiler rewrites imports in code only
  for (const file of written.filter((name) => name.endsWith('.d.ts')))
    expect(readFileSync(join(built, file), 'utf8')).not.toMatch(/from '\.[^']+\.ts'/);
  for (const [file, from] of Object.entries({ LICENSE: 'LICENSE', 'README.md': 'client/README.md' }))
    expect(readFileSync(join(built, file), 'utf8')).toBe(readFileSync(join(root, from), 'utf8'));
});
