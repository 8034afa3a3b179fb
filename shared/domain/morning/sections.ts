/** A part of a morning report: what it is about, how many clients that concerns, and the first of them. */
export interface Section {
  readonly title: string;
  readonly total: number;
  readonly lines: readonly Line[];
}

interface Line {
  /** The client's name, or its id where names are left out. */
  readonly name: string;
  /** What is said of it. */
  readonly facts: string;
}

export interface Report {
  readonly title: string;
  /** One sentence about the whole account. */
  readonly summary: string;
  readonly sections: readonly Section[];
}

/** The report as plain text: for mails, and for programs that cannot loop over lists. */
export function plainText({ title, summary, sections }: Report): string {
  const parts = sections.map(({ title: heading, total, lines }) =>
    [
      `${heading}: ${total}`,
      ...lines.map(({ name, facts }) => `  ${oneLine(name)}: ${facts}`),
      ...(total > lines.length && lines.length > 0 ? [`  and ${total - lines.length} more`] : []),
    ].join('\n'),
  );
  return `${[`${oneLine(title)}\n${summary}`, ...parts].join('\n\n')}\n`;
}

/** Without characters that could begin a line, move a cursor or turn the direction of writing. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]+/gu, ' ').trim();
}

export const points = (score: number) => score.toFixed(1);
export const signed = (change: number) => `${change > 0 ? '+' : change < 0 ? '-' : ''}${Math.abs(change).toFixed(1)}`;
