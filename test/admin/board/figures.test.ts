import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brightwater } from '../../../bin/local/demo/brightwater.ts';
import { loadDemo } from '../../../bin/local/demo/load.ts';
import { collect } from '../../../board/data/collect.ts';
import { boardPage } from '../../../board/page.ts';
import { changeText, points, revenueText, signed } from '../../../board/view/text.ts';
import { type ClientEntry, createClient, type Fetch } from '../../../client/index.ts';
import { dayOf } from '../../../shared/domain/dates.ts';
import { putKey } from '../../support/service/api-keys.ts';
import { noon } from '../../support/service/deps.ts';
import { serving } from '../../support/service/served.ts';
import { memoryTable } from '../../support/store/table.ts';

// Rows and sections of the demo's board, worked out a second time from the endpoints of JSON. The board reads the CSV
// export. What it adds up itself is in data.test.ts, how it says it in board.txt.

interface Client extends ClientEntry {
  /** Its score rests on one topic at most. */
  readonly isFew: boolean;
  readonly change30: number | undefined;
}

let page = '';
let clients: Client[] = [];

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

/** What the service answered, by path. */
const answers = new Map<string, string>();
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
  const changes = new Map<string, number | undefined>();
  for (const direction of ['declining', 'improving', 'stable'] as const)
    for (const { id, scoreChanges } of await reader.all('listTrendingClients', { direction }))
      changes.set(id, scoreChanges['30day']?.change);
  // the count stands before the columns of metadata
  const rows = (await reader.exportClientsCsv()).split('\r\n');
  const at = rows[0]?.split(',').indexOf('scoredTopics') ?? 0;
  const fromEnd = (rows[0]?.split(',').length ?? 0) - at;
  const scored = new Map(rows.slice(1).map((row) => [row.split(',')[0], Number(row.split(',').at(-fromEnd))]));
  clients = (await reader.all('listClients')).map((client) => ({
    ...client,
    isFew: (scored.get(client.id) ?? 0) < 2,
    change30: changes.get(client.id),
  }));
});

afterAll(() => {
  for (const end of ends) end();
});

const levelOf = (score: number) => (score < 70 ? 0 : score < 100 ? 1 : score < 140 ? 2 : 3);
const revenueOf = ({ metadata }: ClientEntry) => metadata.revenueTTM as number | undefined;
const ownerOf = ({ metadata }: ClientEntry) => `${metadata.accountOwner ?? 'no owner'}`;
function urgent(): Client[] {
  const known = clients.flatMap((client) => revenueOf(client) ?? []).sort((a, b) => a - b);
  const median = known[Math.floor(known.length / 2)] ?? 0;
  const urgency = (client: Client) =>
    (revenueOf(client) ?? median) * (100 - client.score + Math.max(-(client.change30 ?? 0), 0));
  return clients.filter(({ score, isFew }) => score < 100 && !isFew).sort((a, b) => urgency(b) - urgency(a));
}
const textOf = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&#38;', '&')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll(/[\s\u00a0]+/g, ' ')
    .trim();
const words = (...parts: readonly unknown[]) => textOf(parts.flat(9).join(' '));

describe('what the board says of a client is what the API says', () => {
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
        changeText(client.change30),
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
      const { topics, spotlightSummary } = await reader.getClient(client.id);
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
      expect(steps.slice(-keyPeople.length || steps.length)).toEqual(
        keyPeople.map(({ name, title, role }) => [name, title, role].filter(Boolean).join(', ')),
      );
      if (known.length < 15) expect(textOf(section)).toContain(`${15 - known.length} of 15 topics have no data.`);
    }
  });
});
