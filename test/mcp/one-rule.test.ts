import { describe, expect, it } from 'vitest';
import type { PageCall } from '../../account/call.ts';
import { boardPage as pageOfAccount } from '../../account/pages/board.ts';
import { formats } from '../../bin/cli/morning/formats.ts';
import { readMorning } from '../../bin/cli/morning/morning.ts';
import { brightwater } from '../../bin/local/demo/accounts.ts';
import { loadDemo } from '../../bin/local/demo/load.ts';
import { collect } from '../../board/data/collect.ts';
import { boardPage } from '../../board/page.ts';
import { createClient, type Fetch } from '../../client/index.ts';
import { csvParser } from '../../import/files/readers/csv.ts';
import { dateOf, dayOf } from '../../shared/domain/dates.ts';
import { processIn } from '../functions/worker/world.ts';
import { randomOf } from '../support/random.ts';
import { type Life, lifeOf, noonAfter } from '../support/service/life.ts';
import { mcpInProcess } from './assistant.ts';

// Every surface is asked for every count and list, and they are compared: overview, export, detail and priorities of the
// API, the board as a file and on the page of the account, morning, the event of a night, and assistants.

const night = dayOf('2026-11-23');

async function surfaces(life: Life, account: string, day: number) {
  const { apiKey } = await life.newKey(account, `${account}-all`);
  let ask = await life.asker(apiKey);
  let asked = 0;
  const fetch: Fetch = async (url) => {
    // a key has 100 requests a minute
    asked += 1;
    if (asked % 80 === 0) ask = await life.asker((await life.newKey(account, `${account}-${asked}`)).apiKey);
    const { status, headers, body } = await ask(url.slice(url.indexOf('/v1') + 3));
    return { status, headers: new Headers(headers), text: async () => body };
  };
  const options = { baseUrl: 'https://api.example.com/v1', apiKey, fetch };
  const api = createClient(options);
  const assistant = await mcpInProcess(options);
  /** All pages of an answer. */
  const movers = async (given: object) => {
    const { data } = await assistant.ask('get_movers', { limit: 100, ...given });
    while (data.clients.length < data.total) {
      const more = await assistant.ask('get_movers', { limit: 100, ...given, offset: data.clients.length });
      data.clients.push(...more.data.clients);
    }
    return data;
  };
  const parser = csvParser(',');
  const [head = [], ...cells] = [...parser.feed(await api.exportClientsCsv()), ...parser.end()].map((row) => row.cells);
  const morning = await readMorning(api, {});
  const call = { ports: { api, clock: () => noonAfter(day) }, who: { accountName: account }, request: { base: '' } };
  const page = await pageOfAccount(call as unknown as PageCall);
  return {
    api,
    overview: await api.getStatisticsOverview(),
    health: await api.getPortfolioHealth(),
    rows: cells.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at] ?? '']))),
    morning,
    print: formats.text(morning),
    boards: [boardPage(await collect(api, {}), noonAfter(day)), 'html' in page ? page.html : ''],
    toDo: await movers({ direction: 'to_do_first' }),
    sinceAWeek: (await assistant.ask('get_movers', { limit: 1 })).data.sinceAWeek,
    fell: {
      '7day': await movers({ direction: 'declining', period: '7day' }),
      '30day': await movers({ direction: 'declining' }),
    },
    rose: {
      '7day': await movers({ direction: 'improving', period: '7day' }),
      '30day': await movers({ direction: 'improving' }),
    },
  };
}

const byId = (a: { id?: string }, b: { id?: string }) => ((a.id ?? '') < (b.id ?? '') ? -1 : 1);
const textOf = (html: string) =>
  html
    .replaceAll(/<(style|script)[^>]*>.*?<\/\1>/gs, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');
const ids = ({ clients }: { readonly clients: readonly { readonly id: string }[] }) => clients.map(({ id }) => id);

async function expectOneRule(life: Life, account: string, day: number, event?: string) {
  const { api, overview, health, rows, morning, print, boards, toDo, sinceAWeek, fell, rose } = await surfaces(
    life,
    account,
    day,
  );
  const { attention } = overview;
  const texts = boards.map(textOf);
  const count = (is: (row: Record<string, string>) => boolean) => rows.filter(is).length;
  const moved = (column: string, sign: number) =>
    count((row) => Number(row.scoredTopics) > 1 && Number(row[column]) * sign > 0);

  // the mean, as every headline has it
  expect([morning.score, health.score]).toEqual([overview.score, overview.score]);
  expect(print).toContain(`Portfolio score ${overview.score.toFixed(1)} `);
  for (const text of texts) expect(text).toContain(` ${overview.score.toFixed(1)} `);

  // counts
  const few = {
    noData: count((row) => row.scoredTopics === '0'),
    littleData: count((row) => row.scoredTopics === '1'),
  };
  expect(attention).toMatchObject(few);
  expect([morning.noData?.total, morning.littleData.total]).toEqual([few.noData, few.littleData]);
  expect(toDo).toMatchObject(few);
  if (few.noData + few.littleData > 0)
    for (const text of texts) expect(text).toContain(`${few.littleData} with one topic, ${few.noData} without data`);
  const urgent = count(
    (row) => (Number(row.score) < 100 || Number(row.moved30day) <= -40) && Number(row.scoredTopics) > 1,
  );
  expect([attention.toDoFirst, morning.toDo?.total, toDo.total]).toEqual([urgent, urgent, urgent]);
  expect(print).toContain(`\nWhat to do first: ${urgent}\n`);
  for (const [period, column] of [
    ['7day', 'moved7day'],
    ['30day', 'moved30day'],
  ] as const) {
    const [down, up] = [moved(column, -1), moved(column, 1)];
    expect([attention.fell[period], morning.fell[period].total, fell[period].total]).toEqual([down, down, down]);
    expect([attention.rose[period], morning.rose[period].total, rose[period].total]).toEqual([up, up, up]);
    for (const text of texts) expect(text).toContain(`${period.replace('day', '')} days: ${down} down, ${up} up`);
  }
  const levelOf = (score: number) => [70, 100, 140].filter((bound) => score >= bound).length;
  const changed = count(
    (row) =>
      row.scoredTopics !== '0' &&
      row.change7day !== '' &&
      levelOf(Number(row.score)) !== levelOf(Math.round((Number(row.score) - Number(row.change7day)) * 10) / 10),
  );
  expect(attention.changedLevel).toBe(changed);

  if (event !== undefined) {
    const told = JSON.parse(event);
    expect(told).toMatchObject({ score: overview.score, total: overview.total, noData: few.noData });
    expect([told.toDoFirst.total, told.fell.total, told.littleData.total]).toEqual([
      ...[urgent, attention.fell['7day'], few.littleData],
    ]);
    const said = (morning.toDo?.clients ?? []).map(({ id, why, next }) => ({ id, why, next }));
    const inEvent = told.toDoFirst.clients.map(({ id, reason = '', nextStep = '' }: Record<string, string>) => ({
      ...{ id, why: reason, next: nextStep },
    }));
    expect(inEvent.toSorted(byId)).toEqual(said.toSorted(byId));
    // without names of clients and files
    const unnamed = (text: string) => text.replace(/Client ([A-Y])/g, (_, letter) => `C${letter.charCodeAt(0) - 65}`);
    const files = { name: 'Files', facts: '1 thing is wrong with them.' };
    expect(told.sinceAWeek.map(({ about: name, facts }: Record<string, string>) => ({ name, facts }))).toEqual([
      ...(morning.week ?? []).slice(0, -1).map(({ name, facts }) => ({ name: unnamed(name), facts: unnamed(facts) })),
      files,
    ]);
    expect([overview.feedFaults?.length, morning.week?.at(-1)?.name]).toEqual([1, 'Files']);
  }

  // lists, in their order
  expect(ids(morning.toDo ?? { clients: [] })).toEqual(ids(toDo).slice(0, 50));
  for (const board of boards) {
    const onBoard = [...board.matchAll(/<li [^>]*id="client-([^"]+)"/g)].map(([, id]) => id);
    expect(onBoard.slice(0, Math.min(urgent, 50))).toEqual(ids(morning.toDo ?? { clients: [] }));
  }
  for (const period of ['7day', '30day'] as const) {
    expect(ids(morning.fell[period])).toEqual(ids(fell[period]).slice(0, 50));
    expect(ids(morning.rose[period])).toEqual(ids(rose[period]).slice(0, 50));
  }
  const week = morning.week ?? [];
  expect(sinceAWeek.map(({ name, facts }: Record<string, string>) => ({ name, facts }))).toEqual(week);
  for (const { name, facts } of week)
    for (const text of texts) expect(text).toContain(textOf(`${name} ${facts}`).replaceAll("'", '&#39;').trim());
  expect([morning.remarks, toDo.remarks]).toEqual([morning.remarks, morning.remarks]);

  // reasons and steps
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  for (const { id, why, next, change } of morning.toDo?.clients ?? []) {
    const row = rowOf.get(id);
    expect([why, next, change === null ? '' : String(change)]).toEqual([row?.reason, row?.nextStep, row?.moved30day]);
    const told = toDo.clients.find((each: { id: string }) => each.id === id);
    expect([told.reason ?? '', told.nextStep ?? '']).toEqual([why, next]);
    for (const board of boards) {
      const own = textOf(board.split(`id="client-${id}"`)[1]?.split('</summary>')[0] ?? '').replaceAll('&#39;', "'");
      expect(own).toContain(why);
      expect(own).toContain(next);
    }
  }
  for (const { id } of morning.toDo?.clients.slice(0, 12) ?? []) {
    const [{ topics }, { priorities }] = await Promise.all([api.getClient(id), api.getClientPriorities(id)]);
    expect([topics.reason ?? '', topics.nextSteps[0] ?? '']).toEqual([rowOf.get(id)?.reason, rowOf.get(id)?.nextStep]);
    const taken = new Map(topics.topics.map((topic) => [topic.id, topic.contribution]));
    const order = priorities.map(({ topic, severity }) => [
      ['critical', 'high', 'medium', 'low'].indexOf(severity),
      taken.get(topic) ?? 0,
    ]);
    expect(order).toEqual(order.toSorted(([a = 0, x = 0], [b = 0, y = 0]) => a - b || x - y));
  }
  return { urgent, few, fell: attention.fell['30day'] };
}

it('of the demo', async () => {
  const life = lifeOf(new Map(), night * 86_400_000);
  await loadDemo(processIn(life.world).table, brightwater, night);

  expect((await expectOneRule(life, 'brightwater', night)).urgent).toBeGreaterThan(5);
});

describe.each([1, 2, 3])('of random account %i', (seed) => {
  it('whose tickets, invoices and meetings were imported', async () => {
    const random = randomOf(seed);
    const pick = (most: number) => Math.floor(random() * most);
    const ago = (days: number) => dateOf(night - days);
    const names = Array.from({ length: 25 }, (_, at) => `Client ${String.fromCharCode(65 + at)}`);
    // some have nothing, some tickets alone
    const sources = names.map(() => pick(4));
    const clients = names.map((name, at) => `C${at},${name},${['Ada', 'Bo', ''][at % 3]},${at === 3 ? ago(4) : ''}`);
    const rowsOf = (least: number, make: (name: string, at: number) => string) =>
      names.flatMap((name, at) =>
        (sources[at] ?? 0) < least ? [] : Array.from({ length: 6 + pick(14) }, (__, row) => make(name, at * 100 + row)),
      );
    const tickets = rowsOf(1, (name, id) => {
      const asked = 2 + pick(150);
      const hours = pick(6) === 0 ? 60 + pick(90) : 1 + pick(20);
      return `${id},${name},${ago(asked)} 08:00,${asked > 8 || pick(3) > 0 ? `${dateOf(night - asked + Math.floor(hours / 24))} ${String(8 + (hours % 12)).padStart(2, '0')}:00` : ''}`;
    });
    const invoices = rowsOf(2, (name, id) => {
      const due = 3 + pick(120);
      return `INV-${id},${name},${ago(due)},${due > 40 || pick(3) > 0 ? ago(Math.max(2, due - pick(25))) : ''}`;
    });
    const meetings = rowsOf(
      3,
      (name, id) => `M${id},${name},${ago(2 + pick(160))},${pick(5) > 0 ? 'Completed' : 'Cancelled'}`,
    );
    const life = lifeOf(new Map(), (night - 1) * 86_400_000);
    await life.run('accounts create --account acme --name Acme');
    await life.importFiles('acme', { 'clients.csv': `Client ID,Name,Account Owner,Left At\n${clients.join('\n')}\n` });
    const files = {
      'tickets-2026-11-22.csv': `Ticket ID,Company,Created At,First Response At\n${tickets.join('\n')}\n`,
      'invoices-2026-11-22.csv': `Invoice ID,Company,Due Date,Paid Date\n${invoices.join('\n')}\n`,
      // a day too late for the night
      'meetings-2026-11-21.csv': `Meeting ID,Company,Date,Outcome\n${meetings.join('\n')}\n`,
    };
    await life.importFiles('acme', files, '--map tickets --map invoices --map meetings --every 1');
    await life.run('score --account acme --history 60');
    const events: string[] = [];
    life.world.bus = (detail) => void events.push(detail);
    await life.night(night);

    const { few, fell, urgent } = await expectOneRule(life, 'acme', night, events.at(-1));
    expect(events.length).toBeGreaterThan(0);
    expect([few.noData > 0, fell > 0, urgent > 0]).toEqual([true, true, true]);
  });
});
