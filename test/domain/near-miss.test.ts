import { describe, expect, it } from 'vitest';
import { isNearMiss } from '../../shared/domain/near-miss.ts';

const letters = ['a', 'b', 'c'];

function textsOfLength(length: number): string[] {
  return length === 0 ? [''] : textsOfLength(length - 1).flatMap((text) => letters.map((letter) => text + letter));
}

/** Every text that one edit makes of a text. */
function editsOf(text: string): Set<string> {
  const places = Array.from({ length: text.length + 1 }, (_, at) => [text.slice(0, at), text.slice(at)] as const);
  return new Set(
    places.flatMap(([before, after]) => [
      before + after.slice(1),
      ...(after.length > 1 ? [before + after.charAt(1) + after.charAt(0) + after.slice(2)] : []),
      ...letters.flatMap((letter) => [before + letter + after, before + letter + after.slice(1)]),
    ]),
  );
}

describe('a parameter name is taken for another', () => {
  it.each([
    ['includeArchived', 'include_archived'],
    ['include-archived', 'include_archived'],
    ['include_archived[]', 'include_archived'],
    ['SORT', 'sort'],
    ['q', 'Q'],
  ])('if only case and punctuation differ: %s for %s', (sent, known) => {
    expect(isNearMiss(sent, known)).toBe(true);
  });

  it.each([
    ['limits', 'limit'],
    ['imit', 'limit'],
    ['limot', 'limit'],
    ['limti', 'limit'],
    ['Include_Archved', 'include_archived'],
    ['ofset', 'offset'],
  ])('if one letter was added, left out, replaced or swapped: %s for %s', (sent, known) => {
    expect(isNearMiss(sent, known)).toBe(true);
  });

  it.each(['portfolio', 'portfolio_name', 'Portfolio-Name[]'])('if it is another name for it: %s', (sent) => {
    expect(isNearMiss(sent, 'portfolio_id', ['portfolio', 'portfolio_name'])).toBe(true);
    expect(isNearMiss(`${sent}s`, 'portfolio_id', ['portfolio', 'portfolio_name'])).toBe(false);
  });

  it.each(['abcab', 'aaaaa', 'aabbc'])('if one edit leads from one to the other, and only then: %s', (known) => {
    const near = editsOf(known);
    const sent = [3, 4, 5, 6, 7].flatMap(textsOfLength);

    expect(sent.filter((text) => isNearMiss(text, known))).toEqual(sent.filter((text) => near.has(text)));
  });

  it.each([
    ['sorts', 'sort'],
    ['pqge', 'page'],
    ['week', 'seek'],
    ['a_bcx', 'a_bcd'],
  ])('but not if the known name has less than five letters: %s for %s', (sent, known) => {
    expect(isNearMiss(sent, known)).toBe(false);
  });
});
