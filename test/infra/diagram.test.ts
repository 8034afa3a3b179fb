import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { deployedSystem, diagramFile } from '../../bin/diagram.ts';

it('docs/deployed.md shows the template as it is; npm run diagram draws it anew', () => {
  expect(readFileSync(diagramFile, 'utf8')).toBe(deployedSystem());
});
