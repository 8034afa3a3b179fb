import type { Item } from '../table.ts';

/** A value as DynamoDB stores it: one of these. No item of this project holds a set. */
interface AttributeValue {
  readonly S?: string;
  /** A decimal number. */
  readonly N?: string;
  readonly BOOL?: boolean;
  readonly NULL?: true;
  /** In base64. */
  readonly B?: string;
  readonly L?: readonly AttributeValue[];
  readonly M?: Attributes;
}

export type Attributes = Readonly<Record<string, AttributeValue>>;

export function toAttributes(document: object): Attributes {
  const attributes: Record<string, AttributeValue> = {};
  for (const [name, value] of Object.entries(document)) attributes[name] = toAttribute(value);
  return attributes;
}

function toAttribute(value: unknown): AttributeValue {
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'number') return { N: numberText(value) };
  if (typeof value === 'boolean') return { BOOL: value };
  if (value === null) return { NULL: true };
  if (Array.isArray(value)) return { L: value.map(toAttribute) };
  if (value instanceof Uint8Array)
    return { B: Buffer.from(value.buffer, value.byteOffset, value.length).toString('base64') };
  if (typeof value === 'object' && isPlain(value)) return { M: toAttributes(value) };
  throw new TypeError(`DynamoDB stores no ${typeof value}.`);
}

/** DynamoDB has 38 digits, but a larger number may have lost some already. */
function numberText(value: number): string {
  if (!(Math.abs(value) <= Number.MAX_SAFE_INTEGER)) throw new TypeError(`${value} is not stored exactly.`);
  return String(value);
}

function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

export function fromAttributes(attributes: Attributes): Item {
  const item: Record<string, unknown> = {};
  for (const name of Object.keys(attributes)) item[name] = fromAttribute(attributes[name] as AttributeValue);
  return item as Item;
}

function fromAttribute(value: AttributeValue): unknown {
  if (value.S !== undefined) return value.S;
  if (value.N !== undefined) return fromNumber(value.N);
  if (value.M) return fromAttributes(value.M);
  if (value.L) return value.L.map(fromAttribute);
  if (value.B !== undefined) return bytesIn(value.B);
  if (value.BOOL !== undefined) return value.BOOL;
  if (value.NULL) return null;
  throw new TypeError(`An attribute has a type that this project does not store: ${Object.keys(value)}.`);
}

/** Not a buffer, because documents are compared. */
function bytesIn(base64: string): Uint8Array {
  const { buffer, byteOffset, length } = Buffer.from(base64, 'base64');
  return new Uint8Array(buffer, byteOffset, length);
}

function fromNumber(text: string): number {
  const number = Number(text);
  if (!(Math.abs(number) <= Number.MAX_SAFE_INTEGER)) throw new TypeError(`${text} cannot be read exactly.`);
  return number;
}
