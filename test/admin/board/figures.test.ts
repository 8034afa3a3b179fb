import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formats } from '../../../bin/admin/morning/formats.ts';
import { readMorning } from '../../../bin/admin/morning/morning.ts';
import { brightwater } from '../../../bin/local/demo/brightwater.ts';
import { loadDemo } from '../../../bin/local/demo/load.ts';
import { collect } from '../../../board/data/collect.ts';
import { boardPage } from '../../../board/page.ts';
import {
  ageText,
  changeText,
  counted,
  dateText,
  percent,
  points,
  revenueText,
  signed,
  whole,
} from '../../../board/view/text.ts';
import { type ClientEntry, type ClientHealthApi, createClient, type Fetch } from '../../../client/index.ts';
import { dayOf } from '../../../shared/domain/dates.ts';
import { putKey } from '../../support/service/api-keys.ts';
import { noon } from '../../support/service/deps.ts';
import { serving } from '../../support/service/served.ts';
import { memoryTable } from '../../support/store/table.ts';

// Every figure of the demo's board, computed a second time from the endpoints of JSON. The board reads the CSV export.

interface Client extends ClientEntry {
  /** Its score rests on one topic at most. */
  readonly isFew: boolean;
  /** What moved its score most. */
  readonly why: string;
  readonly change: Readonly<Record<'7day' | '30day', number | undefined>>;
  readonly read: string;
  readonly portfolios: readonly string[];
}

let page = '';
let overview: Awaited<ReturnType<ClientHealthApi['getStatisticsOverview']>>;
let clients: Client[] = [];
let portfolios: readonly { readonly id: string; readonly name: string }[] = [];

const ends: (() => void)[] = [];
let service: Promise<string> | undefined;
async function startService(): Promise<string> {
  const table = memoryTable();
  await loadDemo(table, brightwater, dayOf('2026-11-20'));
  const baseUrl = await serving(table, (end) => void ends.push(end));
  servedKey = () => putKey(table, { customerId: brightwater.customerId });
  return baseUrl;
}
let servedKey: () => Promise<string> = () => Promise.reject(new Error('not started'));

/** What the service answered, by path: of all mutants of the board, only the first one loads the demo. */
const space = globalThis as { boardAnswers?: Map<string, string> };
space.boardAnswers ??= new Map();
const answers = space.boardAnswers;

const base = 'https://api.example.com/v1';
const recorded: Fetch = async (url) => {
  const path = url.slice(base.length);
  if (!answers.has(path)) {
    service ??= startService();
    const baseUrl = await service;
    // with a key for each request: one has 100 in the minute at which the clock stands
    const response = await fetch(`${baseUrl}${path}`, { headers: { 'X-API-Key': await servedKey() } });
    if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
    answers.set(path, await response.text());
  }
  return { status: 200, headers: new Headers(), text: async () => answers.get(path) ?? '' };
};
const reader = createClient({ baseUrl: base, apiKey: 'svctest', fetch: recorded });

beforeAll(async () => {
  page = boardPage(await collect(reader, { title: 'Brightwater' }), noon);
  overview = await reader.getStatisticsOverview();
  const changes = new Map<string, Client['change']>();
  for (const direction of ['declining', 'improving', 'stable'] as const) {
    for (const { id, scoreChanges } of await reader.all('listTrendingClients', { direction, period: '7day' }))
      changes.set(id, { '7day': scoreChanges['7day']?.change, '30day': scoreChanges['30day']?.change });
  }
  const reads = new Map((await reader.all('listAlignment')).map(({ clientId, alignment }) => [clientId, alignment]));
  portfolios = (await reader.listPortfolios({ include_system: false })).portfolios;
  const members = new Map<string, Set<string>>();
  for (const { id } of portfolios)
    members.set(id, new Set((await reader.all('listClients', { portfolio_id: id })).map((client) => client.id)));
  // the count stands before the columns of metadata
  const rows = (await reader.exportClientsCsv()).split('\r\n');
  const at = rows[0]?.split(',').indexOf('scoredTopics') ?? 0;
  const fromEnd = (rows[0]?.split(',').length ?? 0) - at;
  const scored = new Map(rows.slice(1).map((row) => [row.split(',')[0], Number(row.split(',').at(-fromEnd))]));
  const reasons = new Map(rows.slice(1).map((row) => [row.split(',')[0], row.split(',').at(1 - fromEnd) ?? '']));
  clients = (await reader.all('listClients')).map((client) => ({
    ...client,
    isFew: (scored.get(client.id) ?? 0) < 2,
    why: (reasons.get(client.id) ?? '').replaceAll('"', ''),
    change: changes.get(client.id) ?? { '7day': undefined, '30day': undefined },
    read: reads.get(client.id)?.value ?? '',
    portfolios: portfolios.filter(({ id }) => members.get(id)?.has(client.id)).map(({ name }) => name),
  }));
});

afterAll(() => {
  for (const end of ends) end();
});

const levels = ['High risk', 'Medium risk', 'Low risk', 'On track'] as const;
const keys = ['highRisk', 'mediumRisk', 'lowRisk', 'onTrack'] as const;
const levelOf = (score: number) => (score < 70 ? 0 : score < 100 ? 1 : score < 140 ? 2 : 3);
const revenueOf = ({ metadata }: ClientEntry) => metadata.revenueTTM as number | undefined;
const ownerOf = ({ metadata }: ClientEntry) => `${metadata.accountOwner ?? 'no owner'}`;
const sum = (list: readonly Client[]) => list.reduce((all, client) => all + (revenueOf(client) ?? 0), 0);
const moved = (period: '7day' | '30day', sign: 1 | -1) =>
  clients
    .filter(({ isFew, change }) => !isFew && (change[period] ?? 0) * sign > 0)
    .sort(
      (a, b) =>
        ((b.change[period] ?? 0) - (a.change[period] ?? 0)) * sign || a.score - b.score || (a.id < b.id ? -1 : 1),
    );
function urgent(): Client[] {
  const known = clients.flatMap((client) => revenueOf(client) ?? []).sort((a, b) => a - b);
  const median = known[Math.floor(known.length / 2)] ?? 0;
  const urgency = (client: Client) =>
    (revenueOf(client) ?? median) * (100 - client.score + Math.max(-(client.change['30day'] ?? 0), 0));
  return clients.filter(({ score, isFew }) => score < 100 && !isFew).sort((a, b) => urgency(b) - urgency(a));
}
const dayAt = (time: number) => Math.floor(time / 86_400_000);
const daysSince = (date: string) => dayAt(noon) - dayAt(Date.parse(date));
const ago = (date: string) => (daysSince(date) === 0 ? 'today' : `${counted(daysSince(date), 'day')} ago`);

const textOf = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&#38;', '&')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll(/[\s\u00a0]+/g, ' ')
    .trim();
const words = (...parts: readonly unknown[]) => textOf(parts.flat(9).join(' '));
/** The text of the card with this heading. */
const card = (heading: string) => textOf(page.split(`<h2>${heading}</h2>`)[1]?.split('</section>')[0] ?? '');

describe('every figure of the board is the API’s', () => {
  it('the score, its changes, levels and revenue', () => {
    const {
      score,
      total,
      medianScore,
      insufficientDataCount: few,
      breakdown,
      distribution,
      revenueTTM,
      trends,
    } = overview;
    const figures = textOf(page.split('aria-label="The portfolio">')[1]?.split('</section>')[0] ?? '');
    const share = (value: number) => percent(value / revenueTTM.total);

    expect(textOf(page.match(/<header>.*?<\/header>/s)?.[0] ?? '')).toBe(
      `Brightwater Client health, All clients Scores of ${dateText(overview.scoresUpdatedAt ?? '')}, ${ageText(noon - Date.parse(overview.scoresUpdatedAt ?? ''))} old`,
    );
    expect(total).toBe(clients.length);
    expect(figures).toBe(
      words(
        [points(score), levels[levelOf(score)]],
        [
          signed(trends['30day'].averageChange ?? 0),
          'in 30 days,',
          signed(trends['7day'].averageChange ?? 0),
          'in 7 days',
        ],
        `Average score (0–200) and change. Median ${points(medianScore)}. ${total} clients, ${few} with fewer than 8 of 15 topics.`,
        `${revenueText(revenueTTM.highRisk)} revenue at high risk, ${share(revenueTTM.highRisk)} of ${revenueText(revenueTTM.total)}. Revenue missing for ${clients.filter((client) => revenueOf(client) === undefined).length} clients.`,
        'Clients and revenue of 12 months by level Level Clients Revenue, 12 months',
        keys.map((key, at) => [
          [levels[at], breakdown[key], `${Math.round(distribution[`${key}Percent`])}%`],
          [revenueText(revenueTTM[key]), share(revenueTTM[key])],
        ]),
        'Clients Revenue',
      ).replace(/ (?=in \d+ days)/g, ' '),
    );
  });

  it('the picture: a point for every client at its score, and who fell most', () => {
    const fallen = moved('30day', -1).slice(0, 6);
    const x = (score: number) => Math.round(58 + (score / 200) * (748 - 58));
    const drawn = ['h', 'm', 'l', 't'].map((level) => {
      let at = 0;
      const path = page.match(new RegExp(`<path class="points ${level}" d="(.*?)"`))?.[1] ?? '';
      return [...path.matchAll(/m(-?\d+)/g)].map(([, by]) => (at += Number(by)));
    });

    expect(page).toContain(
      `aria-label="235 clients by score and revenue. Fell most in 30 days: ${fallen.map(({ name, change }) => `${name} ${signed(change['30day'] ?? 0)}`).join(', ')}."`,
    );
    for (const [level, places] of drawn.entries()) {
      const expected = clients.filter(({ score }) => levelOf(score) === level).map(({ score }) => x(score));
      expect(new Set(places)).toEqual(new Set(expected));
      expect(places.length).toBeLessThanOrEqual(expected.length);
    }
  });

  it('the rows, those to act on first by revenue × (points below 100 + points lost)', () => {
    const rows = [
      ...page.matchAll(/<li (data-l[^>]*)>(?:<details><summary>|<div class="row">)(.*?)(?:<\/summary>|<\/div>)/gs),
    ];
    // two clients have one name
    const named = rows.map(([, data = '', cells = '']) => {
      const name = textOf(cells.match(/<bdi>(.*?)<\/bdi>/s)?.[1] ?? '');
      return clients.find((client) => textOf(client.name) === name && data.includes(`data-s=${client.score} `));
    });

    expect(new Set(named).size).toBe(clients.length);
    for (const [at, client] of named.entries()) {
      if (!client) throw new Error(`row ${at} names no client`);
      const [, data, cells = ''] = rows[at] ?? [];
      const spans = [...cells.matchAll(/<span class="[wns]">.*?<\/span>(?=<span class="[nsc]">)|<i.*?<\/i>/gs)].map(
        ([part]) => textOf(part),
      );
      expect([client.name, ...spans.slice(1, 2), spans.at(-1)]).toEqual([
        client.name,
        words(revenueText(revenueOf(client))),
        changeText(client.change['30day']),
      ]);
      expect(spans[0]).toBe(`${textOf(client.name)} ${ownerOf(client)}`);
      expect(spans[2]).toMatch(
        new RegExp(`^${points(client.score)}${client.hasInsufficientData ? ' (\\d+ of 15 topics|little data)' : ''}$`),
      );
      expect(data).toContain(`data-l=${'hmlt'[levelOf(client.score)]} data-s=${client.score} `);
    }
    expect(named.slice(0, 10)).toEqual(urgent().slice(0, 10));
  });

  it('the sections: topics, steps, scores, people', async () => {
    const sections = [
      ...page.matchAll(/<li data-l[^>]*><details><summary>.*?<bdi>(.*?)<\/bdi>(.*?)<\/summary>(.*?)<\/details>/gs),
    ];
    expect(sections.length).toBe(50);
    const used = new Set<string>();
    for (const [, name = '', row = '', section = ''] of sections) {
      const client = clients.find((each) => textOf(each.name) === textOf(name));
      if (!client) throw new Error(`no client ${name}`);
      const { topics, spotlightSummary, historicalData } = await reader.getClient(client.id);
      const { priorities } = await reader.getClientPriorities(client.id);
      const { keyPeople } = await reader.listClientKeyPeople(client.id);
      const known = topics.topics
        .filter(({ hasInsufficientData }) => !hasInsufficientData)
        .sort((a, b) => a.contribution - b.contribution);
      const worst = known.filter(({ contribution }) => contribution < 0).slice(0, 2);
      const move = topics.changes?.['30day'];
      const nameOf = (id: string) => topics.topics.find((topic) => topic.id === id)?.displayName;
      const changeOf = new Map(move?.topics.map(({ id, change }) => [id, change]));
      const fell = (move?.change ?? 0) <= -3 ? (move?.topics.filter(({ change }) => change < 0).slice(0, 2) ?? []) : [];
      const why = fell.map(({ id, change, data }) => [
        `${nameOf(id)}${data === 'ended' ? ', data ended' : ''}`,
        signed(change),
      ]);
      const steps = [...section.matchAll(/<li><bdi>([^<]*)<\/bdi><\/li>/g)].map(([, text = '']) => textOf(text));
      // the API says before the first how much the topic fell
      const ofTopics = worst
        .flatMap(({ id }) => priorities.find(({ topic }) => topic === id)?.recommendations ?? [])
        .join('\n');

      expect(textOf(row.match(/<span class="why">.*?<\/span><span class="step">/s)?.[0] ?? '')).toBe(
        words(
          why.length > 0
            ? ['In 30 days:', why]
            : worst.map(({ displayName, contribution }) => [displayName, signed(contribution)]),
        ) || 'No topic is below 100',
      );
      expect(textOf(section.match(/<tbody>.*?<\/tbody>/s)?.[0] ?? '')).toBe(
        words(
          known.map(({ id, displayName, score, contribution }) => [
            ...[displayName, points(score ?? 0), signed(contribution)],
            changeOf.has(id) ? signed(changeOf.get(id) ?? 0) : '',
          ]),
        ),
      );
      for (const step of steps.slice(0, -keyPeople.length || undefined)) {
        expect(ofTopics).toContain(step);
        expect(used).not.toContain(step);
        used.add(step);
      }
      expect(textOf(section)).toContain(textOf(spotlightSummary));
      expect(section).toContain(
        `Scores of ${name} from ${points(historicalData[0] ?? 0)} to ${points(historicalData.at(-1) ?? 0)} in ${historicalData.length} days`,
      );
      expect(steps.slice(-keyPeople.length || steps.length)).toEqual(
        keyPeople.map(({ name, title, role }) => [name, title, role].filter(Boolean).join(', ')),
      );
      if (known.length < 15) expect(textOf(section)).toContain(`${15 - known.length} of 15 topics have no data.`);
      expect(textOf(section)).toContain(
        `${client.lastContactDate ? `Last contact ${ago(client.lastContactDate)}` : 'No contact known'} · ${client.read ? `weekly read ${client.read}` : 'no weekly read'}`,
      );
    }
  });

  it('the distribution, and how far to trust it', () => {
    const bins = Array.from(
      { length: 20 },
      (_, at) => clients.filter(({ score }) => Math.min(Math.floor(score / 10), 19) === at).length,
    );
    const newest =
      clients
        .map(({ lastContactDate }) => lastContactDate ?? '')
        .sort()
        .at(-1) ?? '';
    const unknown = clients.filter((client) => revenueOf(client) === undefined).length;
    const few = overview.insufficientDataCount;

    expect(card('Scores of all clients')).toBe(
      words('How many clients have a score of 0 to 10, 10 to 20 and so on.', bins.filter(Boolean), '0 70 100 140 200'),
    );
    expect(card('How far to trust this')).toBe(
      words(
        'Whether data still arrives is shown by client-health status .',
        `Scores 20 Nov 2026, ${ageText(noon - Date.parse(overview.scoresUpdatedAt ?? ''))} old`,
        `Newest contact ${dateText(newest)}, ${ago(newest)}`,
        `Little data ${few} of 235 clients, ${percent(few / 235)}: fewer than 8 of 15 topics`,
        `Left out ${clients.filter(({ isFew }) => isFew).length} clients in “What to do first”, falls and rises: one topic or none has data`,
        `Revenue unknown ${unknown} of 235 clients`,
      ),
    );
    expect(clients.filter(({ hasInsufficientData }) => hasInsufficientData).length).toBe(few);
  });

  it('the moves of 30 and 7 days', () => {
    const lists = (['30day', '7day'] as const).map((period) => {
      const [down, up] = [moved(period, -1), moved(period, 1)];
      const lines = [...down.slice(0, 5), ...up.slice(0, 5)];
      return [
        `${period.replace('day', ' days')}: ${down.length} down, ${up.length} up Client Bar Change Score`,
        lines.map(({ name, change, score, why }) => [
          ...[name, period === '30day' ? why : '', signed(change[period] ?? 0), points(score)],
        ]),
      ];
    });

    expect(card('Moves, down and up')).toBe(words('The largest 5 each. All bars have one scale.', lists));
  });

  it('owners and portfolios', async () => {
    const mean = (list: readonly Client[]) =>
      list.reduce((all, { score }) => all + Math.round(score * 10), 0) / 10 / list.length;
    const line = (name: string, list: readonly Client[]) => {
      const high = list.filter(({ score }) => score < 70);
      return words(name, list.length, points(mean(list)), percent(high.length / list.length), revenueText(sum(high)));
    };
    const rowsOf = (heading: string) =>
      [
        ...(page.split(`<h2>${heading}</h2>`)[1]?.split('</section>')[0] ?? '').matchAll(
          /<tr><th scope="row">.*?<\/tr>/gs,
        ),
      ].map(([row]) => textOf(row));
    const owners = [...new Set(clients.map(ownerOf))];

    expect(new Set(rowsOf('By owner'))).toEqual(
      new Set(
        owners.map((owner) =>
          line(
            owner,
            clients.filter((client) => ownerOf(client) === owner),
          ),
        ),
      ),
    );
    const inNone = clients.filter((client) => client.portfolios.length === 0);
    const members = portfolios.map(({ name }) => ({
      name,
      list: clients.filter((client) => client.portfolios.includes(name)),
    }));
    expect(new Set(rowsOf('By portfolio'))).toEqual(
      new Set([
        ...members.filter(({ list }) => list.length > 0).map(({ name, list }) => line(name, list)),
        line('in none', inNone),
      ]),
    );
    for (const [at, { id }] of portfolios.entries()) {
      const { health, clientCount } = await reader.getPortfolio(id, { include_clients: false });
      const list = members[at]?.list ?? [];
      expect([clientCount, health.breakdown.highRisk]).toEqual([
        list.length,
        list.filter(({ score }) => score < 70).length,
      ]);
      if (clientCount > 0) expect(points(mean(list))).toBe(points(health.score));
    }
  });

  it('reads, contacts and streams', async () => {
    const reads = [
      ['Red', 'red'],
      ['Amber', 'amber'],
      ['Green', 'green'],
      ['No read', ''],
    ].map(([name, value]) => {
      const rated = clients.filter(({ read }) => read === value);
      return [name, levels.map((_, at) => rated.filter(({ score }) => levelOf(score) === at).length), rated.length];
    });
    const missed = moved('30day', -1)
      .filter(({ read }) => read === 'green')
      .slice(0, 5);
    const late = clients.filter(({ lastContactDate }) => !lastContactDate || daysSince(lastContactDate) > 30);
    const longer = (days: number) =>
      late.filter(({ lastContactDate }) => lastContactDate && daysSince(lastContactDate) > days).length;
    const { streams } = await reader.listStreams({ limit: 500 });
    const lowest = streams.filter(({ score }) => score < 70).reverse();

    expect(card('People against scores')).toBe(
      words(
        'How many clients have this weekly read, by the level of the score. Weekly reads, by the level of the score Weekly read',
        [levels, 'All', reads, 'Read green and falling: ask whether the read still holds'],
        missed.map((client) => [
          client.name,
          `${signed(client.change['30day'] ?? 0)} to ${points(client.score)}, ${ownerOf(client)}`,
        ]),
      ),
    );
    expect(card('Contacts to catch up')).toBe(
      words(
        `No contact for ${[30, 60, 90].map((days) => `more than ${days} days: ${longer(days)}`).join(', ')}; never: ${late.length - longer(30)}. Most revenue first.`,
        'Clients without contact Client Last contact Score Revenue',
        late
          .sort((a, b) => (revenueOf(b) ?? 0) - (revenueOf(a) ?? 0) || a.score - b.score)
          .slice(0, 5)
          .map((client) => [
            client.name,
            client.lastContactDate ? ago(client.lastContactDate) : 'never',
            points(client.score),
            revenueText(revenueOf(client)),
          ]),
      ),
    );
    expect(card('Streams at high risk')).toBe(
      words(
        `${lowest.length < 20 ? whole(lowest.length) : 'At least 20'} have a score below 70; the 8 lowest. Line: 30 days.`,
        lowest.slice(0, 8).map(({ name, parentClientName, score }) => [name, parentClientName, points(score)]),
      ),
    );
  });
});

it.each(['text', 'markdown', 'html'] as const)('every figure of the morning as %s is the API’s', async (form) => {
  const names = ['high risk', 'medium risk', 'low risk', 'on track'];
  const tenth = (value: number) => `${value > 0 ? '+' : ''}${value.toFixed(1)}`;
  const lineOf = (client: Client, change?: number, why = '') => [
    [
      client.name,
      change === undefined ? '' : `${tenth(change)} to`,
      client.score.toFixed(1),
      names[levelOf(client.score)],
    ],
    ...(change !== undefined && revenueOf(client) !== undefined ? ['revenue', revenueText(revenueOf(client))] : []),
    client.metadata.accountOwner ?? '',
    why,
  ];
  const toDo = await Promise.all(
    urgent()
      .slice(0, 10)
      .map(async (client) => {
        const { topics } = await reader.getClient(client.id);
        const [worst] = topics.topics
          .filter(({ contribution }) => contribution < 0)
          .sort((a, b) => a.contribution - b.contribution);
        const { priorities } = await reader.getClientPriorities(client.id);
        const [step = ''] = priorities.find(({ topic }) => topic === worst?.id)?.recommendations ?? [];
        const month = client.change['30day'] ?? 0;
        return [
          [client.name, client.score.toFixed(1), names[levelOf(client.score)]],
          [month === 0 ? '' : `${tenth(month)} in 30 days`, 'revenue', revenueText(revenueOf(client))],
          [client.metadata.accountOwner ?? '', client.why, 'Next', step.replace(/^Down .*?\)?\. /, '')],
        ];
      }),
  );
  const section = (title: string, list: readonly Client[], period?: '7day' | '30day') => [
    [
      title,
      list.length,
      list
        .slice(0, 10)
        .map((client) => lineOf(client, period && client.change[period], period === '30day' ? client.why : '')),
    ],
    list.length > 10 ? `and ${list.length - 10} more` : '',
  ];
  const { score, trends, total, breakdown } = overview;
  const few = clients
    .filter(({ isFew }) => isFew)
    .sort((a, b) => a.score - b.score || clients.indexOf(a) - clients.indexOf(b));
  const expected = [
    `Brightwater, 2026-11-20 Portfolio score ${score.toFixed(1)} (${names[levelOf(score)]})`,
    `${tenth(trends['7day'].averageChange ?? 0)} in 7 days, ${tenth(trends['30day'].averageChange ?? 0)} in 30 days`,
    `${total} clients: ${keys.map((key, at) => `${breakdown[key]} ${names[at]}`).join(', ')}`,
    ['What to do first', urgent().length, toDo, `and ${urgent().length - 10} more`],
    section('Fell in 7 days', moved('7day', -1), '7day'),
    section('Fell in 30 days', moved('30day', -1), '30day'),
    section('Rose in 7 days', moved('7day', 1), '7day'),
    section('Rose in 30 days', moved('30day', 1), '30day'),
    section('With little data', few),
  ];
  const report = formats[form](await readMorning(reader, { title: 'Brightwater' }));
  const plain = report.replaceAll('&#58;', ':').replaceAll(/\\(.)/g, '$1');
  const shown = form === 'html' ? textOf(report.replace(/<title>.*?<\/title>/, '')) : plain;
  const tokens = (text: string) => textOf(text).match(/[+-]?[\p{L}\p{N}][\p{L}\p{N}.]*(?<!\.)/gu);

  expect(tokens(shown)).toEqual(tokens(expected.flat(9).join(' ')));
});
