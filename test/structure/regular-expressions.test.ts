import { expect, it } from 'vitest';
import { sourcesIn } from '../support/sources.ts';

// A pattern that tries a text again from each of its places needs minutes for one long cell. This test runs each pattern
// on hostile texts, next to one that is known to need the square of the length, and compares the CPU time of both.

const literal =
  /(?<=(?:[(,=:?&|!{[;]|return|=>)\s*)\/(?![*/])((?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([dgimsuvy]*)/g;
const atoms = [...' 0aA-,:."<=&\'/_[(%\n{xdTZ', '\u0301'];
const prefixes = ['', '1', '1d', 'a', '"', '<a ', '0:', '{', '2026-01-01', "'"];
const length = 4000;

const patterns = sourcesIn('account', 'board', 'functions', 'import', 'mcp', 'shared', 'bin/local').flatMap(
  ({ file, text }) =>
    [
      ...text
        .replaceAll(/\/\*.*?\*\//gs, '')
        .replaceAll(/^\s*\/\/.*$/gm, '')
        .matchAll(literal),
    ]
      .filter(([, source = '']) => /[*+]|\{\d*,/.test(source) && !source.startsWith('\\\\'))
      .map(([, source = '', flags = '']) => ({ file, pattern: new RegExp(source, flags.replace('g', '')) })),
);

function microseconds(pattern: RegExp, text: string): number {
  const before = process.cpuUsage().user;
  pattern.lastIndex = 0;
  pattern.test(text);
  return process.cpuUsage().user - before;
}

/** The shortest of three runs: other work beside it makes a run longer, never shorter. */
const shortest = (pattern: RegExp, text: string) => Math.min(...[1, 2, 3].map(() => microseconds(pattern, text)));

it('no pattern needs the square of the length of a text', () => {
  const square = shortest(/ *x$/, `${' '.repeat(length)}\u0001`);
  const texts = prefixes.flatMap((prefix) =>
    [...atoms, ...atoms.flatMap((a) => [' ', '0', 'a', '-'].map((b) => a + b))].map(
      (atom) => `${prefix}${atom.repeat(length / atom.length)}\u0001`,
    ),
  );
  const slow = patterns.flatMap(({ file, pattern }) => {
    const text = texts.find((each) => microseconds(pattern, each) > square / 4 && shortest(pattern, each) > square / 4);
    return text === undefined ? [] : [`${file}: ${pattern.source} on ${JSON.stringify(text.slice(0, 20))}`];
  });

  expect(patterns.length).toBeGreaterThan(60);
  expect(slow).toEqual([]);
});
