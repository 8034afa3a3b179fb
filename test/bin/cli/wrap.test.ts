import { expect, it, onTestFinished, vi } from 'vitest';
import { terminal } from '../../../bin/cli/terminal/terminal.ts';
import { wrapped } from '../../../bin/cli/terminal/wrap.ts';

it.each<[string, string, string]>([
  ['breaks a sentence at spaces', 'One two three four.', 'One two\nthree four.'],
  ['leaves a line that fits', 'One two', 'One two'],
  ['leaves a word that is longer than a line', 'see https://example.com/a', 'see\nhttps://example.com/a'],
  ['leaves aligned columns', 'KEY     ACCOUNT', 'KEY     ACCOUNT'],
  ['leaves indented examples', ' curl -H key url', ' curl -H key url'],
  ['leaves JSON', '{"a": "b c d e f"}', '{"a": "b c d e f"}'],
  ['leaves a list in JSON', '[{"a":"b c d e f"}]', '[{"a":"b c d e f"}]'],
  ['treats each line by itself', 'One two three\nfour', 'One two\nthree\nfour'],
])('%s', (_, text, lines) => {
  expect(wrapped(text, 11)).toBe(lines);
});

it('changes nothing without a terminal', () => {
  expect(wrapped('One two three four.', undefined)).toBe('One two three four.');
});

it('breaks output and messages at the width of where each goes', () => {
  const written = (
    [
      ['stdout', 11],
      ['stderr', 5],
    ] as const
  ).map(([name, width]) => {
    const stream = process[name];
    const { columns } = stream;
    const write = vi.spyOn(stream, 'write').mockReturnValue(true);
    stream.columns = width;
    onTestFinished(() => {
      stream.columns = columns;
      write.mockRestore();
    });
    return write;
  });
  terminal.out('One two three');
  terminal.err('One two three');
  const texts = written.map(({ mock }) => mock.calls.map(([text]) => text));

  expect(texts).toEqual([['One two\nthree\n'], ['One\ntwo\nthree\n']]);
});
