import { rosterNames } from '../../shared/table/store/item-keys.ts';
import { cut, entrySize, type Page } from '../../shared/table/views/model/pages.ts';
import { arrow, picture, rectangle, text } from './svg.ts';

const clients = 500;
const [placeBefore, placeAfter] = [140, 395];
const [width, left, barWidth] = [920, 130, 760];

/** How a list is cut into pages, which pages a change replaces, and how readers are switched to them. */
export function pagesPicture(): string {
  const before = Array.from({ length: clients }, (_, at) => `c-${1001 + at}`);
  const moved = before[placeBefore - 1] ?? '';
  const after = before.filter((id) => id !== moved);
  after.splice(placeAfter - 1, 0, moved);
  const [old, now] = [pagesOf(before), pagesOf(after)];
  const isShared = (page: Page) => old.some(({ id }) => id === page.id) && now.some(({ id }) => id === page.id);
  const replaced = old.filter((page) => !isShared(page)).length;
  const fresh = now.filter((page) => !isShared(page)).length;
  const ids = {
    shared: nameOf(now.find(isShared)),
    old: nameOf(old.find((page) => !isShared(page))),
    fresh: nameOf(now.find((page) => !isShared(page))),
  };
  const sharedPages = now.length - fresh;

  return picture(
    {
      title: 'How a list is cut into pages and switched',
      description: `A list of ${clients} clients is cut into ${old.length} pages. When a client moves, ${fresh} pages are new and ${sharedPages} stay. One transaction switches readers to them.`,
      ...{ width, height: 610 },
    },
    [
      text(30, 32, '1. Cut: by content, not by position', 'title'),
      text(
        30,
        56,
        [
          `A list of at most ${entrySize.max} entries is one page. A longer one is cut after the entry whose id has the lowest hash, at least ${entrySize.min} entries`,
          'from each end, and both parts are cut again. So the cuts stay where they are when entries move, come or go.',
        ],
        'small quiet',
      ),
      ...bar(old, 108, 'before', isShared, 'old'),
      ...bar(now, 178, 'after', isShared, 'new'),
      ...marker(before.indexOf(moved), 98, `place ${placeBefore}`),
      ...marker(after.indexOf(moved), 236, `place ${placeAfter}`),
      text(
        30,
        262,
        `Client ${moved} falls from place ${placeBefore} to ${placeAfter} of ${clients}: ${fresh} new pages, ${sharedPages} of ${now.length} are the same items as before.`,
        '',
      ),
      text(30, 308, '2. Switch: readers see the old version or the new one', 'title'),
      ...step(ids, 0, 'Put', ['The new pages are written.', 'No head names them, so', 'nobody reads them yet.'], {
        head: 'A',
        old: 'box',
        fresh: 'new',
      }),
      ...step(
        ids,
        1,
        'Switch',
        [
          `One transaction replaces the ${rosterNames.length} heads`,
          'and the portfolio view, if each',
          'still is the version it was made from.',
        ],
        { head: 'B', old: 'old', fresh: 'new' },
      ),
      ...step(
        ids,
        2,
        'Delete',
        ['A night deletes pages that no', 'head names and that were put', `an hour ago or earlier.`],
        { head: 'B', old: undefined, fresh: 'box' },
      ),
      text(30, 596, `Replaced here: ${replaced} pages. A list without changes writes nothing.`, 'small quiet'),
    ],
  );
}

function pagesOf(ids: readonly string[]): Page[] {
  return cut(ids.map((id) => ({ id, text: `{"id":"${id}"}`, fields: {} })));
}

function nameOf(page: Page | undefined): string {
  return page?.id.slice(0, 4) ?? '';
}

/** A list as a bar: a block per page, as wide as the number of its entries. */
function bar(
  pages: readonly Page[],
  y: number,
  label: string,
  isShared: (page: Page) => boolean,
  other: string,
): string[] {
  let from = 0;
  const blocks = pages.flatMap((page) => {
    const x = place(from);
    const blockWidth = (page.count / clients) * barWidth - 4;
    from += page.count;
    return [
      rectangle(x, y, blockWidth, 40, isShared(page) ? 'box' : other),
      text(x + blockWidth / 2, y + 17, nameOf(page), 'small middle'),
      text(x + blockWidth / 2, y + 33, String(page.count), 'small quiet middle'),
    ];
  });
  return [text(left - 14, y + 24, label, 'end strong'), ...blocks];
}

function marker(at: number, y: number, label: string): string[] {
  return [text(place(at), y, label, 'small accent middle')];
}

function place(at: number): number {
  return left + (at / clients) * barWidth;
}

interface Shown {
  readonly head: string;
  /** The look of the replaced page, and of the page that replaces it. */
  readonly old: string | undefined;
  readonly fresh: string;
}

function step(
  ids: Readonly<Record<'shared' | 'old' | 'fresh', string>>,
  at: number,
  name: string,
  lines: readonly string[],
  { head, old, fresh }: Shown,
): string[] {
  const [x, y] = [30 + at * 295, 328];
  const names = { shared: [x + 16, ids.shared], old: [x + 102, ids.old], fresh: [x + 188, ids.fresh] } as const;
  const page = ([pageX, label]: readonly [number, string], className: string) => [
    rectangle(pageX, y + 190, 66, 30, className),
    text(pageX + 33, y + 210, label, 'small middle'),
  ];
  const headX = x + 135;
  const named = head === 'A' ? names.old[0] : names.fresh[0];
  return [
    rectangle(x, y, 270, 240, 'panel'),
    text(x + 16, y + 28, `${'abc'[at]}. ${name}`, 'strong'),
    text(x + 16, y + 50, lines, 'small quiet'),
    rectangle(headX - 60, y + 106, 120, 32, head === 'B' && at === 1 ? 'new' : 'box'),
    text(headX, y + 127, `head: version ${head}`, 'small middle'),
    arrow([headX - 20, y + 138], [names.shared[0] + 33, y + 187]),
    arrow([headX, y + 138], [named + 33, y + 187]),
    ...page(names.shared, 'box'),
    ...(old ? page(names.old, old) : []),
    ...page(names.fresh, fresh),
  ];
}
