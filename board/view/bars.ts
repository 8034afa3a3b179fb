import { bandOf, bands } from '../../shared/domain/scoring/bands.ts';
import { binWidth } from '../data/groups.ts';
import { levelClass, levelNames, whole } from './text.ts';

/** Shares of a whole by level, worst first, in one bar. */
export function stackedBar(values: readonly number[], label: string): string {
  const total = values.reduce((sum, value) => sum + Math.max(value, 0), 0);
  if (total <= 0) return '<svg class="stack" aria-hidden="true"></svg>';
  let from = 0;
  const parts = values.map((value, at) => {
    const width = (Math.max(value, 0) / total) * 100;
    const part = `<rect class="${levelClass[bands[at] ?? 'onTrack']}" x="${from.toFixed(2)}%" width="${Math.max(width - 0.3, 0).toFixed(2)}%" height="100%"/>`;
    from += width;
    return width > 0 ? part : '';
  });
  return `<svg class="stack" role="img" aria-label="${label}">${parts.join('')}</svg>`;
}

/** A bar from the middle, to the left below 0 and to the right above it. `reach` is half of its width. */
export function fromMiddle(value: number, reach: number, name: string): string {
  const share = Math.max(-1, Math.min(1, value / reach)) * 50;
  return `<svg class="mid"><rect class="${name}" x="${+(50 + Math.min(share, 0)).toFixed(1)}%" width="${+Math.abs(share).toFixed(1)}%"/></svg>`;
}

const barStep = 5;

/** The class of a cell with a bar from 100 to a score: a board has hundreds of them, and a picture in each is large. */
export function barClass(score: number): string {
  return `q${Math.floor(score / barStep)}`;
}

/** The rules of these classes: where the bar begins and ends, and the colour of its level. */
export const barRules = Array.from({ length: 200 / barStep + 1 }, (_, at) => {
  const place = (at * barStep) / 2;
  const [name, edge] = [levelClass[bandOf(at * barStep)], `${place}%`];
  return `.q${at}{--b:var(--${name});--${place < 50 ? 'f' : 'u'}:${edge}}`;
}).join('');

/** A bar for a share of the whole. The figure itself is printed next to it. */
export function shareBar(share: number, name: string): string {
  return `<svg class="share"><rect class="${name}" width="${(Math.max(0, Math.min(1, share)) * 100).toFixed(1)}%" height="100%"/></svg>`;
}

const histogram = { width: 560, height: 150, top: 18, foot: 20 };

/** How many clients have scores of each ten points, coloured by level. */
export function histogramOf(bins: readonly number[]): string {
  const most = Math.max(...bins, 1);
  const step = histogram.width / bins.length;
  const base = histogram.height - histogram.foot;
  const bars = bins.map((count, at) => {
    const height = Math.round((count / most) * (base - histogram.top));
    const number =
      count > 0
        ? `<text class="count" x="${(at + 0.5) * step}" y="${base - height - 4}" text-anchor="middle">${whole(count)}</text>`
        : '';
    return `<rect class="${levelClass[bandOf(at * binWidth)]}" x="${at * step + 1.5}" y="${base - height}" width="${step - 3}" height="${height}"/>${number}`;
  });
  const ticks = [0, 70, 100, 140, 200].map(
    (score) =>
      `<text x="${(score / 200) * histogram.width}" y="${histogram.height - 4}" text-anchor="${score === 0 ? 'start' : score === 200 ? 'end' : 'middle'}">${score}</text>`,
  );
  const counts = bands.map((band) => {
    const count = bins.reduce((sum, held, at) => sum + (bandOf(at * binWidth) === band ? held : 0), 0);
    return `${levelNames[band]} ${whole(count)}`;
  });
  return `<svg class="bins${most > 999 ? ' many' : ''}" viewBox="0 0 ${histogram.width} ${histogram.height}" role="img" aria-label="Clients by score. ${counts.join(', ')}">${bars.join('')}<path class="base" d="M0 ${base}.5H${histogram.width}"/>${ticks.join('')}</svg>`;
}
