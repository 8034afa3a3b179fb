import { windows } from '../../../shared/domain/access/windows.ts';
import type { RawItem } from '../mem-dynamo/expressions.ts';
import type { Input } from '../mem-dynamo/mem-dynamo.ts';

// Common but faulty limiters. The simulation must detect the fault in each, otherwise its success proves nothing.

type Instead = (input: Input, item: RawItem) => Input;

/** Counts unconditionally. */
const plainAdd: Instead = (input) => ({
  ...without(input, [':none', ':ids', ':id', ':active', ':now', ':ml', ':hl', ':dl'], ['#r', '#st', '#exp']),
  UpdateExpression: (input.UpdateExpression ?? '').replace(/, #w\.#r = list_append\(.*?\), :ids\)/, ''),
  ConditionExpression: 'attribute_exists(pk)',
});

/** Checks the limits, but counts a repeated request twice. */
const withoutIds: Instead = (input) => ({
  ...without(input, [':none', ':ids', ':id'], ['#r']),
  UpdateExpression: (input.UpdateExpression ?? '').replace(/, #w\.#r = list_append\(.*?\), :ids\)/, ''),
  ConditionExpression: (input.ConditionExpression ?? '').replace(' AND NOT contains(#w.#r, :id)', ''),
});

const countersRemovedAtOnce: Instead = (input, item) =>
  removing(input, item, ({ letter, end }, now) => letter !== 'r' && end <= now);

const idsRemovedAtOnce: Instead = (input, item) =>
  removing(input, item, ({ letter, end }, now) => letter === 'r' && end <= now);

export const controls = {
  'a plain ADD': plainAdd,
  'a condition without request ids': withoutIds,
  'counters that are removed at once': countersRemovedAtOnce,
  'request ids that are removed at once': idsRemovedAtOnce,
} as const;

function without(input: Input, values: readonly string[], names: readonly string[]): Input {
  const omit = <T>(record: Record<string, T> = {}, keys: readonly string[]) =>
    Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key)));
  return {
    ...input,
    ExpressionAttributeValues: omit(input.ExpressionAttributeValues, values),
    ExpressionAttributeNames: omit(input.ExpressionAttributeNames, names),
  };
}

/** Also removes the names that are due by the clock of the container. */
function removing(
  input: Input,
  { w }: RawItem,
  due: (name: { letter: string; end: number }, now: number) => boolean,
): Input {
  const { ExpressionAttributeNames: names = {}, ExpressionAttributeValues: values = {}, UpdateExpression = '' } = input;
  const second = values[':now'];
  const now = second && 'N' in second ? Number(second.N) * 1000 : 0;
  const more = Object.keys(w && 'M' in w ? w.M : {}).filter(
    (name) => due(partsOf(name), now) && !Object.values(names).includes(name),
  );
  if (more.length === 0) return input;
  const removals = more.map((_, at) => `#w.#y${at}`).join(', ');
  return {
    ...input,
    UpdateExpression: `${UpdateExpression}${UpdateExpression.includes(' REMOVE ') ? ', ' : ' REMOVE '}${removals}`,
    ExpressionAttributeNames: { ...names, ...Object.fromEntries(more.map((name, at) => [`#y${at}`, name])) },
  };
}

function partsOf(name: string): { letter: string; end: number } {
  const letter = name.charAt(0);
  const length = windows.find((window) => window.letter === letter)?.length ?? 10_000;
  return { letter, end: (Number(name.slice(1)) + 1) * length };
}
