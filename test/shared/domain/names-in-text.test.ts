import { expect, it } from 'vitest';
import { comparedNames, withoutNames } from '../../../shared/domain/names-in-text.ts';

const wanted = ['Grace Nunes', 'Ana Maria O’Neil', 'grace@harborlight.example'].flatMap(comparedNames);
const known = new Set(wanted.map(({ text }) => text));
const lengths = new Set(wanted.map(({ words }) => words));
const without = (text: string) => withoutNames(text, lengths, (name) => known.has(name.text));

it.each([
  ['Grace Nunes', '[erased]'],
  ['GRACE  nunes', '[erased]'],
  ['Nunes, Grace', '[erased]'],
  ['Grace Nunes, CMO; met Grace Nunes.', '[erased], CMO; met [erased].'],
  ['Grace\nNunes', '[erased]'],
  ['the grace of Nunes', 'the grace of Nunes'],
  ['Grace', 'Grace'],
  ['Grace Nunesson', 'Grace Nunesson'],
  ['Mary-Grace Nunes', 'Mary-Grace Nunes'],
  ['ana maria O’Neil and Grace Nunes', '[erased] and [erased]'],
  ['2026-11-16 green 2026-11-17T10:00:00.000Z Grace Nunes', '2026-11-16 green 2026-11-17T10:00:00.000Z [erased]'],
  ['Grace@HarborLight.example', '[erased]'],
  ['mail <grace@harborlight.example>, or grace@harborlight.example.', 'mail <[erased]>, or [erased].'],
  ['mailto:grace@harborlight.example', 'mailto:[erased]'],
  ['disgrace@harborlight.example', 'disgrace@harborlight.example'],
  ['grace@harborlight.example.org', 'grace@harborlight.example.org'],
  ['', ''],
])('%j becomes %j', (text, left) => {
  expect(without(text)).toBe(left);
});

it.each(['Grace', 'one two three four five six seven', '@', 'a@', 'grace nunes a@b.example', 'a@b@c', '...'])(
  '%j is no person',
  (text) => {
    expect(comparedNames(text)).toEqual([]);
  },
);

it('what stands for a name is never longer than the name', () => {
  const [name = { text: '', words: 0 }] = comparedNames('A B');
  expect(withoutNames('A B', new Set([2]), ({ text }) => text === name.text)).toBe('***');
});
