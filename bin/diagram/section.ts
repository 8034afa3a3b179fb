/** The text between the two comments with this name, if the document has them. */
export function sectionOf(document: string, name: string): string | undefined {
  const [from, to] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [start, end] = [document.indexOf(from), document.indexOf(to)];
  return start < 0 || end < 0 ? undefined : document.slice(start + from.length, end).trim();
}

/** Replaces a section of a document: the text between the two comments with its name. */
export function replaceSection(document: string, name: string, text: string): string {
  const [from, to] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const section = `${from}\n${text.trim()}\n${to}`;
  const [start, end] = [document.indexOf(from), document.indexOf(to)];
  if (start < 0 || end < 0) return `${document}\n${section}\n`;
  return document.slice(0, start) + section + document.slice(end + to.length);
}
