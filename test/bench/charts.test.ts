import { describe, expect, it } from 'vitest';
import { barChart, lineChart } from '../support/charts.ts';

const titled = { title: 'A & B', subtitle: 'less is better' };
const widths = (svg: string) => [...svg.matchAll(/width="([\d.]+)" height="18"/g)].map(([, width]) => Number(width));
const dots = (svg: string) =>
  [...svg.matchAll(/cx="([\d.]+)" cy="([\d.]+)" r="3.5"/g)].map(([, x, y]) => [Number(x), Number(y)]);

describe('a bar chart', () => {
  const svg = barChart(titled, [
    { label: 'ours', value: 1, low: 1, high: 1, ours: true },
    { label: 'another', value: 2, low: 1.5, high: 2.5 },
  ]);

  it('draws bars in proportion to their values, and values as text', () => {
    const [ours = 0, another = 0] = widths(svg);

    expect(another / ours).toBeCloseTo(2, 1);
    expect(svg).toContain('>1.00</text>');
    expect(svg).toContain('>2.00</text>');
  });

  it('has colors for light and dark pages, and no markup from its texts', () => {
    expect(svg).toContain('prefers-color-scheme: dark');
    expect(svg).toContain('A &#38; B');
  });
});

describe('a line chart', () => {
  it('places values on a logarithmic axis, the same factor always the same distance apart', () => {
    const [first, second, third] = dots(lineChart(titled, ['1', '2', '3'], [{ label: 'units', values: [1, 10, 100] }]));

    expect((first?.[1] ?? 0) - (second?.[1] ?? 0)).toBeCloseTo((second?.[1] ?? 0) - (third?.[1] ?? 0), 1);
    expect((second?.[0] ?? 0) - (first?.[0] ?? 0)).toBeCloseTo((third?.[0] ?? 0) - (second?.[0] ?? 0), 1);
  });

  it('leaves out values that are missing', () => {
    const series = [
      { label: 'whole', values: [1, 2] },
      { label: 'part', values: [3, undefined] },
    ];

    expect(dots(lineChart(titled, ['1', '2'], series))).toHaveLength(3);
  });
});
