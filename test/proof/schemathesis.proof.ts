import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../support/sources.ts';

it('Schemathesis finds no difference from openapi.json (its installation: tools/README.md)', {
  timeout: 0,
}, ({ skip }) => {
  const out = execFileSync(process.execPath, [join(root, 'tools', 'run.ts'), 'schemathesis'], { encoding: 'utf8' });
  console.log(out);

  if (out.includes('schemathesis: skipped')) return skip(out.trim());
  expect(out).toContain('schemathesis: passed');
});
