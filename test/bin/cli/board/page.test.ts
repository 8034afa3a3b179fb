import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type BoardData, collect } from '../../../../board/data/collect.ts';
import { boardPage } from '../../../../board/page.ts';
import { script } from '../../../../board/view/script.ts';
import { cliOn } from '../../../support/cli/cli.ts';
import { noon } from '../../../support/service/deps.ts';
import { memoryTable } from '../../../support/store/table.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { apiOf, stubService } from './stub-service.ts';

let data: BoardData;
beforeAll(async () => {
  data = await collect(apiOf(stubService({ clients: 30 }).fetch), { title: 'A & B' });
});

describe('a page', () => {
  it('has the same dates and times wherever it is written', () => {
    const pages = ['UTC', 'Pacific/Kiritimati', 'Etc/GMT+12'].map((zone) => {
      vi.stubEnv('TZ', zone);
      return boardPage(data, noon);
    });
    expect(new Set(pages).size).toBe(1);
  });
});

describe('board', () => {
  const asked: string[] = [];
  afterEach(() => void vi.unstubAllGlobals());
  const accounts = [
    { customerId: 'acme', apiKey: 'k1', name: 'Acme' },
    { customerId: 'brown', apiKey: 'k2' },
  ];
  const run = cliOn(() => memoryTable(), {
    target: { baseUrl: 'http://localhost/v1', localAccounts: accounts },
  });
  async function written(words: string) {
    const { fetch } = stubService({ clients: 3 });
    asked.length = 0;
    vi.stubGlobal('fetch', (url: string, init: { headers: Record<string, string> }) => {
      asked.push(
        `${new URL(url).origin} ${init.headers['X-API-Key']} ${new URL(url).searchParams.get('portfolio_id')}`,
      );
      return fetch(url, init as never);
    });
    const file = join(temporaryFolder(), 'board.html');
    const answer = await run(`board --out ${file} ${words}`.trim());
    return { ...answer, file, page: answer.exitCode === 0 ? readFileSync(file, 'utf8') : '' };
  }
  const titleOf = (page: string) => /<title>(.*)<\/title>/.exec(page)?.[1];

  it('writes the page of an account, whose name the local service knows', async () => {
    const { out, err, file, page } = await written('');
    expect({ out, err }).toEqual({ out: [`${file} written.`], err: [] });
    expect(titleOf(page)).toBe('Client health: Acme');
    expect(page).toContain('Written 20 Nov 2026, 12:00 UTC');
    expect(new Set(asked)).toEqual(new Set(['http://localhost k1 null']));
    expect(titleOf((await written('--title Own')).page)).toBe('Client health: Own');
    const brown = await written('--account brown --title Brown');
    expect([titleOf(brown.page), asked[0]]).toEqual(['Client health: Brown', 'http://localhost k2 null']);
  });

  it('asks a service by its URL and key, for one portfolio', async () => {
    const { page } = await written('--url https://x/v1 --key k3 --portfolio p1 --title T');
    expect(titleOf(page)).toBe('Client health: T');
    expect([...new Set(asked)].sort()).toEqual(['https://x k3 null', 'https://x k3 p1']);
  });

  it('compares with an earlier board, which it reads first', async () => {
    const { file, page } = await written('');
    writeFileSync(file, page.replace('"score":100', '"score":90'));
    const later = await written(`--since ${file}`);
    expect(page).not.toContain('card since');
    expect(later.page).toContain('Portfolio score 90.0 → 100.0');
    for (const other of [page.replace('"customerId":"', '"customerId":"x'), page.replace('"scope":"', '"scope":"x')]) {
      writeFileSync(file, other);
      expect(await written(`--since ${file}`)).toMatchObject({
        out: [],
        exitCode: 1,
        err: [
          expect.stringMatching(/is a board of (xAll clients of acme|All clients of xacme), and this one is of All c/),
        ],
      });
    }
    writeFileSync(file, '<html>');
    asked.length = 0;
    expect(await written(`--since ${file}`)).toMatchObject({
      out: [],
      exitCode: 1,
      err: [`error: ${file} is no board. Give --since a file that this command has written.`],
    });
    expect(asked).toEqual([]);
    expect((await written(`--since ${file}.gone`)).err[0]).toContain('.gone: there is no such file or folder.');
  });

  it('needs a file to write', async () => {
    expect(await run('board')).toMatchObject({ out: [], exitCode: 2 });
  });
});

describe('the script of a page', () => {
  type Row = { readonly name: string; readonly dataset: Record<string, string> };
  class Element {
    textContent = '';
    append(...parts: readonly (Element | string)[]) {
      this.textContent += parts.map((part) => (typeof part === 'string' ? part : part.textContent)).join('');
    }
  }

  /** What the script needs of a browser: a list of five clients of seven, of which it shows two first. */
  function opened(hash = '') {
    const rows: Row[] = [
      { name: 'Ada', dataset: { l: 'h', s: '60', r: '10', c: '-1', o: '0', p: ' 0 ' } },
      { name: 'bob', dataset: { l: 'm', s: '80', r: '30', c: '-9', p: ' 10 ' } },
      { name: 'Çem', dataset: { l: 'h', s: '40', r: '-1', o: '1' } },
      { name: 'dan', dataset: { l: 't', s: '150', r: '20', c: '5', o: '0', p: ' 1 0 ' } },
      { name: 'Eve', dataset: { l: 'h', s: '10', r: '5', c: '-2', o: '1', p: ' 0 ', few: '' } },
    ];
    const lists: Record<string, Row[]> = { first: rows.slice(0, 2), others: rows.slice(2) };
    const listOf = (id: string) => ({
      children: { length: lists[id]?.length },
      append: (...moved: Row[]) => {
        for (const [each, held = []] of Object.entries(lists)) {
          lists[each] = [...held.filter((row) => !moved.includes(row)), ...(each === id ? moved : [])];
        }
      },
    });
    const on: Record<string, (event?: object) => void> = {};
    const addEventListener = (type: string, listener: () => void) => Object.assign(on, { [type]: listener });
    const form = {
      hidden: true,
      dataset: { total: '7' },
      addEventListener,
      elements: { few: { checked: false }, text: { value: '' } } as Record<string, object>,
    };
    const [rest, said, choices] = [{ hidden: false, open: false }, { textContent: '' }, { open: false }];
    const unlisted = { textContent: '[["x","Fay",90.5,10]]' };
    const found = {
      names: [] as string[],
      replaceChildren: (...made: readonly Element[]) => {
        found.names = made.map(({ textContent }) => textContent);
      },
    };
    const elements = {
      find: form,
      first: listOf('first'),
      others: listOf('others'),
      rest,
      said,
      choices,
      found,
      unlisted,
    };
    const document = {
      getElementById: (id: keyof typeof elements) => elements[id],
      querySelectorAll: (selector: string) =>
        selector.startsWith('#first')
          ? rows.map((row) => Object.assign(row, { textContent: row.name, querySelector: () => row }))
          : [],
      querySelector: () => undefined,
      createElement: () => new Element(),
    };
    const location = { hash };
    const history = { replaceState: (_: null, __: string, to: string) => Object.assign(location, { hash: to }) };
    const given = { document, addEventListener, location, history, innerWidth: 390 };
    new Function(...Object.keys(given), script)(...Object.values(given));
    const names = (id: string) => lists[id]?.map(({ name }) => name).join(' ');
    const shown = () => [names('first'), names('others'), said.textContent, rest.hidden];
    const choose = (values: Record<string, string>, checked = false) => {
      const chosen = Object.entries({ text: '', ...values }).map(([name, value]) => [
        name,
        { value, selectedOptions: [{ text: `the ${value}` }], options: [] },
      ]);
      form.elements = { ...Object.fromEntries(chosen), few: { checked } };
      on.input?.();
      return shown();
    };
    return { form, on, location, found, shown, choose };
  }

  it('shows its filters, and what is to do first until something is chosen', () => {
    const { form, shown, choose } = opened();
    const asWritten = ['Ada bob', 'Çem dan Eve', '', false];
    expect([form.hidden, shown()]).toEqual([false, asWritten]);
    expect(choose({ order: 'n' })[0]).toBe('Ada bob Çem dan');
    expect(choose({ text: ' ', owner: '', order: '' })).toEqual(asWritten);
  });

  const left = '; 1 more with little data';
  it.each<[object, boolean, string, string, string]>([
    [{ owner: '0' }, false, 'Ada dan', 'bob Çem Eve', '2'],
    [{ owner: '-' }, false, 'bob', 'Ada Çem dan Eve', '1'],
    [{ owner: '1' }, false, 'Çem', 'Ada bob dan Eve', `1${left}`],
    [{ owner: '1' }, true, 'Çem Eve', 'Ada bob dan', '2'],
    [{ portfolio: '0' }, true, 'Ada dan Eve', 'bob Çem', '3'],
    [{ portfolio: '1' }, false, 'dan', 'Ada bob Çem Eve', '1'],
    [{ level: 'h', portfolio: '0' }, false, 'Ada', 'bob Çem dan Eve', `1${left}`],
    [{ text: ' CEM ' }, false, 'Çem', 'Ada bob dan Eve', '1'],
    [{ text: 'a d' }, false, 'Ada dan', 'bob Çem Eve', '2'],
    [{ text: 'bobb' }, false, 'bob', 'Ada Çem dan Eve', '1'],
    [{ text: 'cme' }, false, '', 'Ada bob Çem dan Eve', '0'],
    [{ text: 'dnaa' }, false, '', 'Ada bob Çem dan Eve', '0'],
    [{ order: 's' }, true, 'Eve Çem Ada bob dan', '', '5'],
    [{ order: 'c' }, false, 'bob Ada dan Çem', 'Eve', `4${left}`],
    [{ order: 'r' }, false, 'bob dan Ada Çem', 'Eve', `4${left}`],
  ])('finds %j, with little data: %s', (values, few, first, others, count) => {
    const [found, more = ''] = count.split(/(?=;)/);
    const searched = 'text' in values ? 6 : 5;
    const said = `${found} of 7 clients${more}. Searched: the ${searched} that are here`;
    expect(opened().choose(values as Record<string, string>, few)).toEqual([first, others, said, true]);
  });

  it('finds while somebody types, and stays on the page if they press Enter', () => {
    const stayed: string[] = [];
    opened().on.submit?.({ preventDefault: () => stayed.push('here') });
    expect(stayed).toEqual(['here']);
  });

  it('keeps what was chosen in the address, and opens it again', () => {
    const { choose, location } = opened();
    choose({ text: 'a d', level: 'h' }, true);
    expect(location.hash).toBe('#text=a+d&level=the+h&few=yes');
    expect(opened(location.hash).shown()[2]).toMatch(/^2 of 7 clients/);
  });

  it('finds clients that have no row', () => {
    const { choose, found } = opened();
    expect([choose({ text: 'fa' })[2], found.names]).toEqual([
      '1 of 7 clients. Searched: the 6 that are here',
      ['Fay 90.5'],
    ]);
  });
});
