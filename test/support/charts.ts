import { escapeMarkup } from '../../bin/markup.ts';

// Draws charts as SVG: a background of their own, so that they are readable on any page, and darker colors for readers
// who prefer them.

const width = 760;
const colors = ['#1f6feb', '#c2410c', '#15803d', '#7c3aed', '#b45309', '#0e7490', '#be185d', '#4d7c0f'];
const style = `
  .page { fill: #ffffff } text { fill: #1f2328; font: 13px system-ui, sans-serif } .title { font-weight: 600 }
  .quiet { fill: #59636e } .grid { stroke: #d1d9e0 } .bar { fill: #8b949e } .ours { fill: #1f6feb } .range { stroke: #1f2328 }
  .series { fill: none; stroke-width: 2 }
  @media (prefers-color-scheme: dark) {
    .page { fill: #0d1117 } text { fill: #e6edf3 } .quiet { fill: #9198a1 } .grid { stroke: #3d444d }
    .bar { fill: #6e7681 } .ours { fill: #4493f8 } .range { stroke: #e6edf3 }
    .series, .dot { filter: brightness(1.45) }
  }`;

interface Titled {
  readonly title: string;
  readonly subtitle: string;
}

export interface Bar {
  readonly label: string;
  readonly value: number;
  /** The spread around the value. */
  readonly low: number;
  readonly high: number;
  /** Highlighted. */
  readonly ours?: boolean;
}

const round = (value: number) => Math.round(value * 10) / 10;
const text = (x: number, y: number, shown: string, attributes = '') =>
  `<text x="${round(x)}" y="${round(y)}" ${attributes}>${escapeMarkup(shown)}</text>`;
const line = (x1: number, y1: number, x2: number, y2: number, kind: string) =>
  `<line x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}" class="${kind}"/>`;

function svg(height: number, { title, subtitle }: Titled, parts: readonly string[]): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escapeMarkup(title)}</title>`,
    `<style>${style}</style>`,
    `<rect width="${width}" height="${height}" rx="6" class="page"/>`,
    text(16, 26, title, 'class="title"'),
    text(16, 46, subtitle, 'class="quiet"'),
    ...parts,
    '</svg>\n',
  ].join('\n');
}

/** Horizontal bars from 0, each with its value and its spread. */
export function barChart(titled: Titled, bars: readonly Bar[]): string {
  const [left, right, top, step] = [230, width - 70, 66, 26];
  const most = Math.max(...bars.map(({ high }) => high));
  const at = (value: number) => left + ((right - left) * value) / most;
  const parts = bars.flatMap(({ label, value, low, high, ours }, row) => {
    const y = top + row * step;
    return [
      text(left - 10, y + 13, label, 'text-anchor="end"'),
      `<rect x="${left}" y="${y}" width="${round(at(value) - left)}" height="18" rx="2" class="${ours ? 'ours' : 'bar'}"/>`,
      line(at(low), y + 9, at(high), y + 9, 'range'),
      text(at(high) + 8, y + 13, value.toFixed(2)),
    ];
  });
  return svg(top + bars.length * step + 12, titled, parts);
}

export interface Series {
  readonly label: string;
  /** A value for each place on the x axis; undefined leaves a gap at the end. */
  readonly values: readonly (number | undefined)[];
}

/** Lines over equal steps, with a logarithmic y axis. */
export function lineChart(titled: Titled, places: readonly string[], series: readonly Series[]): string {
  const [left, right, top, bottom] = [56, 500, 70, 330];
  const values = series.flatMap((each) => each.values.filter((value) => value !== undefined));
  const [from, to] = [Math.floor(Math.log10(Math.min(...values))), Math.ceil(Math.log10(Math.max(...values)))];
  const x = (place: number) => left + ((right - left) * place) / (places.length - 1);
  const y = (value: number) => bottom - ((bottom - top) * (Math.log10(value) - from)) / Math.max(1, to - from);
  const grid = Array.from({ length: to - from + 1 }, (_, at) => 10 ** (from + at)).flatMap((value) => [
    line(left, y(value), right, y(value), 'grid'),
    text(left - 8, y(value) + 4, value.toLocaleString('en'), 'text-anchor="end" class="quiet"'),
  ]);
  const axis = places.map((place, at) => text(x(at), bottom + 20, place, 'text-anchor="middle" class="quiet"'));
  const lines = series.flatMap(({ label, values: found }, index) => {
    const color = colors[index % colors.length];
    const points = found.flatMap((value, place) => (value === undefined ? [] : [[x(place), y(value)] as const]));
    const [keyX, keyY] = [right + 24, top + 6 + index * 22];
    return [
      `<polyline points="${points.map((point) => point.map(round).join(',')).join(' ')}" class="series" stroke="${color}"/>`,
      ...points.map(([cx, cy]) => `<circle cx="${round(cx)}" cy="${round(cy)}" r="3.5" class="dot" fill="${color}"/>`),
      `<circle cx="${keyX}" cy="${keyY}" r="5" class="dot" fill="${color}"/>`,
      text(keyX + 12, keyY + 4, label),
    ];
  });
  return svg(bottom + 36, titled, [...grid, ...axis, ...lines]);
}
