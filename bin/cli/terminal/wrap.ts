/**
 * Breaks a sentence at spaces, so that a terminal does not break it inside words. Tables, examples and JSON stay as they
 * are: they have indentation or aligned columns, or are for programs.
 */
export function wrapped(text: string, columns: number | undefined): string {
  if (columns === undefined) return text;
  return text
    .split('\n')
    .map((line) => (line.length <= columns || /^[\s{[]| {2}/.test(line) ? line : brokenAtSpaces(line, columns)))
    .join('\n');
}

function brokenAtSpaces(line: string, columns: number): string {
  const lines: string[] = [];
  for (const word of line.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= columns) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.join('\n');
}
