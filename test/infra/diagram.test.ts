import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { replaceSection, sectionOf } from '../../bin/diagram/section.ts';
import { deployedFile, withDeployedSystem } from '../../bin/diagram.ts';

it('infra/README.md shows what the template deploys; npm run diagram updates it', () => {
  const page = readFileSync(deployedFile, 'utf8');
  expect(withDeployedSystem(page)).toBe(page);
});

it('a section is replaced between its comments, or added if one of them is missing', () => {
  const section = '<!-- x -->\nnew\n<!-- /x -->';
  expect(replaceSection('a\n<!-- x -->\nold\n<!-- /x -->\nb', 'x', ' new\n')).toBe(`a\n${section}\nb`);
  for (const page of ['a', 'a <!-- x -->', 'a <!-- /x -->']) {
    expect(replaceSection(page, 'x', 'new')).toBe(`${page}\n${section}\n`);
    expect(sectionOf(page, 'x')).toBeUndefined();
  }
  expect(sectionOf(section, 'x')).toBe('new');
});
