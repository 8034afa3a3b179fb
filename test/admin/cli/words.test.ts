import { describe, expect, it } from 'vitest';
import { closest, didYouMean } from '../../../bin/admin/cli/closest.ts';
import { collected, parseAccount, parseDays, parseName } from '../../../bin/admin/cli/context.ts';
import { counted } from '../../../bin/admin/cli/counted.ts';
import { messageOf } from '../../../bin/admin/cli/errors.ts';
import { visible } from '../../../bin/admin/cli/visible.ts';

// What the CLI accepts as words, and how it says something about them.

describe('the word that was probably meant', () => {
  it.each<[string, readonly string[], string | undefined]>([
    ['acne', ['zzzz', 'acme'], 'acme'],
    // case does not matter
    ['ACME', ['acme'], 'acme'],
    ['acme', ['ACME-X', 'ACME'], 'ACME'],
    // a third of the letters may be wrong, of short words one
    ['ab', ['cd'], undefined],
    ['a', ['b'], 'b'],
    ['ab', ['ax'], 'ax'],
    ['abcdef', ['abcdxx'], 'abcdxx'],
    ['abcdef', ['abcxxx'], undefined],
    ['abcde', ['abcxx'], undefined],
    // letters too few, too many, in between
    ['harbr', ['harbor'], 'harbor'],
    ['harrbor', ['harbor'], 'harbor'],
    ['xharbor', ['harbor'], 'harbor'],
    ['harbor', ['arbo'], 'arbo'],
    ['kitten', ['sitting', 'smitten'], 'smitten'],
    // the first of several that are equally close, and the closest of all
    ['aa', ['ab', 'ac'], 'ab'],
    ['abcdefghi', ['abcdefxxx', 'abcdefgxx', 'abcdefghx'], 'abcdefghx'],
    ['', ['ab'], undefined],
    ['', ['a', ''], ''],
    ['abc', [], undefined],
  ])('for %s among %j is %s', (word, candidates, expected) => {
    expect(closest(word, candidates)).toBe(expected);
  });

  it('is appended to a message, if there is one', () => {
    expect(didYouMean('No.', 'yes')).toBe('No. Did you mean yes?');
    expect(didYouMean('No.', undefined)).toBe('No.');
  });
});

describe('options', () => {
  const read = (parse: (text: string) => unknown, text: string) => {
    try {
      return parse(text);
    } catch (error) {
      return (error as Error).message;
    }
  };

  it.each<[string, unknown]>([
    ...['1', '365', '30', '007'].map((text) => [text, Number(text)] as [string, unknown]),
    ...['0', '366', '-1', 'x1', '1x', '1.5', '1e2', ''].map(
      (text) => [text, 'Use a number of days, 1 to 365.'] as [string, unknown],
    ),
  ])('%j as a number of days is %j', (text, expected) => {
    expect(read(parseDays, text)).toBe(expected);
  });

  it.each<[string, string]>([
    ['Acme', 'Acme'],
    [' Acme Ltd ', 'Acme Ltd'],
    ['a', 'a'],
    [` ${'x'.repeat(200)} `, 'x'.repeat(200)],
    ['x'.repeat(201), 'Use 1 to 200 characters.'],
    ['  ', 'Use 1 to 200 characters.'],
  ])('%j as a name is %j', (text, expected) => {
    expect(read(parseName, text)).toBe(expected);
  });

  it('that are repeated keep their order', () => {
    expect(collected('c', collected('a', collected('b')))).toEqual(['b', 'a', 'c']);
  });

  it('that name an account have its letters', () => {
    expect(read(parseAccount, 'acme-1')).toBe('acme-1');
    expect(read(parseAccount, '-acme')).toBe('Use 1 to 64 letters, digits, - and _, starting with a letter or digit.');
  });
});

it('a number has the singular or the plural of its noun', () => {
  expect([0, 1, 2, 1234].map((count) => counted(count, 'key'))).toEqual(['0 keys', '1 key', '2 keys', '1,234 keys']);
});

it('stored text cannot control a terminal', () => {
  expect(visible('a\u001b[31m\u202eb\u2028c\u2029d\u2066e\u0007 é 漢 \n')).toBe(
    'a\\u001b[31m\\u202eb\\u2028c\\u2029d\\u2066e\\u0007 é 漢 \\u000a',
  );
});

describe('an error is one line', () => {
  const disk = 'The disk is full: ';
  it.each<[string, () => unknown, string]>([
    ['without the word error', () => new Error("error: unknown command 'frob'"), "unknown command 'frob'"],
    ['with that word inside it', () => new Error('an error: x'), 'an error: x'],
    ['without breaks and spaces around it', () => new Error(' one\n  two\t three \n'), 'one two three'],
    ['by its name, if it says nothing', () => new TypeError(''), 'TypeError'],
    ['if it is a text', () => 'thrown', 'thrown'],
    ['if it is nothing', () => undefined, 'undefined'],
    ['of another code', () => Object.assign(new Error('gone'), { code: 'ENOENT' }), 'gone'],
  ])('%s', (_, make, message) => {
    expect(messageOf(make())).toBe(message);
  });

  it('that says what is full, and where', () => {
    expect(messageOf(new Error('x: database or disk is full (13)'))).toBe(
      `${disk}the file of --db could not be written. Free some space on its disk, then run the same command again: what was written counts.`,
    );
    const rest = 'could not be written. Free some space, then run the same command again; TMPDIR names another folder';
    expect(messageOf({ code: 'ENOSPC', path: '/a' })).toBe(`${disk}/a ${rest} for temporary files.`);
    expect(messageOf(Object.assign(new Error('x'), { code: 'ENOSPC' }))).toBe(
      `${disk}a file of this command, or of the folder for temporary files, ${rest} for temporary files.`,
    );
    // not an error that was thrown, but text about a database
    expect(messageOf({ message: 'database or disk is full' })).toBe('[object Object]');
  });
});
