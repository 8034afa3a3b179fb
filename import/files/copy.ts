/** A substring keeps the whole text that it was cut from in memory; a copy does not. */
export function copyOf(text: string): string {
  return Buffer.from(text).toString();
}
