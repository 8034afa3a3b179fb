import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bundle } from '../../../bin/build/bundle.ts';
import { root } from '../../../bin/build/paths.ts';
import { apiPlugins } from '../../../bin/build/plugins.ts';
import { buildFunctions } from '../../../bin/build.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const folder = temporaryFolder();

function entry(contents: string): string {
  const file = join(folder, 'entry.ts');
  writeFileSync(file, contents);
  return file;
}

describe('npm run build', () => {
  it('removes the output of an earlier build', async () => {
    const into = join(folder, 'dist');
    await buildFunctions(into, ['topics']);
    writeFileSync(join(into, 'topics', 'chunk.mjs'), 'stale');

    await buildFunctions(into, ['topics']);

    expect(existsSync(join(into, 'topics', 'chunk.mjs'))).toBe(false);
  });

  it('removes bundles of functions that no longer exist, and leaves what other commands wrote', async () => {
    const into = join(folder, 'shared-dist');
    const others = [
      join(into, 'client', 'index.js'),
      join(into, 'docs', 'index.html'),
      join(into, 'meta', 'sbom.json'),
    ];
    const renamed = join(into, 'renamed');
    const meta = ['map', 'json'].map((ending) => join(into, 'meta', `renamed.${ending}`));
    for (const file of [...others, join(renamed, 'index.mjs'), ...meta]) {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, '');
    }

    await buildFunctions(into, ['topics']);

    expect(others.filter((file) => !existsSync(file))).toEqual([]);
    expect([renamed, ...meta].filter((file) => existsSync(file))).toEqual([]);
  });

  it('prints the size of each function, as it is and in gzip, and fails if one cannot be built', () => {
    const copy = temporaryFolder();
    mkdirSync(join(copy, 'functions', 'long'), { recursive: true });
    writeFileSync(join(copy, 'functions', 'long', 'lambda.ts'), `export const words = '${'word '.repeat(2000)}';`);
    for (const name of ['bin', 'shared', 'package.json'])
      cpSync(join(root, name), join(copy, name), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    const run = () => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [join(copy, 'bin', 'build.ts')], {
        encoding: 'utf8',
      });
      return [status, stdout, stderr];
    };

    expect(run()).toEqual([0, expect.stringMatching(/^long {12} +10\.\d KB +0\.\d KB gzip\n$/), '']);
    writeFileSync(join(copy, 'functions', 'long', 'lambda.ts'), 'export const = 1;');
    expect(run()).toEqual([1, '', expect.stringMatching(/^functions\/long\/lambda\.ts cannot be bundled:\n/)]);
  });

  it('produces the same bytes from the same sources', async () => {
    const texts = await Promise.all(
      ['one', 'two'].map(async (name) => {
        await buildFunctions(join(folder, name), ['topics']);
        return readFileSync(join(folder, name, 'topics', 'index.mjs'), 'utf8');
      }),
    );

    expect(texts[0] === texts[1]).toBe(true);
  });
});

describe('a bundle', () => {
  it.each(['http', 'crypto'])(
    'of the API reads %s with a call, and no name that loads more when it is read',
    async (name) => {
      const { text } = await bundle(entry(`import * as all from 'node:${name}'; export { all };`), apiPlugins);
      const properties = Object.getOwnPropertyDescriptors(process.getBuiltinModule(`node:${name}`) ?? {});
      const [, read = ''] = /\{([^{}]+)\}=/.exec(text) ?? [];
      const names = read.split(',').map((each) => each.split(':')[0] ?? '');

      expect(text).not.toMatch(/(from|import) ?"node:(http|crypto)/);
      expect(text).toContain(`getBuiltinModule("${name}")`);
      expect(names.filter((each) => !(each in properties) || properties[each]?.get)).toEqual([]);
    },
  );
});
