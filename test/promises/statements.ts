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

export function statementsIn(page: PromisingPage): string[] {
  return statementsOf(pages.find(({ file }) => file === page)?.text ?? '');
}

/** Words that make a promise of a sentence: it holds without exception. */
const strong = /\b(?:never|always|every|everything|exactly|at most|at least|cannot|nothing|nobody|only)\b/i;

export const soundsLikePromise = (statement: string) => strong.test(statement);
