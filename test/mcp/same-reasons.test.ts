import { expect, it } from 'vitest';
import { readMorning } from '../../bin/cli/morning/morning.ts';
import { collect } from '../../board/data/collect.ts';
import { readRows } from '../../board/data/rows.ts';
import { boardPage } from '../../board/page.ts';
import { createClient, type Fetch } from '../../client/index.ts';
import { dateOf, dayOf } from '../../shared/domain/dates.ts';
import { lifeOf, noonAfter } from '../support/service/life.ts';
import { mcpInProcess } from './assistant.ts';

const night = dayOf('2026-11-23');
const ago = (days: number) => dateOf(night - days);

const clients = 'Client ID,Name\nC1,Acorn\nC2,Birch\n';
/** Both were paid in time for long; Birch pays no longer. */
const invoices = ['Acorn', 'Birch'].flatMap((name) =>
  Array.from({ length: 9 }, (_, at) => {
    const isOpen = name === 'Birch' && at === 0;
    return `INV-${name === 'Birch' ? at : 20 + at},${name},${ago(20 + 20 * at)},${isOpen ? '' : ago(22 + 20 * at)}`;
  }),
);
const meetings = ['Acorn', 'Birch'].flatMap((name) =>
  Array.from({ length: 20 }, (_, at) => {
    const outcome = name === 'Birch' && at === 0 ? 'Cancelled' : 'Completed';
    return `${name}-${at},${name},${ago(2 + 7 * at)},${outcome}`;
  }),
);

/** `Billing and Payment -9.2 (INV-88: 45 days overdue; INV-89: 20 days overdue)`: its reasons. */
const reasonsIn = (text = '') => [...text.matchAll(/\((.+?)\)/g)].flatMap(([, inside = '']) => inside.split('; '));
const wordsOf = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

it('board, morning, API and assistant give a client the same reasons', async () => {
  const life = lifeOf(new Map(), (night - 1) * 86_400_000);
  await life.run('accounts create --account acme --name Acme');
  const note = `Client ID,Note ID,Created At,Created By,Type,Content\nC1,n1,${ago(1)}T10:00:00Z,Ada,call,Talked\n`;
  await life.importFiles('acme', { 'clients.csv': clients, 'notes.csv': note });
  const files = {
    'invoices-2026-11-22.csv': `Invoice ID,Company,Due Date,Paid Date\n${invoices.join('\n')}\n`,
    'meetings-2026-11-22.csv': `Meeting ID,Company,Date,Outcome\n${meetings.join('\n')}\n`,
  };
  await life.importFiles('acme', files, '--map invoices --map meetings');
  await life.run('score --account acme --history 60');
  await life.night(night);
  const { apiKey } = await life.newKey('acme');
  const ask = await life.asker(apiKey);
  const fetch: Fetch = async (url) => {
    const { status, headers, body } = await ask(url.slice(url.indexOf('/v1') + 3));
    return { status, headers: new Headers(headers), text: async () => body };
  };
  const options = { baseUrl: 'https://api.example.com/v1', apiKey, fetch };
  const api = createClient(options);

  // the newest meeting that was held, or the newest note, in detail and list
  const listed = (await api.listClients()).clients.map(({ id, lastContactDate }) => [
    id,
    lastContactDate?.slice(0, 10),
  ]);
  expect(new Map(listed as [string, string][])).toEqual(
    new Map([
      ['C1', ago(1)],
      ['C2', ago(9)],
    ]),
  );
  expect((await api.getClient('C1')).lastContactDate).toBe(`${ago(1)}T10:00:00.000Z`);

  const { evidence, pulledDownBy, reason } = (await api.getClient('C2')).topics;
  const row = (await readRows(api, {})).rows.find(({ id }) => id === 'C2');
  const board = boardPage(await collect(api), noonAfter(night));
  const onBoard = [
    ...(/<ul class="evidence">(.*?)<\/ul>/.exec(board.split('id="client-C2"')[1] ?? '')?.[1] ?? '').matchAll(
      /<li>(.*?)<span/g,
    ),
  ];
  const morning = (await readMorning(api, {})).toDo?.clients.find(({ id }) => id === 'C2');
  const assistant = await mcpInProcess(options);
  const told = (await assistant.ask('get_client', { client_id: 'C2' })).data;
  const [mover] = (await assistant.ask('get_movers', { direction: 'to_do_first' })).data.clients;

  const [texts, pulls] = [evidence, pulledDownBy].map((all) => all.map(({ text }) => text)) as [string[], string[]];
  expect(row?.reason).toBe(reason);
  expect(texts).toEqual(
    expect.arrayContaining([expect.stringMatching(/^INV-0: .*overdue/), expect.stringMatching(/meeting/)]),
  );
  expect(onBoard.map(([, text = '']) => wordsOf(text))).toEqual(texts);
  expect(told.evidence).toEqual(evidence);
  expect(mover).toMatchObject({ id: 'C2', reason: row?.reason, nextStep: row?.nextStep });
  expect(mover.evidence.map(({ text }: { text: string }) => text)).toEqual(texts);
  expect(morning).toMatchObject({ why: row?.reason, next: row?.nextStep });
  expect(reasonsIn(row?.reason).filter((reason) => ![...texts, ...pulls].includes(reason))).toEqual([]);
});
