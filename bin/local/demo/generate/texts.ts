import type { Profile } from './profile.ts';

const written: ReadonlySet<string> = new Set([
  ...['name', 'goals', 'spotlight', 'spotlightSummary', 'content', 'summary'],
  ...['title', 'email', 'phone', 'role', 'department'],
]);

/** Replaces every text that people write in a record by the name of the client, if its profile says so. */
export function worded<T>({ textsAreName, name }: Profile, record: T): T {
  if (!textsAreName) return record;
  const replaced = ([field, value]: [string, unknown]): [string, unknown] => {
    if (typeof value === 'string' && written.has(field)) return [field, name];
    return [
      field,
      Array.isArray(value) ? value.map((each) => Object.fromEntries(Object.entries(each).map(replaced))) : value,
    ];
  };
  return Object.fromEntries(Object.entries(record as object).map(replaced)) as T;
}
