import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readMorning } from '../../bin/admin/morning/morning.ts';
import { brightwater } from '../../bin/local/demo/brightwater.ts';
import { type LocalService, startService } from '../../bin/local/service.ts';
import { type ClientHealthApi, createClient } from '../../client/index.ts';
import { type Assistant, mcpInProcess } from './stdio.ts';

// Eleven questions that an account manager asks an assistant, with the calls that it makes. Every figure in the results
// equals the API's.

let service: LocalService;
let api: ClientHealthApi;
let assistant: Assistant;
beforeAll(async () => {
  service = await startService({ port: 0, demos: [brightwater] });
  const { baseUrl, accounts } = service;
  const apiKey = accounts[0]?.apiKey ?? '';
  api = createClient({ baseUrl, apiKey, maxWaitSeconds: 70 });
  assistant = await mcpInProcess({ baseUrl, apiKey });
});
afterAll(() => service.stop());

const ask = async (tool: string, given?: object) => (await assistant.ask(tool, given)).data;

describe('eleven questions', () => {
  it('Who fell most this month, and why?', async () => {
    const { clients, total } = await ask('get_movers', { direction: 'declining', limit: 1 });
    const expected = await api.listTrendingClients({ direction: 'declining', limit: 1 });
    const [fallen] = expected.clients;

    // without those of which little is known
    expect(total).toBeLessThan(expected.total);
    expect(clients[0]).toMatchObject({ id: 'c-1044', name: 'Juniper Row Solar', score: fallen?.score });
    expect(clients[0]).toMatchObject(fallen?.scoreChanges['30day'] ?? {});
    const reasons = await ask('get_client', { client_id: clients[0].id });
    expect(reasons.priorities).toEqual((await api.getClientPriorities('c-1044')).priorities);
  });

  it('Who needs me first, and what do I do?', async () => {
    const { clients, total } = await ask('get_movers', { direction: 'to_do_first' });
    const { toDo } = await readMorning(api, {});

    expect(total).toBe(toDo?.total);
    expect(clients.map(({ id, largestMove = '' }: Record<string, string>) => [id, largestMove])).toEqual(
      toDo?.clients.slice(0, 10).map(({ id, why }) => [id, why]),
    );
    expect(clients.slice(0, 3).map(({ nextStep }: Record<string, string>) => nextStep)).toEqual(
      toDo?.clients.slice(0, 3).map(({ next }) => next),
    );
  });

  it('Prepare my call with Juniper Row Solar', async () => {
    const { clients } = await ask('find_clients', { name: 'juniper row solar' });
    const [{ id }] = clients;
    const client = { client_id: id };
    const { topics, categories, summary, historyOf90Days, alignment, ...facts } = await ask('get_client', client);
    const { notes, totalNotes, keyPeople, totalPeople } = await ask('get_notes_and_people', { ...client, limit: 3 });
    const { streams } = await ask('get_streams', client);
    const detail = await api.getClient('c-1044');

    expect(id).toBe('c-1044');
    const { score, lastContactDate, metadata } = detail;
    expect(facts).toMatchObject({ score, lastContactDate, metadata });
    expect([summary, historyOf90Days]).toEqual([detail.spotlightSummary, detail.historicalData]);
    expect(topics).toEqual(
      detail.topics.topics.map(({ id, displayName: name, score, weight, contribution }) => ({
        id,
        name,
        score,
        weight,
        contribution,
      })),
    );
    expect(categories).toEqual(
      detail.topics.categories.map(({ name, score, scoredTopicCount }) => ({ name, score, scoredTopicCount })),
    );
    expect(alignment).toEqual((await api.getClientAlignment('c-1044')).alignment);
    const written = await api.listClientNotes('c-1044', { limit: 3 });
    expect({ notes, totalNotes }).toEqual({ notes: written.notes, totalNotes: written.total });
    const people = await api.listClientKeyPeople('c-1044');
    expect({ keyPeople, totalPeople }).toEqual({ keyPeople: people.keyPeople, totalPeople: people.total });
    expect(streams.map((stream: { score: number }) => stream.score)).toEqual(
      (await api.listClientStreams('c-1044')).streams.map(({ score }) => score),
    );
  });

  it('Which portfolio is at risk?', async () => {
    const { portfolios, total } = await ask('list_portfolios_or_alignment', { about: 'portfolios' });
    const expected = await api.listPortfolios();

    expect(total).toBe(expected.total);
    for (const { id, clientCount, health } of portfolios) {
      const detail = await api.getPortfolio(id, { include_clients: false });
      expect({ clientCount, health }).toEqual({ clientCount: detail.clientCount, health: detail.health });
    }
    expect(portfolios.map(({ id }: { id: string }) => id)).toEqual(expected.portfolios.map(({ id }) => id));
  });

  it('How are we doing?', async () => {
    const { customerId: _, trackRecord, ...expected } = await api.getStatisticsOverview();
    const { trackRecord: record, leavers, ...figures } = await ask('get_overview');

    expect(figures).toEqual(expected);
    expect(leavers).toEqual(trackRecord?.leavers);
    // without single months
    expect(record).toMatchObject({ left: trackRecord?.left, warnedFirst: trackRecord?.warnedFirst });
    expect(record.score[0].levels).toEqual(trackRecord?.score[0]?.levels);
  });

  it('How is one portfolio doing, by its name?', async () => {
    const { portfolios } = await api.listPortfolios({ include_system: false });
    const { id = '', name = '' } = portfolios[0] ?? {};
    const { customerId: _, ...expected } = await api.getStatisticsOverview({ portfolio_id: id });

    expect(await ask('get_overview', { portfolio: name.toUpperCase() })).toEqual(expected);
    expect(await ask('get_overview', { portfolio: id })).toEqual(expected);
  });

  it('Which five clients have the lowest scores?', async () => {
    const all = await api.all('listClients');
    const { clients, total, left_out } = await ask('find_clients', { limit: 5 });
    const next = await ask('find_clients', { limit: 5, offset: 5 });
    const shown = (list: readonly { id: string; score: number }[]) => list.map(({ id, score }) => [id, score]);

    expect(total).toBe(all.length);
    expect(shown([...clients, ...next.clients])).toEqual(shown(all.slice(-10).reverse()));
    expect(left_out.clients).toBe(`5 of ${all.length} are shown. Ask again with offset 5.`);
    expect(shown((await ask('find_clients', { limit: 5, order: 'highest' })).clients)).toEqual(shown(all.slice(0, 5)));
  });

  it('Which high-risk clients have a name with "row"?', async () => {
    const { clients, total } = await ask('find_clients', { name: 'row', risk_level: 'highRisk' });
    const expected = (await api.all('searchClients', { query: 'row' })).filter(({ score }) => score < 70);

    expect(total).toBe(expected.length);
    expect(clients.map(({ id }: { id: string }) => id)).toEqual(expected.map(({ id }) => id).slice(0, 25));
  });

  it('How did its score develop in a year?', async () => {
    expect(await ask('get_history', { client_id: 'c-1044' })).toMatchObject({ dataPoints: 90 });
    expect(await ask('get_history', { client_id: 'c-1044', days: 365 })).toEqual(
      await api.getClientHistory('c-1044', { days: 365 }),
    );
  });

  it('For which clients is the alignment read red?', async () => {
    const { clients, total } = await ask('list_portfolios_or_alignment', { about: 'alignment', value: 'red' });
    const red = (await api.all('listAlignment')).filter(({ alignment }) => alignment?.value === 'red');

    expect(total).toBe(red.length);
    expect(clients).toEqual(red.slice(0, 25).map(({ scoreSource: _, ...entry }) => entry));
  });

  it('What is behind the best stream?', async () => {
    const { streams, total } = await ask('get_streams', { limit: 1 });
    const [best] = (await api.listStreams({ limit: 1 })).streams;
    const { id, parentClientId: client_id, score } = streams[0];
    const detail = await api.getStream({ client_id, stream_id: id });

    expect({ id, score, total }).toEqual({ id: best?.id, score: best?.score, total: (await api.listStreams()).total });
    expect(await ask('get_streams', { client_id, stream_id: id })).toMatchObject({
      score: detail.score,
      spotlight: detail.spotlight,
      insights: detail.insights,
      contextualClues: detail.contextualClues,
      growthRecommendations: detail.growthRecommendations,
    });
  });
});
