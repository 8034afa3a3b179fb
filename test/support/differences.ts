import { isDeepStrictEqual } from 'node:util';

/** Where two values differ, a line each, such as `clients c12 score: 5 instead of 6`. Empty if they are equal. */
export function differences(actual: unknown, expected: unknown, path: readonly string[] = []): string[] {
  if (isDeepStrictEqual(actual, expected)) return [];
  const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
  if (!isObject(actual) || !isObject(expected)) {
    return [`${path.join(' ')}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`];
  }
  const names = new Set([...Object.keys(actual), ...Object.keys(expected)]);
  return [...names].flatMap((name) => differences(actual[name as never], expected[name as never], [...path, name]));
}

/** Fails with the first differences in its message, which vitest would cut off. */
export function expectSame(actual: unknown, expected: unknown): void {
  const found = differences(actual, expected).slice(0, 20);
  if (found.length > 0) throw new Error(found.join('\n'));
}
