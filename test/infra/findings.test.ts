import { expect, it } from 'vitest';
import { findingsIn } from '../support/infra/findings.ts';
import { optionSets } from '../support/infra/option-sets.ts';
import { placeholders } from '../support/infra/template.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const few = optionSets.filter(({ name }) => ['nothing', 'prod', 'prod and all of them'].includes(name));

it.each(few)('the rule packs find nothing that is not accepted with its reason: $name', ({ options }) => {
  expect(findingsIn(temporaryFolder(), options, placeholders()).findings).toEqual([]);
});
