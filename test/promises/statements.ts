import { pages } from '../docs/markdown.ts';

/** The pages whose promises have to be shown. */
export const promisingPages = ['README.md', 'SECURITY.md', 'docs/operations.md', 'docs/api.md'] as const;

export type PromisingPage = (typeof promisingPages)[number];

/** The sentences of a page, and the rows of its tables with their cells as one sentence; without headings and blocks. */
export function statementsOf(text: string): string[] {
  return text
    .replaceAll(/^( *)```(\w*)\n(.*?)^\1```$/gms, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(#|<!--|!\[|\|[-:| ]+\|$)/.test(line))
    .flatMap((line) => {
      if (line.startsWith('|')) return [cellsOf(line).join(' · ')];
      return line.replace(/^(?:[-*]|\d+\.) /, '').split(/(?<=[.!?])\s+(?=[A-Z"`*[])/);
    });
}

const cellsOf = (row: string) =>
  row
    .split('|')
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '');

export interface Section {
  readonly heading: string;
  readonly statements: readonly string[];
}

/** The sections of a page that say something. */
export function sectionsOf(text: string): Section[] {
  return text
    .replaceAll(/^( *)```(\w*)\n(.*?)^\1```$/gms, '')
    .split(/^(?=#{1,6} )/m)
    .map((section) => {
      const [heading = '', ...lines] = section.split('\n');
      return { heading: heading.replace(/^#+ /, ''), statements: statementsOf(lines.join('\n')) };
    })
    .filter(({ statements }) => statements.length > 0);
}

export function sectionsIn(page: PromisingPage): Section[] {
  return sectionsOf(textOf(page));
}

const textOf = (page: PromisingPage) => pages.find(({ file }) => file === page)?.text ?? '';

export function statementsIn(page: PromisingPage): string[] {
  return statementsOf(textOf(page));
}

/** Words that make a promise of a sentence: it holds without exception. */
const strong = /\b(?:never|always|every|everything|exactly|at most|at least|cannot|nothing|nobody|only)\b/i;

export const soundsLikePromise = (statement: string) => strong.test(statement);
