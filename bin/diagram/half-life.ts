import { join } from 'node:path';
import { halfLifeDays, windowDays } from '../../shared/domain/scoring/model.ts';
import { root } from '../paths.ts';

export const halfLifeFile = join(root, 'docs', 'half-life.svg');

const [width, height] = [640, 280];
const plot = { left: 60, right: 610, top: 20, bottom: 225 };

const x = (age: number) => Math.round(plot.left + ((plot.right - plot.left) * age) / windowDays);
const y = (share: number) => Math.round((plot.bottom - (plot.bottom - plot.top) * share) * 10) / 10;
const shareAt = (age: number) => 0.5 ** (age / halfLifeDays);

/** How the share of a signal falls with its age: the picture of docs/data.md. */
export function halfLifePicture(): string {
  const ages = Array.from({ length: windowDays + 1 }, (_, age) => age);
  const curve = ages.map((age) => `${x(age)},${y(shareAt(age))}`).join(' ');
  const halvings = ages.filter((age) => age % halfLifeDays === 0);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" font-family="sans-serif" font-size="13" fill="#767676">
  <title>The share of a signal halves every ${halfLifeDays} days and is 0 after ${windowDays} days</title>
  <path d="M${plot.left} ${plot.top}V${plot.bottom}H${plot.right}" fill="none" stroke="#767676"/>
  <polyline points="${curve}" fill="none" stroke="#2f6fde" stroke-width="2.5"/>
  <path d="M${x(windowDays)} ${y(shareAt(windowDays))}V${plot.bottom}" fill="none" stroke="#2f6fde" stroke-width="2.5" stroke-dasharray="4 4"/>
${halvings.map(mark).join('\n')}
  <text x="${(plot.left + plot.right) / 2}" y="${height - 12}" text-anchor="middle">age of the signal in days</text>
  <text x="16" y="${(plot.top + plot.bottom) / 2}" text-anchor="middle" transform="rotate(-90 16 ${(plot.top + plot.bottom) / 2})">share</text>
</svg>
`;
}

function mark(age: number): string {
  const share = shareAt(age);
  return [
    `  <circle cx="${x(age)}" cy="${y(share)}" r="4" fill="#2f6fde"/>`,
    `  <text x="${x(age) + 8}" y="${y(share) - 8}" text-anchor="${age === windowDays ? 'end' : 'start'}">${share}</text>`,
    `  <text x="${x(age)}" y="${plot.bottom + 20}" text-anchor="middle">${age}</text>`,
  ].join('\n');
}
