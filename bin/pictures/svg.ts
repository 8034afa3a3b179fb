import { escapeMarkup } from '../markup.ts';

// Parts of an SVG file. The file brings its colours for light and dark, because GitHub shows it as an image.

const style = `
svg{--paper:#ffffff;--ink:#1d2733;--quiet:#566373;--line:#b9c4d0;--panel:#f4f7fa;--accent:#0b62b8;--good:#1b6e3c;--fair:#9a5b00;--bad:#b3261e}
@media (prefers-color-scheme:dark){svg{--paper:#14191f;--ink:#e7edf4;--quiet:#a3b1c2;--line:#4a5866;--panel:#1d242c;--accent:#7cb8f5;--good:#6fcf97;--fair:#f0b45a;--bad:#ff8f85}}
text{font:14px system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;fill:var(--ink)}
.title{font-size:17px;font-weight:600}.strong{font-weight:600}.quiet{fill:var(--quiet)}.small{font-size:12px}
.end{text-anchor:end}.middle{text-anchor:middle}
.paper{fill:var(--paper)}.panel{fill:var(--panel);stroke:var(--line)}.box{fill:var(--paper);stroke:var(--line)}
.new{fill:var(--paper);stroke:var(--accent);stroke-width:2}.old{fill:none;stroke:var(--quiet);stroke-dasharray:5 4}
.line{fill:none;stroke:var(--line)}.curve{fill:none;stroke:var(--accent);stroke-width:2}.dashed{stroke-dasharray:5 4}
.arrow{fill:none;stroke:var(--quiet);stroke-width:1.5}.tip{fill:var(--quiet)}
.ink{fill:var(--ink)}.accent{fill:var(--accent)}.good{fill:var(--good)}.fair{fill:var(--fair)}.bad{fill:var(--bad)}.rest{fill:var(--line)}
`;

type Point = readonly [x: number, y: number];

/** A whole file. Screen readers read its title and description. */
export function picture(
  { title, description, width, height }: { title: string; description: string; width: number; height: number },
  parts: readonly string[],
): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title description">
<title id="title">${escapeMarkup(title)}</title>
<desc id="description">${escapeMarkup(description)}</desc>
<style>${style}</style>
<rect class="paper" width="${width}" height="${height}"/>
${parts.join('\n')}
</svg>
`;
}

/** Lines of text, the first with its baseline at `y`. */
export function text(x: number, y: number, lines: string | readonly string[], className = ''): string {
  const step = className.includes('small') ? 16 : 19;
  return [lines]
    .flat()
    .map(
      (line, at) =>
        `<text x="${short(x)}" y="${short(y + at * step)}"${classed(className)}>${escapeMarkup(line)}</text>`,
    )
    .join('\n');
}

export function rectangle(x: number, y: number, width: number, height: number, className: string): string {
  const rounded = /box|panel|new|old/.test(className) ? ' rx="6"' : '';
  return `<rect x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}"${rounded}${classed(className)}/>`;
}

/** A box with a heading and lines below it. */
export function box(
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  heading: string,
  lines: readonly string[],
  className = 'box',
): string {
  return [
    rectangle(x, y, width, height, className),
    text(x + 12, y + 24, heading, 'strong'),
    text(x + 12, y + 44, lines, 'small quiet'),
  ].join('\n');
}

export function path(points: readonly Point[], className: string): string {
  return `<polyline points="${points.map(([x, y]) => `${short(x)},${short(y)}`).join(' ')}"${classed(className)}/>`;
}

/** A line through the points that ends with a tip. */
export function arrow(...points: readonly Point[]): string {
  const [[fromX, fromY], [x, y]] = points.slice(-2) as [Point, Point];
  const angle = Math.atan2(y - fromY, x - fromX);
  const corner = (side: number): Point => [x - 9 * Math.cos(angle + side), y - 9 * Math.sin(angle + side)];
  const tip = [[x, y] as Point, corner(0.4), corner(-0.4)].map((point) => point.map(short).join(',')).join(' ');
  return `${path(points, 'arrow')}<polygon points="${tip}" class="tip"/>`;
}

/** A mark that points up or down, so that its meaning does not depend on its colour. */
export function triangle([x, y]: Point, size: number, up: boolean): string {
  const base = y + (up ? size : -size) * 0.7;
  const points = [
    [x, y - (up ? size : -size)],
    [x - size, base],
    [x + size, base],
  ];
  return `<polygon points="${points.map((point) => point.map(short).join(',')).join(' ')}" class="${up ? 'good' : 'bad'}"/>`;
}

function classed(className: string): string {
  return className === '' ? '' : ` class="${className}"`;
}

function short(value: number): number {
  return Math.round(value * 10) / 10;
}
