/** The bytes that DynamoDB counts of an item: names and values, and what it adds to numbers, lists and maps. */
export function sizeOf(item: Readonly<Record<string, unknown>>): number {
  return Object.entries(item).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + bytesOf(value), 0);
}

function bytesOf(value: unknown): number {
  if (value === null || typeof value === 'boolean') return 1;
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value === 'number') return 1 + Math.ceil(`${value}`.replace(/[-.]/, '').length / 2) + 1;
  if (value instanceof Uint8Array) return value.length;
  if (Array.isArray(value)) return value.reduce((sum, each) => sum + 1 + bytesOf(each), 3);
  return Object.entries(value as object).reduce(
    (sum, [name, each]) => sum + 1 + Buffer.byteLength(name) + bytesOf(each),
    3,
  );
}
