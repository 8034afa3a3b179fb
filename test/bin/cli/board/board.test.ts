import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collectFirstScreen, mostRequests } from '../../../../board/data/collect.ts';
import { boardExcerpt, boardPolicy } from '../../../../board/page.ts';
import { picture } from '../../../../board/view/picture.ts';
import { style } from '../../../../board/view/style.ts';
import { holdsAsync } from '../../../support/holds.ts';
import { noon } from '../../../support/service/deps.ts';
import { apiOf, boardOf, stubService } from './stub-service.ts';

/** Names of elements and attributes, in order, but for labels in the picture, whose places depend on the names. */
const structureOf = (page: string) =>
  page
    .replaceAll(/(<path class="leader" [^>]*>)?<text class="name".*?<\/text>/gs, '')
    .match(/<\/?[a-z][^\s>]*|(?<=\s)[a-z-]+=(?=")/g);
const textOf = (page: string) =>
  page
    .replaceAll(/<(style|script)[^>]*>.*?<\/\1>/gs, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('\u00a0', ' ')
    .replaceAll(/\s+/g, ' ');
describe('a board', () => {
  it.each([
    [0, 60_000],
    [1, 60_000],
    [235, 350_000],
    [5000, 800_000],
    [10_000, 1_000_000],
    [100_000, 1_700_000],
  ])('of %i clients takes at most 207 requests and %i bytes', async (clients, bytes) => {
    const { page, requests } = await boardOf({ clients });

    expect(requests).toBeLessThanOrEqual(mostRequests);
    expect(Buffer.byteLength(page)).toBeLessThan(bytes);
    expect(page).toContain(`${clients.toLocaleString('en-US')} client`);
  });

  it('lists at most 300 clients, gives 50 of them sections, and each a reason', async () => {
    const { page } = await boardOf({ clients: 1000 });

    expect(page.match(/<li data-l/g)).toHaveLength(300);
    expect(page.match(/<li data-l[^>]*><details>/g)).toHaveLength(50);
    expect(page.match(/<span class="why"><bdi>Plain name<\/bdi><\/span><span class="step"><bdi>/g)?.length).toBe(300);
  });

  it('of an empty account shows no scores', async () => {
    expect(textOf((await boardOf({ clients: 0 })).page)).toContain('No scores computed yet – 0 clients.');
  });

  it('has a first screen that takes 4 requests', async () => {
    const { fetch, requests } = stubService({ clients: 300 });
    const excerpt = boardExcerpt(await collectFirstScreen(apiOf(fetch)), noon, 5);

    expect(requests()).toBe(4);
    expect(excerpt.match(/<li data-l/g)).toHaveLength(5);
    expect(excerpt).not.toContain('<script');
  });

  it('shows changes upwards where no revenue is known', () => {
    const client = { id: 'a', name: 'A', level: 'mediumRisk', scoredTopics: 9, lastContactDate: null } as const;
    const row = { ...client, owner: '', revenue: undefined, change7: undefined, alignment: '', portfolios: [] };
    const drawn = picture([
      { ...row, score: 80, change30: -12, moved30: -12 },
      { ...row, id: 'b', score: 90, change30: undefined, moved30: undefined },
    ]);
    expect(textOf(drawn)).toContain(' +20.0 0.0 −20.0 unknown ');
    expect(drawn).toContain('data-y="-20 20" data-by="c"');
  });

  it('is self-contained: its own script and style by their hashes, no other hosts, no key', async () => {
    const { page } = await boardOf({ clients: 30 });

    expect(page).not.toContain('svcsecret');
    expect(page).not.toContain('api.example.com');
    expect(page.match(/<script[^>]*>/g)).toEqual(['<script type="application/json" id="snapshot">', '<script>']);
    expect(page.match(/(src|href)="(?!#)[^"]*"/g)).toBe(null);
    const hashOf = (part = '') => `'sha256-${createHash('sha256').update(part).digest('base64')}'`;
    const [own, code] = ['style', 'script'].map((tag) => hashOf(page.split(`<${tag}>`)[1]?.split(`</${tag}>`)[0]));
    expect(boardPolicy).toBe(
      `default-src 'none'; style-src ${own}; script-src ${code}; base-uri 'none'; form-action 'none'`,
    );
    expect(page).toContain(`content="${boardPolicy}"`);
  });

  it('escapes names and texts', async () => {
    const plain = structureOf((await boardOf({ clients: 25 })).page);
    const hostile = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }),
      fc.constantFrom(
        '</script><script>alert(1)</script>',
        '"><img src=x onerror=alert(1)>',
        "' onload='x",
        '<!--',
        '\u202Eevil\u202C',
        '👩‍👩‍👧‍👦'.repeat(20),
        '&lt;b&gt;',
        '--><svg/onload=1>',
        '\u0000\u001b[31m',
        '=1+1',
        'x'.repeat(200),
      ),
    );

    await holdsAsync(
      fc.asyncProperty(hostile, async (text) => {
        const { page } = await boardOf({ clients: 25, text });
        const labels = page.match(/<text class="name".*?<\/text>/gs) ?? [];
        expect(structureOf(page)).toEqual(plain);
        for (const label of labels) expect(label).toMatch(/^<text [^<>]*>[^<>]*<tspan>[^<>]*<\/tspan><\/text>$/s);
      }),
      { numRuns: 40 },
    );
  });

  it('counts a stream of exactly 70 as medium risk', async () => {
    const { page } = await boardOf({ clients: 5 });

    expect(textOf(page)).toContain('Streams at high risk 4 have a score below 70; lowest first.');
  });
});

describe.each(['light', 'dark'])('in %s mode', (mode) => {
  const rules = style.split('@media (prefers-color-scheme:dark)');
  const colour = (name: string) =>
    (mode === 'light' ? rules[0] : rules[1])?.match(new RegExp(`--${name}:(#[0-9a-f]+)`))?.[1] ?? '';
  const luminance = (hex: string) => {
    const digits =
      hex.length === 4 ? [...hex.slice(1)].map((digit) => digit + digit) : (hex.slice(1).match(/../g) ?? []);
    const [red = 0, green = 0, blue = 0] = digits.map((pair) => {
      const share = Number.parseInt(pair, 16) / 255;
      return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const contrast = (one: string, other: string) => {
    const [dark = 0, light = 0] = [luminance(colour(one)), luminance(colour(other))].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  };

  it.each(['h', 'm', 'l', 't'])('the marks of level %s have a contrast of 3 with paper and stripes', (level) => {
    for (const ground of ['paper', `s${level}`]) expect(contrast(level, ground), ground).toBeGreaterThan(3);
  });

  it('marks and pills of all levels stay apart in grey', () => {
    const grey = (name: string) => 255 * luminance(colour(name)) ** (1 / 2.2);
    for (const kind of ['', 'p']) {
      const shades = ['h', 'm', 'l', 't'].map((level) => grey(kind + level)).sort((a, b) => a - b);
      for (const [at, shade] of shades.slice(1).entries()) expect(shade - (shades[at] ?? 0)).toBeGreaterThan(20);
    }
  });

  it('texts, also those of charts, have a contrast of 4.5 with what is behind them', () => {
    const texts = [...style.matchAll(/([^{}]+)\{([^{}]*)\}/g)].flatMap(([, selector = '', rule = '']) => {
      const [, name] =
        /(?:^|;)color:var\(--(\w+)\)/.exec(rule) ??
        ((/(?:text|tspan|\.name|\.level)$/.test(selector) && /(?:^|;)fill:var\(--(\w+)\)/.exec(rule)) || []);
      const ground = /background:var\(--(\w+)\)/.exec(rule)?.[1] ?? 'paper';
      return name === undefined ? [] : [{ selector: selector.trim(), name, ground }];
    });

    expect(texts.map(({ selector }) => selector)).toEqual(
      expect.arrayContaining([
        '.quiet',
        'svg text',
        '.picture .name',
        '.picture .name tspan',
        '.picture .level',
        '.pill.h',
      ]),
    );
    expect(texts.filter(({ name, ground }) => contrast(name, ground) < 4.5)).toEqual([]);
  });
});
