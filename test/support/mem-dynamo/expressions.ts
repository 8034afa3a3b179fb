import { readFileSync } from 'node:fs';

// The part of DynamoDB's expression language that this project uses. Anything else is an error, so that no test passes
// because of behaviour that was never compared with real DynamoDB.

export type Value =
  | { S: string }
  | { N: string }
  | { B: string }
  | { BOOL: boolean }
  | { NULL: true }
  | { L: readonly Value[] }
  | { M: RawItem };
export type RawItem = { readonly [name: string]: Value };

export class ValidationException extends Error {
  override name = 'ValidationException' as const;
}

export interface Scope {
  readonly item: RawItem;
  readonly names: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, Value>>;
}

type Operand = (scope: Scope) => Value | undefined;
export type Condition = (scope: Scope) => boolean;
export type Update = (scope: Scope) => RawItem;

export interface Compiled<Meaning> {
  readonly meaning: Meaning;
  /** The `#names` and `:values` in the expression. */
  readonly placeholders: ReadonlySet<string>;
}

export const compileCondition = remembering((text): Compiled<Condition> => {
  const reader = readerOf(text);
  const meaning = anyOf(reader);
  reader.end();
  return { meaning, placeholders: reader.placeholders };
});

export const compileUpdate = remembering((text): Compiled<Update> => {
  const reader = readerOf(text);
  const sets: { path: Path; value: Operand }[] = [];
  const removals: Path[] = [];
  do {
    const clause = reader.next();
    if (clause === 'SET') {
      listOf(reader, () => sets.push({ path: pathOf(reader), value: assigned(reader) }));
    } else if (clause === 'REMOVE') {
      listOf(reader, () => removals.push(pathOf(reader)));
    } else {
      throw unsupported(clause, text);
    }
  } while (!reader.atEnd());
  const meaning: Update = (scope) => {
    const touched = [...sets.map(({ path }) => path), ...removals].map((path) => segmentsOf(path, scope).join('.'));
    if (new Set(touched).size < touched.length) throw new ValidationException('Two document paths overlap');
    // every value is read before anything is written
    const values = sets.map(({ value }) => value(scope));
    let item = scope.item;
    sets.forEach(({ path }, at) => {
      item = changed(item, segmentsOf(path, scope), values[at]);
    });
    for (const path of removals) item = changed(item, segmentsOf(path, scope), undefined);
    return item;
  };
  return { meaning, placeholders: reader.placeholders };
});

// Parsing

interface Reader {
  readonly placeholders: Set<string>;
  peek(): string;
  next(): string;
  take(token: string): boolean;
  expect(token: string): void;
  atEnd(): boolean;
  end(): void;
}

function readerOf(text: string): Reader {
  const tokens = text.match(/[#:]?\w+|<=|>=|<>|[=<>()+.,-]|\S/g) ?? [];
  let at = 0;
  const reader: Reader = {
    placeholders: new Set(tokens.filter((token) => /^[#:]/.test(token))),
    peek: () => tokens[at] ?? '',
    next: () => tokens[at++] ?? '',
    take: (token) => {
      if (tokens[at] !== token) return false;
      at += 1;
      return true;
    },
    expect: (token) => {
      if (!reader.take(token)) throw unsupported(reader.peek(), text);
    },
    atEnd: () => at === tokens.length,
    end: () => {
      if (!reader.atEnd()) throw unsupported(reader.peek(), text);
    },
  };
  return reader;
}

function unsupported(token: string, text: string): Error {
  return new Error(`the table in memory does not know ${token || 'the end'} in: ${text}`);
}

function listOf(reader: Reader, entry: () => unknown): void {
  do entry();
  while (reader.take(','));
}

type Path = readonly string[];

function pathOf(reader: Reader): Path {
  const path: string[] = [];
  do {
    const segment = reader.next();
    if (!/^#?\w+$/.test(segment)) throw unsupported(segment, 'a path');
    path.push(segment);
  } while (reader.take('.'));
  return path;
}

function assigned(reader: Reader): Operand {
  reader.expect('=');
  const left = operandOf(reader);
  if (!reader.take('+')) return (scope) => present(left(scope));
  const right = operandOf(reader);
  return (scope) => ({ N: String(numberOf(present(left(scope))) + numberOf(present(right(scope)))) });
}

function operandOf(reader: Reader): Operand {
  if (reader.peek().startsWith(':')) {
    const placeholder = reader.next();
    return ({ values }) => values[placeholder];
  }
  if (reader.take('if_not_exists')) {
    const [path, otherwise] = twoArguments(reader, pathOf);
    return (scope) => at(path, scope) ?? otherwise(scope);
  }
  if (reader.take('list_append')) {
    const [first, second] = twoArguments(reader, operandOf);
    return (scope) => ({ L: [...elementsOf(present(first(scope))), ...elementsOf(present(second(scope)))] });
  }
  const path = pathOf(reader);
  return (scope) => at(path, scope);
}

function twoArguments<First>(reader: Reader, firstOf: (reader: Reader) => First): [First, Operand] {
  reader.expect('(');
  const first = firstOf(reader);
  reader.expect(',');
  const second = operandOf(reader);
  reader.expect(')');
  return [first, second];
}

function anyOf(reader: Reader): Condition {
  const first = allOf(reader);
  if (!reader.take('OR')) return first;
  const rest = anyOf(reader);
  return (scope) => first(scope) || rest(scope);
}

function allOf(reader: Reader): Condition {
  const first = factOf(reader);
  if (!reader.take('AND')) return first;
  const rest = allOf(reader);
  return (scope) => first(scope) && rest(scope);
}

function factOf(reader: Reader): Condition {
  if (reader.take('NOT')) {
    const fact = factOf(reader);
    return (scope) => !fact(scope);
  }
  if (reader.take('(')) {
    const inner = anyOf(reader);
    reader.expect(')');
    return inner;
  }
  if (reader.take('attribute_exists')) {
    const path = inParentheses(reader);
    return (scope) => at(path, scope) !== undefined;
  }
  if (reader.take('attribute_not_exists')) {
    const path = inParentheses(reader);
    return (scope) => at(path, scope) === undefined;
  }
  if (reader.take('contains')) {
    const [path, sought] = twoArguments(reader, pathOf);
    return (scope) => {
      const [whole, wanted] = [at(path, scope), sought(scope)];
      if (!whole || !wanted) return false;
      if ('S' in whole) return 'S' in wanted && whole.S.includes(wanted.S);
      return 'L' in whole && whole.L.some((element) => equal(element, wanted));
    };
  }
  return comparisonOf(reader);
}

function inParentheses(reader: Reader): Path {
  reader.expect('(');
  const path = pathOf(reader);
  reader.expect(')');
  return path;
}

function comparisonOf(reader: Reader): Condition {
  const left = operandOf(reader);
  const comparator = reader.next();
  const right = operandOf(reader);
  if (comparator === '=') return (scope) => equal(left(scope), right(scope));
  if (comparator === '<') return (scope) => order(left(scope), right(scope)) === -1;
  if (comparator === '>') return (scope) => order(left(scope), right(scope)) === 1;
  throw unsupported(comparator, 'a comparison');
}

// Evaluation

/** Names that an expression must replace by `#name`, as AWS lists them. The embedded engine takes them. */
const reservedWords = new Set(readFileSync(new URL('reserved-words.txt', import.meta.url), 'utf8').split(/\s/));

function segmentsOf(path: Path, { names }: Scope): string[] {
  return path.map((segment) => {
    if (reservedWords.has(segment.toUpperCase())) throw new ValidationException(`${segment} is a reserved word`);
    const name = segment.startsWith('#') ? names[segment] : segment;
    if (name === undefined) throw new ValidationException(`${segment} is not defined`);
    return name;
  });
}

function at(path: Path, scope: Scope): Value | undefined {
  let value: Value | undefined = { M: scope.item };
  for (const name of segmentsOf(path, scope)) value = value && 'M' in value ? value.M[name] : undefined;
  return value;
}

/** A copy of the item with the value set at the path, or with the path removed if there is no value. */
function changed(item: RawItem, [name = '', ...rest]: readonly string[], value: Value | undefined): RawItem {
  if (rest.length === 0) {
    if (value !== undefined) return { ...item, [name]: value };
    const { [name]: _, ...others } = item;
    return others;
  }
  const inner = item[name];
  if (!inner || !('M' in inner)) throw new ValidationException('The document path is invalid for update');
  return { ...item, [name]: { M: changed(inner.M, rest, value) } };
}

function present(value: Value | undefined): Value {
  if (value === undefined) throw new ValidationException('The expression refers to an attribute that does not exist');
  return value;
}

function numberOf(value: Value): number {
  if (!('N' in value)) throw new ValidationException('An operand has an incorrect data type');
  return Number(value.N);
}

function elementsOf(value: Value): readonly Value[] {
  if (!('L' in value)) throw new ValidationException('An operand has an incorrect data type');
  return value.L;
}

function equal(a: Value | undefined, b: Value | undefined): boolean {
  if (!a || !b) return false;
  if ('N' in a && 'N' in b) return Number(a.N) === Number(b.N);
  return JSON.stringify(a) === JSON.stringify(b);
}

/** -1, 0 or 1; undefined for values of different types or of types without an order. */
function order(a: Value | undefined, b: Value | undefined): number | undefined {
  if (!a || !b) return undefined;
  if ('N' in a && 'N' in b) return Math.sign(Number(a.N) - Number(b.N));
  if ('S' in a && 'S' in b) return Buffer.compare(Buffer.from(a.S), Buffer.from(b.S));
  return undefined;
}

function remembering<Meaning>(compile: (text: string) => Compiled<Meaning>): (text: string) => Compiled<Meaning> {
  const known = new Map<string, Compiled<Meaning>>();
  return (text) => {
    const compiled = known.get(text) ?? compile(text);
    known.set(text, compiled);
    return compiled;
  };
}
