import { fallen } from '../../shared/domain/lists/attention.ts';
import { bandOf, bands } from '../../shared/domain/scoring/bands.ts';
import type { Row } from '../data/rows.ts';
import { boundsOf } from './lines.ts';
import { counted, escaped, levelClass, levelNames, revenueText, signed } from './text.ts';

// Every client as a point: its score to the right, its revenue upwards, or where no revenue is known its change. All points of a level are one path, so that
// 10,000 of them stay small. Those that fell most have a ring, a line from their earlier score and their name.

const size = { width: 760, height: 340, left: 58, right: 12, top: 26, foot: 26, unknown: 26 };
const plot = {
  right: size.width - size.right,
  bottom: size.height - size.foot - size.unknown,
};
const mostNamed = 6;
/** More points need smaller dots. */
const manyClients = 1000;

/** Where the script finds a client in the picture: its score to the right, its revenue or change upwards. */
export const placesInPicture = { ...size, plotRight: plot.right, plotBottom: plot.bottom };

export function picture(rows: readonly Row[]): string {
  const by = heightIn(rows);
  const y = by === 'revenue' ? revenueHeight(rows) : changeHeight(rows);
  const named = fallen(rows).slice(0, mostNamed);
  const marks = withNames(named, y);
  const total = counted(rows.length, 'client');
  const names = named.map(({ name, moved30 = 0 }) => `${name} ${signed(moved30)}`).join(', ');
  const label = `${total} by score and ${by === 'revenue' ? 'revenue' : 'change'}. ${names === '' ? '' : `Fell most in 30 days: ${names}.`}`;
  return `<svg class="picture" viewBox="0 0 ${size.width} ${size.height}" role="group" aria-label="${escaped(label)}" data-y="${y.low} ${y.high}" data-by="${by === 'revenue' ? 'r' : 'c'}">
${bands.map(column).join('')}${y.ticks.map(([at, text]) => `<path class="grid" d="M${size.left} ${at}H${plot.right}"/><text class="tick" x="${size.left - 6}" y="${at + 4}" text-anchor="end">${text}</text>`).join('')}${rows.some((row) => y.of(row) === unknownHeight) ? `<text class="tick" x="${size.left - 6}" y="${unknownHeight + 4}" text-anchor="end">unknown</text>` : ''}
${[0, 40, 70, 100, 140, 200].map((score) => `<text class="tick" x="${x(score)}" y="${size.height - 8}" text-anchor="middle">${score}</text>`).join('')}
${bands
  .map((band) =>
    pointsOf(
      rows.filter(({ score }) => bandOf(score) === band),
      y.of,
      `${levelClass[band]}${rows.length > manyClients ? ' many' : ''}`,
    ),
  )
  .join('')}
${marks}</svg>`;
}

const x = (score: number) =>
  Math.round(size.left + (Math.min(Math.max(score, 0), 200) / 200) * (plot.right - size.left));
const unknownHeight = size.height - size.foot - size.unknown / 2;

function column(band: (typeof bands)[number]): string {
  const [from, to] = boundsOf[band];
  return `<rect class="s${levelClass[band]}" x="${x(from)}" y="${size.top - 6}" width="${x(to) - x(from)}" height="${size.height - size.foot - size.top + 6}"/><text class="level ${levelClass[band]}" x="${(x(from) + x(to)) / 2}" y="13" text-anchor="middle">${levelNames[band].replace(' risk', '<tspan> risk</tspan>')}</text>`;
}

/** What the height of a point shows. */
export function heightIn(rows: readonly Row[]): 'revenue' | 'moved30' {
  return rows.some(({ revenue = 0 }) => revenue > 0) ? 'revenue' : 'moved30';
}

const leastReach = 10;

function changeHeight(rows: readonly Row[]) {
  const most = rows.reduce((largest, { moved30 = 0 }) => Math.max(largest, Math.abs(moved30)), leastReach);
  const reach = Math.ceil(most / 10) * 10;
  const height = (change: number) => heightOf(change, -reach, reach);
  return {
    of: ({ moved30 }: Row) => (moved30 === undefined ? unknownHeight : height(moved30)),
    ticks: [reach, 0, -reach].map((change) => [height(change), signed(change)] as const),
    low: -reach,
    high: reach,
  };
}

const heightOf = (value: number, low: number, high: number) =>
  Math.round(size.top + 4 + ((high - value) / (high - low)) * (plot.bottom - size.top - 8));

/** A logarithmic scale over the revenues that are known; others are below it, in a stripe of their own. */
function revenueHeight(rows: readonly Row[]) {
  const known = rows.flatMap(({ revenue = 0 }) => (revenue > 0 ? [Math.log10(revenue)] : []));
  const bottom = known.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const top = known.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const [low, high] = [Math.min(bottom, top - 0.7) - 0.08, top + 0.08];
  const height = (log: number) => heightOf(log, low, high);
  const of = ({ revenue = 0 }: Row) => (revenue > 0 ? height(Math.log10(revenue)) : unknownHeight);
  const steps = high - low > 3 ? [1] : high - low > 1.2 ? [1, 3] : [1, 2, 5];
  const ticks: [number, string][] = [];
  for (let power = Math.floor(low); power <= high; power += 1) {
    for (const step of steps) {
      const value = step * 10 ** power;
      if (Math.log10(value) >= low && Math.log10(value) <= high)
        ticks.push([height(Math.log10(value)), tickText(value)]);
    }
  }
  return { of, ticks, low: low.toFixed(3), high: high.toFixed(3) };
}

const tickText = (value: number) =>
  value >= 1e6 ? `${value / 1e6} M` : value >= 1000 ? `${value / 1000} k` : revenueText(value);

function pointsOf(rows: readonly Row[], y: (row: Row) => number, name: string): string {
  const places = [...new Set(rows.map((row) => x(row.score) * 10_000 + y(row)))].sort((a, b) => a - b);
  let [fromX, fromY] = [0, 0];
  const moves = places.map((place) => {
    const [toX, toY] = [Math.floor(place / 10_000), place % 10_000];
    const by = `m${toX - fromX}${toY < fromY ? '' : ' '}${toY - fromY}h0`;
    [fromX, fromY] = [toX, toY];
    return by;
  });
  return moves.length === 0 ? '' : `<path class="points ${name}" d="${moves.join('')}"/>`;
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const letter = 6.3;
const longestName = 26;

function withNames(rows: readonly Row[], y: { readonly of: (row: Row) => number }): string {
  const spots = rows.map((row) => ({
    row,
    at: x(row.score),
    height: y.of(row),
    from: x(row.score - (row.moved30 ?? 0)),
  }));
  const taken: Box[] = spots.map(({ at, height, from }) => ({
    left: at - 7,
    right: Math.max(at + 7, from),
    top: height - 7,
    bottom: height + 7,
  }));
  return spots
    .map(({ row, at, height, from }) => {
      const shown = row.name.length > longestName ? `${[...row.name].slice(0, longestName - 1).join('')}…` : row.name;
      const width = (shown.length + 7) * letter;
      const places: { box: Box; anchor: string; x: number; y: number }[] = [
        [from + 9, height + 4, 'start'] as const,
        [at - 11, height + 4, 'end'] as const,
        [at, height - 12, 'middle'] as const,
        [at, height + 20, 'middle'] as const,
        ...[26, 42, 58, 74].flatMap((by) => [
          [at, height - by, 'middle'] as const,
          [at, height + by + 8, 'middle'] as const,
        ]),
      ].map(([left, base, anchor]) => {
        const start = anchor === 'start' ? left : anchor === 'end' ? left - width : left - width / 2;
        return {
          box: { left: start, right: start + width, top: base - 11, bottom: base + 4 },
          anchor,
          x: left,
          y: base,
        };
      });
      const free = places.find(
        ({ box }) =>
          box.left > size.left &&
          box.right < plot.right &&
          box.top > size.top &&
          box.bottom < size.height - size.foot &&
          !taken.some((other) => overlap(box, other)),
      );
      // where the name is drawn, it is what assistive technology reads too
      const label = escaped(`${free ? shown : row.name} ${signed(row.moved30 ?? 0)}`);
      const link = (inner: string) => `<a href="#client-${row.id}" aria-label="${label}">${inner}</a>`;
      const mark = `<path class="tail" d="M${from} ${height}H${at}"/><circle class="ring ${levelClass[row.level]}" cx="${at}" cy="${height}" r="5.5"/>`;
      if (!free) return link(mark);
      taken.push(free.box);
      return link(
        `${mark}${leader(at, height, free)}<text class="name" x="${free.x}" y="${free.y}" text-anchor="${free.anchor}">\u2068${escaped(shown)}\u2069 <tspan>${signed(row.moved30 ?? 0)}</tspan></text>`,
      );
    })
    .join('');
}

/** A line from a ring to a name that is not next to it. */
function leader(at: number, height: number, { anchor, box }: { readonly anchor: string; readonly box: Box }): string {
  if (anchor !== 'middle') return '';
  const [from, to] = box.bottom < height ? [height - 6, box.bottom] : [height + 6, box.top];
  return Math.abs(to - from) < 8 ? '' : `<path class="leader" d="M${at} ${from}V${to}"/>`;
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
