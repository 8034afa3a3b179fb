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
