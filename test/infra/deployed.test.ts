import { expect, it } from 'vitest';
import { deployedIn, differenceOf, textOf } from '../support/infra/deployed.ts';
import { optionSets } from '../support/infra/option-sets.ts';
import { synthesise } from '../support/infra/template.ts';

// What is deployed is a text to review: vitest -u writes it.

const of = (options: Readonly<Record<string, string>>) => deployedIn(synthesise(options).template);
const production = of({ env: 'prod', alarmEmail: 'ops@example.com' });

it('production', async () => {
  await expect(textOf(production)).toMatchFileSnapshot('deployed.txt');
});

it('other options', async () => {
  const { kmsKeyArn: _, ...withoutKey } = optionSets.at(-1)?.options ?? {};
  const others = {
    'a disposable copy': {},
    '-c kmsKeyArn': optionSets.find(({ name }) => name === 'prod and kmsKeyArn')?.options ?? {},
    'all other options': withoutKey,
  };
  const texts = Object.entries(others).map(
    ([name, options]) => `== ${name}\n${differenceOf(production, of(options))}\n`,
  );
  await expect(texts.join('\n')).toMatchFileSnapshot('options.txt');
});
