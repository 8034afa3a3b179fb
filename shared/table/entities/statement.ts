import { hash } from 'node:crypto';
import * as z from 'zod';
import { dateOf, dayOf, mondayOf } from '../../domain/dates.ts';
import type { Scrub } from '../../domain/names-in-text.ts';
import type { Row, Shape, Statement } from './entity.ts';

// What entities need to make facts of rows.

/** The fact cannot be stored. Says what is wrong, and in which column. */
export class Unstorable extends Error {
  override name = 'Unstorable' as const;
  readonly issues: readonly {
    readonly column?: string;
    readonly file?: string;
    readonly line?: number;
    readonly message: string;
  }[];

  constructor(issues: Unstorable['issues']) {
    super(issues.map(({ message }) => message).join('; '));
    this.issues = issues;
  }
}

const schemas = new WeakMap<object, z.ZodType>();

/** Checks the types and sizes of the fields of an entity. Drops unknown fields. */
export function schemaOf<Value extends object>(entity: { readonly shape: () => Shape<Value> }): z.ZodType<Value> {
  const known = schemas.get(entity) ?? z.object(entity.shape());
  schemas.set(entity, known);
  return known as z.ZodType<Value>;
}

/** The value as it can be stored. Throws `Unstorable` otherwise. */
export function validated<Value extends object>(
  { row: { kind } }: Statement,
  entity: { readonly shape: () => Shape<Value> },
  value: unknown,
): Value {
  const result = schemaOf(entity).safeParse(value);
  if (result.success) return result.data;
  throw new Unstorable(
    result.error.issues.map(({ path, message }) => {
      const names = path.filter((part) => typeof part === 'string');
      const field = names.at(-1) ?? '';
      const column = kind.columns.find((each) => each.field === field || each.field === fieldNames.get(field));
      const header = column?.header ?? (names.length > 1 ? field : undefined);
      // messages of the schema library do not help the author of a file
      const own = /^(Too|Invalid)/.test(message) && column ? `expected ${column.about}` : message;
      return header === undefined ? { message: own } : { column: header, message: own };
    }),
  );
}

/** Fields that are called differently in facts and in files. */
const fieldNames: ReadonlyMap<string, string> = new Map([
  ['day', 'date'],
  ['most', 'steps'],
  ['importedScore', 'score'],
  ['stream', 'streamId'],
  ['value', 'measured'],
  ['amount', 'paid'],
]);

/** The stored value with the given cells: an empty cell resets or removes the field, a missing column keeps it. */
export function merged(
  defaults: Readonly<Record<string, unknown>>,
  stored: Readonly<Record<string, unknown>> | undefined,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const value: Record<string, unknown> = { ...defaults, ...stored };
  for (const [field, cell] of Object.entries(given)) {
    if (cell === undefined) continue;
    if (cell !== null) value[field] = cell;
    else if (Object.hasOwn(defaults, field)) value[field] = defaults[field];
    else delete value[field];
  }
  return value;
}

/** True if the file lacks a column that only some rows have a value for. */
export function leavesOutOptional({ kind, given }: Row): boolean {
  const optional = kind.columns.filter(({ required, importOnly }) => !required && !importOnly);
  return optional.some(({ field }) => !naming.has(field) && !Object.hasOwn(given, field));
}

/** Fields that find a record, whose columns may be missing. */
const naming: ReadonlySet<string> = new Set(['id', 'serviceId', 'externalId']);

export function leavesOut({ given }: Row, ...fields: readonly string[]): boolean {
  return fields.some((field) => !Object.hasOwn(given, field));
}

/** The value without erased people in any of its texts, but for the fields that are kept as they are. */
export function scrubbed<Value extends object>(value: Value, scrub: Scrub, kept: readonly string[] = []): Value {
  const entries = Object.entries(value).map(([name, each]) => [name, kept.includes(name) ? each : inside(each, scrub)]);
  return Object.fromEntries(entries) as Value;
}

function inside(value: unknown, scrub: Scrub): unknown {
  if (typeof value === 'string') return scrub(value);
  if (Array.isArray(value)) return value.map((each) => inside(each, scrub));
  return typeof value === 'object' && value !== null && !(value instanceof Uint8Array) ? scrubbed(value, scrub) : value;
}

/** Names are stored without spaces around them. */
export function trimmedName<T extends { name?: unknown }>(value: T): T {
  return typeof value.name === 'string' ? { ...value, name: value.name.trim() } : value;
}

/** The stored values of the customer's own columns, with those that the row has. */
export function withOwnColumns(
  stored: Readonly<Record<string, unknown>>,
  { own, ownKeys }: Row,
): Record<string, unknown> {
  const value = { ...stored };
  for (const key of ownKeys) delete value[key];
  for (const [key, cell] of own) value[key] = cell;
  return value;
}

/** The cells of a row without those that name its client. */
export function withoutClient({ given }: Row): Record<string, unknown> {
  const { serviceId: _, externalId: __, clientName: ___, clientEmail: ____, ...rest } = given;
  return rest;
}

export function mondayFor(date: unknown): string {
  return dateOf(mondayOf(dayOf(String(date))));
}

/** The id of a record without one: a hash of its content. */
export function recordIdFrom(prefix: string, content: readonly unknown[]): string {
  return `${prefix}-${contentHash(content, 20)}`;
}

export function contentHash(content: readonly unknown[], length: number): string {
  return hash('sha256', JSON.stringify(content)).slice(0, length);
}
