import { topics } from '../../shared/domain/scoring/topics.ts';

const hidden = new Set(['Measure', 'Seen', 'Weight']);
const topicNames = new Map<string, string>(topics.map(({ id, displayName }) => [id, displayName]));

/** The cells of a row as it is read, in words: without what only scores need. */
export function cellsInWords(cells: readonly (readonly [header: string, text: string])[]) {
  return cells.flatMap(([header, text]): (readonly [label: string, text: string])[] => {
    if (hidden.has(header)) return [];
    if (header === 'Signal ID') return [['Id', text]];
    if (header === 'Since') return [['Open since', text]];
    if (header === 'Topic') return [['Topic', topicNames.get(text) ?? text]];
    if (header === 'Polarity') return [['Counts as', Number(text) > 0 ? 'good' : Number(text) < 0 ? 'bad' : 'neutral']];
    return header === 'Steps' ? badAfter(text) : [[header, text]];
  });
}

/** `0:,14:-0.3,:-1`: nothing on the first day, then bad. */
function badAfter(steps: string): (readonly [label: string, text: string])[] {
  const all = steps.split(',').map((step) => step.split(':'));
  const bad = all.findIndex(([, polarity = '']) => Number(polarity) < 0);
  const days = bad < 1 ? 0 : Number(all[bad - 1]?.[0]);
  return bad < 0 ? [] : [['Counts as', days > 0 ? `bad after ${days} days` : 'bad from the next day on']];
}
