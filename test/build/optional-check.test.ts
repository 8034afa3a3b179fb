import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../bin/paths.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Runs checks in a repository where tools of the first with these exit codes are installed; each says how it was called. */
function check(names: string, tools: Readonly<Record<string, number>>) {
  const [name = ''] = names.split(' ');
  const folder = temporaryFolder();
  for (const part of ['bin', 'shared', 'node_modules', 'package.json'])
    symlinkSync(join(root, part), join(folder, part));
  for (const [tool, code] of Object.entries(tools)) {
    const file = join(folder, 'tools', name, 'node_modules', '.bin', tool);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(
      file,
      `#!/bin/sh\necho ${tool} "$@" $REDOCLY_TELEMETRY $REDOCLY_SUPPRESS_UPDATE_NOTICE\nexit ${code}\n`,
    );
    chmodSync(file, 0o755);
  }
  const words = ['--preserve-symlinks', '--preserve-symlinks-main', join(folder, 'bin', 'optional-check.ts')];
  const { status, stdout } = spawnSync(process.execPath, [...words, ...names.split(' ')], { encoding: 'utf8' });
  return { status, lines: stdout.trim().replaceAll(folder, '.').split('\n') };
}

describe.skipIf(process.platform === 'win32')('a check by tools that are installed separately', () => {
  it('runs each of them, and fails if one fails or is missing', () => {
    const lines = [
      'redocly lint --config ./tools/openapi/redocly.yaml ./openapi.json off true',
      'spectral lint --fail-severity hint --ruleset ./tools/openapi/spectral.yaml ./openapi.json off true',
    ];
    expect(check('openapi', { redocly: 0, spectral: 0 })).toEqual({ status: 0, lines });
    expect(check('openapi', { redocly: 1, spectral: 0 })).toEqual({ status: 1, lines });
    expect(check('openapi', { spectral: 0 })).toEqual({ status: 1, lines: lines.slice(1) });
    expect(check('unused', { knip: 2 })).toEqual({ status: 1, lines: ['knip --no-progress --directory . off true'] });
  });

  it('passes without them, and says how to install them', () => {
    expect(check('unused openapi', {})).toEqual({
      status: 0,
      lines: ['unused', 'openapi'].map(
        (name) => `check "${name}" skipped: install its tools with npm ci --prefix tools/${name}`,
      ),
    });
  });
});
