import type { KindName } from '../../shared/table/entities/entity.ts';

const words: Readonly<Partial<Record<KindName, string>>> = {
  aliases: 'other names of clients',
  'portfolio-members': 'members of portfolios',
  'key-people': 'people of clients',
  alignment: 'weekly reads',
  'open-signals': 'open signals',
};

/** What a kind of record is called on the page. */
export function kindWords(kind: string): string {
  return words[kind as KindName] ?? kind;
}

export function countsText(counts: {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
}): string {
  const { added, changed, unchanged } = counts;
  return `${added} would be added, ${changed} changed, ${unchanged} unchanged`;
}
