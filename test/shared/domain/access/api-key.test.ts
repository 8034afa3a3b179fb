import { crc32 } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWellFormed, keyIdOf, makeKey } from '../../../../shared/domain/access/api-key.ts';
import { holds } from '../../../support/holds.ts';
import { bytesOf, randomOf } from '../../../support/random.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

function base62(value: number): string {
  let text = '';
  for (let place = 5; place >= 0; place -= 1) text += alphabet[Math.floor(value / 62 ** place) % 62];
  return text;
}

function replaced(key: string, at: number, by: string): string {
  return key.slice(0, at) + by + key.slice(at + by.length);
}

describe('a key', () => {
  it.each(['svclive', 'svctest'] as const)('of %s is prefix, 30 random characters and the CRC32 of both', (prefix) => {
    holds(
      fc.property(fc.nat(), (seed) => {
        const key = makeKey(prefix, bytesOf(randomOf(seed)));

        expect(key).toMatch(new RegExp(`^${prefix}[0-9A-Za-z]{36}$`));
        expect(key.slice(37)).toBe(base62(crc32(key.slice(0, 37))));
        expect(isWellFormed(key)).toBe(true);
        expect(keyIdOf(key)).toBe(key.slice(7, 15));
      }),
    );
  });

  it('skips bytes that would make some characters more likely than others', () => {
    const unfair = [248, 249, 250, 251, 252, 253, 254, 255];
    let asked = 0;
    const bytes = (count: number) => {
      asked += 1;
      return Uint8Array.from({ length: count }, (_, index) =>
        index % 3 === 0 ? (unfair[index % 8] ?? 0) : 61 + 62 * asked,
      );
    };

    expect(makeKey('svclive', bytes).slice(7, 37)).toBe('z'.repeat(30));
    expect(asked).toBe(2);
  });
});

describe('a malformed key', () => {
  const key = makeKey('svclive', bytesOf(randomOf(1)));

  it.each([
    ['empty', ''],
    ['too short', key.slice(0, -1)],
    ['too long', `${key}0`],
    ['spaced', ` ${key}`],
    ['followed by a line end', `${key}\n`],
    ['of another prefix', `svctest${key.slice(7)}`],
    ['in capitals', key.toUpperCase()],
    ['with a character that is no letter or digit', replaced(key, 12, '-')],
  ])('is found: %s', (_, text) => {
    expect(isWellFormed(text)).toBe(false);
  });

  it.each([
    ['a character short', key.slice(0, 36)],
    ['a character long', `${key.slice(0, 37)}0`],
    ['with an unknown prefix', `svcdemo${key.slice(7, 37)}`],
    ['preceded by a line end', `\n${key.slice(0, 37)}`],
    ['with a letter outside the alphabet', replaced(key.slice(0, 37), 20, 'é')],
  ])('is found although its checksum is right: %s', (_, body) => {
    expect(isWellFormed(body + base62(crc32(Buffer.from(body, 'latin1'))))).toBe(false);
  });

  it('is detected after every single edit and every swap of neighbours, in 100,000 cases', () => {
    const missed: string[] = [];
    let tried = 0;
    for (let seed = 1; tried < 100_000; seed += 1) {
      const good = makeKey('svclive', bytesOf(randomOf(seed)));
      for (let at = 0; at < good.length; at += 1) {
        const edits = [...alphabet].map((character) => replaced(good, at, character));
        const swap = good.slice(0, at) + good.charAt(at + 1) + good.charAt(at) + good.slice(at + 2);
        const dropped = good.slice(0, at) + good.slice(at + 1);
        for (const bad of [...edits, swap, dropped]) {
          if (bad === good) continue;
          tried += 1;
          if (isWellFormed(bad)) missed.push(bad);
        }
      }
    }

    expect(missed).toEqual([]);
  });
});
