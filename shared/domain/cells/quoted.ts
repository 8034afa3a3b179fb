/** A cell's value in a message. Has no quotes inside, so `withoutCells` finds where it ends. */
export function quoted(value: unknown): string {
  return `"${String(value).replaceAll('"', "'")}"`;
}

const values = /"[^"]*"/g;

/** The message without the values of cells, which it quotes, and whose numbers it repeats. */
export function withoutCells(message: string): string {
  const shortened = message.replace(/(the|whose) headers are .*/s, 'the report lists its headers');
  if (shortened.search(values) === -1) return shortened;
  return shortened.replaceAll(values, '"…"').replaceAll(/\d[\d.,:/-]*/g, '…');
}
