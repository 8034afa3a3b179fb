import { escapeMarkup } from '../../markup.ts';

/** A line chart of scores, with a text label for screen readers. */
export function sparkline(scores: readonly number[], label: string): string {
  if (scores.length < 2) return '<span class="quiet">no history</span>';
  return chart(scores, label, { width: 120, height: 28, className: 'spark', bands: [] });
}

/** A chart of a year of scores, with lines at the bounds of the risk levels. */
export function yearChart(scores: readonly number[], label: string): string {
  if (scores.length < 2) return '<p class="quiet">No history yet.</p>';
  return chart(scores, label, { width: 720, height: 120, className: 'year', bands: [70, 100, 140] });
}

interface Form {
  readonly width: number;
  readonly height: number;
  readonly className: string;
  readonly bands: readonly number[];
}

function chart(scores: readonly number[], label: string, { width, height, className, bands }: Form): string {
  const low = Math.min(...scores, ...(bands.length > 0 ? [60] : []));
  const high = Math.max(...scores, ...(bands.length > 0 ? [155] : []));
  const span = Math.max(high - low, 10);
  const y = (score: number) => (height - 3 - ((score - low) / span) * (height - 6)).toFixed(1);
  const points = scores.map((score, at) => `${((at / (scores.length - 1)) * width).toFixed(1)},${y(score)}`);
  const lines = bands.map(
    (band) =>
      `<line x1="0" x2="${width}" y1="${y(band)}" y2="${y(band)}"/><text x="2" y="${Number(y(band)) - 3}">${band}</text>`,
  );
  return `<svg class="${className}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(label)}">${lines.join('')}<polyline points="${points.join(' ')}"/></svg>`;
}

/** A bar that shows a share of the whole. The figure itself is printed next to it. */
export function bar(share: number, className: string): string {
  const width = Math.max(0, Math.min(100, share * 100)).toFixed(1);
  return `<svg class="bar ${className}" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect width="${width}" height="10"/></svg>`;
}

/** Escapes markup and replaces control characters, so that the text cannot change the page around it. */
export function escaped(text: string): string {
  return escapeMarkup(text).replaceAll(/\p{Cc}/gu, ' ');
}

export function isolated(text: string): string {
  return `<bdi dir="auto">${escaped(text)}</bdi>`;
}
