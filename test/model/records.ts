import { addDays } from '../../shared/domain/dates.ts';
import type { Account, KnownClient, KnownStream } from './account.ts';
import { contextualClues, growthRecommendations, priorities, spotlight } from './advice.ts';
import { compare, inOrder, type Operations, page, Refused, type Texts } from './basics.ts';
import { changesOf } from './changes.ts';
import { detail } from './clients.ts';
import { isArchived, noTopics, readAsOf, scoreOf, standing } from './figures.ts';

function clientOf({ clients }: Account, { client_id: id }: Texts): KnownClient {
  const known = clients.find(({ client }) => client.id === id);
  if (!known) throw new Refused(404);
  return known;
}

function streamEntry(account: Account, { client }: KnownClient, { stream, computed }: KnownStream, days = 30) {
  const { id, name, state: streamState, goals } = stream;
  const parent = { parentClientId: client.id, parentClientName: client.name };
  const historicalData = computed?.points.slice(-days) ?? [];
  const { customerId } = account;
  return {
    id,
    name,
    customerId,
    ...parent,
    ...standing(computed, stream.importedScore),
    streamState,
    goals,
    historicalData,
  };
}
const streamsOf = (account: Account, clients: readonly KnownClient[], { include_inactive: all }: Texts) =>
  inOrder(
    clients.flatMap((known) => known.streams.map((each) => streamEntry(account, known, each))),
    (stream) => ({ ...stream, last: stream.parentClientId }),
  ).filter(({ streamState }) => all === 'true' || streamState === 'active');

const changeIn = ({ scoreChanges }: ReturnType<typeof standing>) => scoreChanges?.['30day']?.change;

function changedStreams(account: Account, query: Texts) {
  const { changed, removed, rest } = changesOf(account, 'streams', query);
  const idsIn = (key: string) => key.split(',');
  const streams = changed.flatMap((key) => {
    const [clientId, id] = idsIn(key);
    const known = account.clients.find(({ client }) => client.id === clientId);
    const found = known?.streams.find(({ stream }) => stream.id === id);
    return known && found ? [streamEntry(account, known, found)] : [];
  });
  const gone = removed.map(idsIn).map(([parentClientId, id]) => ({ id, parentClientId }));
  return { streams, customerId: account.customerId, removed: gone, ...rest };
}

export const records: Operations = {
  getClient: (account, path) => detail(account, clientOf(account, path)),
  getClientHistory: (account, path, { days = '90' }) => {
    const known = clientOf(account, path);
    const historicalData = known.computed?.points.slice(-Number(days)) ?? [];
    const dataPoints = historicalData.length;
    const firstDataDate = known.computed ? addDays(known.computed.last, 1 - dataPoints) : null;
    return {
      clientId: known.client.id,
      clientName: known.client.name,
      historicalData,
      firstDataDate,
      dataPoints,
      currentScore: scoreOf(known),
    };
  },
  getClientPriorities: (account, path) => {
    const { client, computed } = clientOf(account, path);
    return { clientId: client.id, priorities: priorities(computed?.topics ?? noTopics) };
  },
  listClientNotes: (account, path, { limit = '20', before = '9' }) => {
    const { client, notes } = clientOf(account, path);
    const newest = notes
      .toSorted((a, b) => compare(b.createdAt, a.createdAt) || compare(b.id, a.id))
      .filter(({ createdAt, id }) => `${createdAt},${id}` < before)
      .slice(0, Number(limit));
    return { clientId: client.id, notes: newest.map(({ clientId: _, ...note }) => note), total: notes.length };
  },
  listClientKeyPeople: (account, path) => {
    const { client, people } = clientOf(account, path);
    const keyPeople = inOrder(people, (person) => person).map(({ clientId: _, ...person }) => person);
    return { clientId: client.id, keyPeople, total: people.length };
  },
  getClientAlignment: (account, path, { week }) => {
    const known = clientOf(account, path);
    const { id: clientId, name: clientName, externalId: externalClientId = null } = known.client;
    return {
      clientId,
      clientName,
      externalClientId,
      alignment: readAsOf(known, week),
      week: week ?? null,
      customerId: account.customerId,
    };
  },
  listClientStreams: (account, path, query) => {
    const known = clientOf(account, path);
    const streams = streamsOf(account, [known], query);
    return { streams, total: streams.length, parentClientId: known.client.id, customerId: account.customerId };
  },
  getStream: (account, path) => {
    const known = clientOf(account, path);
    const found = known.streams.find(({ stream }) => stream.id === path.stream_id);
    if (!found) return undefined;
    const { stream, computed, insights } = found;
    const scores = computed?.topics ?? noTopics;
    const now = standing(computed, stream.importedScore);
    const weeks = insights.toSorted((a, b) => compare(b.weekDate, a.weekDate)).slice(0, 12);
    return {
      ...streamEntry(account, known, found, 365),
      spotlight: spotlight(scores, stream.spotlight, now.score, changeIn(now)),
      insights: weeks.map(({ weekDate, insights: ofWeek }) => ({ weekDate, insights: ofWeek })),
      contextualClues: contextualClues(scores),
      growthRecommendations: growthRecommendations(weeks, now.score, changeIn(now)),
    };
  },
  listStreams: (account, _, query) => {
    if (query.updated_since !== undefined) return changedStreams(account, query);
    const shownClients = account.clients.filter(
      (known) => query.include_archived === 'true' || !isArchived(known, account.scoredFor),
    );
    const streams = streamsOf(account, shownClients, query);
    return { streams: page(streams, query), total: streams.length, customerId: account.customerId };
  },
};
