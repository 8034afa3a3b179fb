import { fold } from '../../shared/domain/lists/search.ts';
import { topics } from '../../shared/domain/scoring/topics.ts';
import type { Account, KnownClient } from './account.ts';
import { spotlight, topicReport, worst } from './advice.ts';
import { compare, count, half, mean, type Operations, page, Refused, sum, type Texts, tenths } from './basics.ts';
import { changesOf } from './changes.ts';
import {
  bandOf,
  byScore,
  health,
  isArchived,
  noTopics,
  readAsOf,
  readsOf,
  scoredTopicsOf,
  scoreOf,
  standingOf,
} from './figures.ts';
import { followedUp, followUpOn, followUpWords } from './follow-ups.ts';
import { plainTrackRecord, type RecordedClient } from './track-record.ts';

function scopeOf(account: Account, query: Texts) {
  const id = query.portfolio_id ?? query.portfolioId ?? 'all-clients';
  if (id === 'favorite-clients' || id === 'archived-clients') throw new Refused(400);
  const scope = account.portfolios.find(({ portfolio }) => portfolio.id === id);
  if (id !== 'all-clients' && !scope) throw new Refused(404);
  const everyone = account.clients.filter(({ client }) => !scope || scope.members.has(client.id));
  const clients = byScore(
    everyone.filter((known) => query.include_archived === 'true' || !isArchived(known, account.scoredFor)),
  );
  return { everyone, clients, echo: { customerId: account.customerId, portfolioId: scope?.portfolio.id ?? null } };
}

const shown = (metadata: object, known: KnownClient, day: string | null) => {
  const { leftAt, leftBecause, renewsOn } = known.client;
  return { ...metadata, ...(isArchived(known, day) && { archived: true }), leftAt, leftBecause, renewsOn };
};

const entry = (account: Account, known: KnownClient) => {
  const { id, name, metadata } = known.client;
  const contacts = [known.client.lastContactDate, ...known.notes.map(({ createdAt }) => createdAt)];
  const { score, hasInsufficientData } = standingOf(known);
  const { location: _, ...rest } = metadata;
  return {
    id,
    customerId: account.customerId,
    name,
    score,
    lastContactDate:
      contacts
        .filter((at) => at !== null)
        .sort((a, b) => Date.parse(a) - Date.parse(b))
        .at(-1) ?? null,
    hasInsufficientData,
    metadata: shown(rest, known, account.scoredFor),
  };
};

/** The day on which the requests are sent. */
const today = '2026-11-20';

const leaving = (known: KnownClient) => {
  const { leftAt, leftBecause, leftInferred } = known.client;
  const guessed = leftInferred ? ' (inferred: a list of all clients no longer had it)' : '';
  const why = leftBecause === undefined ? '' : `: ${leftBecause}`;
  return `${leftAt === undefined ? 'Archived' : `Left on ${leftAt}${guessed}${why}`}. Its last score was ${scoreOf(known)}.`;
};

export const detail = (account: Account, known: KnownClient) => {
  const { client, computed } = known;
  const night = computed && `${computed.last}T00:00:00.000Z`;
  const scores = computed?.topics ?? noTopics;
  const change = standingOf(known).scoreChanges?.['30day']?.change;
  const reason = reasonFor(known, today);
  return {
    ...entry(account, known),
    metadata: shown(client.metadata, known, today),
    lastUpdatedAt: night && night > client.updatedAt ? night : client.updatedAt,
    topics: { ...topicReport(scores), evidence: [], pulledDownBy: [], reason: reason || null, nextSteps: [] },
    spotlightSummary: isArchived(known, today)
      ? client.spotlightSummary?.trim() || leaving(known)
      : spotlight(scores, client.spotlightSummary, scoreOf(known), change, reason),
    followUp: (isArchived(known, today) ? undefined : followUpOn(known, today)) ?? null,
    historicalData: computed?.points.slice(-90) ?? [],
  };
};

/** In lists. */
const listed = (account: Account, known: KnownClient) => {
  const { followUp: _, ...others } = detail(account, known);
  return others;
};

/** A client as its record is today. */
function asToday(account: Account, known: KnownClient, { include }: Texts) {
  if (include) return listed(account, known);
  const { location: _, ...metadata } = known.client.metadata;
  return { ...entry(account, known), metadata: shown(metadata, known, today) };
}

function changed(account: Account, query: Texts) {
  const { changed: ids, removed, rest } = changesOf(account, 'clients', query);
  const found = ids.flatMap((id) => account.clients.filter(({ client }) => client.id === id));
  const clients = found.map((known) => asToday(account, known, query));
  return { clients, customerId: account.customerId, portfolioId: null, removed, ...rest };
}

/** Clients by their ids, archived ones too. */
function chosen(account: Account, query: Texts) {
  const ids = (query.ids ?? '').split(',');
  const found = byScore(account.clients.filter(({ client }) => ids.includes(client.id)));
  return {
    clients: page(found, query).map((known) => asToday(account, known, query)),
    total: found.length,
    customerId: account.customerId,
    portfolioId: null,
    missing: [...new Set(ids)].filter((id) => !found.some(({ client }) => client.id === id)),
  };
}

const levels = new Map([
  ['high_risk', 'highRisk'],
  ['medium_risk', 'mediumRisk'],
  ['low_risk', 'lowRisk'],
  ['on_track', 'onTrack'],
]);

/** Rank of a match, lower is better; undefined if a word is missing. */
function rank(name: string, query: string): number | undefined {
  const words = query.split(' ');
  if (query === '' || !words.every((word) => name.includes(word))) return undefined;
  if (name === query) return 0;
  if (name.startsWith(query)) return 1;
  const begins = (word: string) =>
    [...Array(name.length).keys()].some((at) => name.startsWith(word, at) && !/[\p{L}\p{N}]$/u.test(name.slice(0, at)));
  return words.every(begins) ? 2 : 3;
}

const columns =
  'id,customerId,name,score,riskLevel,hasInsufficientData,lastContactDate,accountOwner,industry,location,revenueTTM,archived,externalClientId,change7day,change30day,alignment,portfolios,scoredTopics,largestMove,moved7day,moved30day,reason,reasonKind,nextStep,followUp,followedUpOn,portfolioNames';
const ownMetadata = ({ client: { metadata, leftAt, leftBecause, renewsOn } }: KnownClient) =>
  JSON.parse(JSON.stringify({ ...metadata, leftAt, leftBecause, renewsOn })) as Record<string, unknown>;
const knownMetadata = ['accountOwner', 'industry', 'location', 'revenueTTM'];
const ownMetadataKeys = ({ clients: all }: Account) =>
  [...new Set(all.flatMap((known) => Object.keys(ownMetadata(known))))]
    .filter((key) => !knownMetadata.includes(key))
    .sort(compare);

const plain = (text: string) => ('=+-@\t\r'.includes(text[0] ?? ' ') ? `'${text}` : text);

function cell(value: unknown): string {
  const text = typeof value === 'string' ? plain(value) : String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const tenth = (score: number | null | undefined) =>
  score === null || score === undefined ? undefined : Math.round(score * 10 + 1e-8) / 10;

const dayLength = 86_400_000;
function daysUpTo(last: string | null, count: number): string[] {
  const at = (back: number) => new Date(Date.parse(last ?? '') - back * dayLength).toISOString().slice(0, 10);
  return last === null ? [] : Array.from({ length: count }, (_, index) => at(count - 1 - index));
}

function pointOn(computed: KnownClient['computed'], day: string): number | undefined {
  const back = (Date.parse(computed?.last ?? day) - Date.parse(day)) / dayLength;
  return back < 0 ? undefined : computed?.points.at(-1 - back);
}

function recordOf(known: readonly KnownClient[], scoredFor: string | null, named: boolean) {
  const told = known.map((each): RecordedClient => {
    const { id, name, archived, leftAt, leftBecause, leftInferred } = each.client;
    const filed = readsOf(each).map(({ week, updatedAt, value }) => ({
      week,
      value,
      on: week > updatedAt.slice(0, 10) ? week : updatedAt.slice(0, 10),
    }));
    const said = each.computed?.said ?? new Map();
    const followUps = (each.followUps ?? []).map((one) => ({ ...one, words: followUpWords(one) }));
    return { id, name, archived, leftAt, leftBecause, leftInferred, said, contacts: [], filed, followUps };
  });
  return scoredFor && plainTrackRecord(told, scoredFor, named);
}

/** Of a client without data, no change is a rise or a fall. */
function movedIn(known: KnownClient, period: '7day' | '30day') {
  const change = standingOf(known).scoreChanges?.[period]?.change;
  return change !== undefined && scoredTopicsOf(known) === 0 ? 0 : change;
}

/** Of one at risk, or that fell by 3 points or more, unless it is archived. */
function reasonFor(known: KnownClient, day: string | null): string {
  const isFallen = (['7day', '30day'] as const).some((period) => (movedIn(known, period) ?? 0) <= -3);
  const isAtRisk = scoreOf(known) < 100 && scoredTopicsOf(known) > 0;
  return !isArchived(known, day) && (isAtRisk || isFallen) ? worst(known.computed?.topics ?? []) : '';
}

function attentionOf(all: readonly KnownClient[], day: string | null) {
  const listed = all.filter((known) => scoredTopicsOf(known) > 1);
  const moved = (sign: number) => {
    const ofPeriod = (period: '7day' | '30day') => count(listed, (known) => (movedIn(known, period) ?? 0) * sign > 0);
    return { '7day': ofPeriod('7day'), '30day': ofPeriod('30day') };
  };
  return {
    toDoFirst: count(
      listed,
      (known) => (scoreOf(known) < 100 || (movedIn(known, '30day') ?? 0) <= -40) && !isArchived(known, day),
    ),
    noData: count(all, (known) => scoredTopicsOf(known) === 0),
    littleData: count(all, (known) => scoredTopicsOf(known) === 1),
    fell: moved(-1),
    rose: moved(1),
    changedLevel: count(all, (known) => {
      const before = standingOf(known).scoreChanges?.['7day']?.previousScore;
      return scoredTopicsOf(known) > 0 && before !== undefined && bandOf(before) !== bandOf(scoreOf(known));
    }),
  };
}

export const clients: Operations = {
  listClients: (account, _, query) => {
    if (query.ids !== undefined) return chosen(account, query);
    if (query.updated_since !== undefined) return changed(account, query);
    const { clients, echo } = scopeOf(account, query);
    const shownAs = query.include === 'details' ? listed : entry;
    return { clients: page(clients, query).map((known) => shownAs(account, known)), total: clients.length, ...echo };
  },
  listClientsByRisk: (account, { risk_level: asked = '' }, query) => {
    const { clients, echo } = scopeOf(account, query);
    const riskLevel = levels.get(asked) ?? asked;
    const found = clients.filter((known) => bandOf(scoreOf(known)) === riskLevel);
    return {
      clients: page(found, query).map((known) => entry(account, known)),
      total: found.length,
      riskLevel,
      ...echo,
    };
  },
  searchClients: (account, _, query) => {
    const { clients, echo } = scopeOf(account, query);
    const rankOf = ({ client }: KnownClient) => rank(fold(client.name), fold(query.query ?? ''));
    const found = [0, 1, 2, 3].flatMap((wanted) => clients.filter((known) => rankOf(known) === wanted));
    return {
      clients: page(found, query).map((known) => entry(account, known)),
      total: found.length,
      query: query.query,
      ...echo,
    };
  },
  listTrendingClients: (account, _, query) => {
    const { clients, echo } = scopeOf(account, query);
    const { direction = null, period = '30day' } = query;
    const change = (known: KnownClient) =>
      standingOf(known).scoreChanges?.[period === '7day' ? '7day' : '30day']?.change;
    const wanted = (move = Number.NaN) =>
      ({ improving: move > 0, declining: move < 0, stable: move === 0, any: move > 0 || move < 0 })[direction ?? 'any'];
    const found = clients.filter((known) => wanted(change(known)));
    found.sort((a, b) => Math.abs(change(b) ?? 0) - Math.abs(change(a) ?? 0));
    const entries = page(found, query).map((known) => ({
      ...entry(account, known),
      scoreChanges: standingOf(known).scoreChanges,
    }));
    return { clients: entries, total: found.length, direction, period, ...echo };
  },
  getPortfolioHealth: (account, _, query) => {
    const { clients, echo } = scopeOf(account, query);
    const { breakdown, ...rest } = health(clients);
    return { ...rest, breakdown: { ...breakdown, total: clients.length }, customerId: echo.customerId };
  },
  getPortfolioHealthHistory: (account, _, { days = '90' }) => {
    // an import changes nothing of what the night said
    const told = account.published?.before ?? account;
    const today = told.clients.filter((known) => !isArchived(known, told.scoredFor)).map(scoreOf);
    const pointsOn = (day: string) =>
      told.clients.flatMap(({ client: { archived, leftAt }, computed }) =>
        (leftAt === undefined ? archived : leftAt <= day) ? [] : (pointOn(computed, day) ?? []),
      );
    const all = daysUpTo(told.scoredFor, 365).map((date) => {
      const scores = date === told.scoredFor ? today : pointsOn(date);
      const among = (band: string) => count(scores, (score) => bandOf(score) === band);
      const levels = Object.fromEntries(
        ['highRisk', 'mediumRisk', 'lowRisk', 'onTrack'].map((band) => [band, among(band)]),
      );
      return { date, score: mean(scores), breakdown: { ...levels, total: scores.length } };
    });
    const start = all.findIndex(({ breakdown }) => breakdown.total > 0);
    return { history: start < 0 ? [] : all.slice(start).slice(-Number(days)), customerId: account.customerId };
  },
  getStatisticsOverview: (account, _, query) => {
    const { clients, everyone, echo } = scopeOf(account, query);
    const { breakdown, ...rest } = health(clients);
    const scores = clients.map(scoreOf).sort((a, b) => a - b);
    const middle = [scores[Math.ceil(scores.length / 2) - 1] ?? 0, scores[Math.floor(scores.length / 2)] ?? 0];
    const trend = (period: '7day' | '30day') => {
      const moves = clients.flatMap((known) => standingOf(known).scoreChanges?.[period]?.change ?? []);
      const averageChange = moves.length > 0 ? half(sum(moves.map(tenths)), moves.length) / 10 : 0;
      return {
        improving: count(moves, (m) => m > 0),
        declining: count(moves, (m) => m < 0),
        stable: count(moves, (m) => m === 0),
        averageChange,
      };
    };
    const reads = (value?: string) => count(clients, (known) => readAsOf(known)?.value === value);
    // in the currency that most clients pay in; those without one belong to it
    const paying = clients.filter(({ client }) => client.metadata.revenueTTM !== undefined);
    const currencies = paying.flatMap(({ client }) => String(client.metadata.currency ?? '') || []);
    const clientsWith = (currency: string) => count(currencies, (each) => each === currency);
    const [currency] = [...new Set(currencies)].sort((a, b) => clientsWith(b) - clientsWith(a) || compare(a, b));
    const counted = paying.filter(({ client }) => (client.metadata.currency ?? currency) === currency);
    const revenue = (band?: string) =>
      sum(
        counted
          .filter((known) => band === undefined || bandOf(scoreOf(known)) === band)
          .map(({ client }) => Math.round(Number(client.metadata.revenueTTM) * 100)),
      ) / 100;
    return {
      ...echo,
      ...rest,
      breakdown: { ...breakdown, total: clients.length },
      total: clients.length,
      medianScore: mean(middle),
      minScore: scores[0] ?? 0,
      maxScore: scores.at(-1) ?? 0,
      trends: { '7day': trend('7day'), '30day': trend('30day') },
      alignment: { red: reads('red'), amber: reads('amber'), green: reads('green'), notAssessed: reads() },
      insufficientDataCount: count(clients, (known) => standingOf(known).hasInsufficientData),
      archivedCount: count(everyone, (known) => isArchived(known, account.scoredFor)),
      attention: attentionOf(clients, account.scoredFor),
      streamCount: sum(clients.map(({ streams }) => count(streams, ({ stream }) => stream.state === 'active'))),
      revenueTTM: {
        total: revenue(),
        highRisk: revenue('highRisk'),
        mediumRisk: revenue('mediumRisk'),
        lowRisk: revenue('lowRisk'),
        onTrack: revenue('onTrack'),
        ...(currency !== undefined && { currency }),
        ...(counted.length < paying.length && { otherCurrencies: paying.length - counted.length }),
      },
      scoresUpdatedAt: account.scoredFor && `${account.scoredFor}T00:00:00.000Z`,
      trackRecord: recordOf(everyone, account.scoredFor, echo.portfolioId === null),
    };
  },
  exportClientsCsv: (account, _, query) => {
    const ownKeys = ownMetadataKeys(account);
    const shownTopics = query.include?.includes('topics') ? topics.map(({ id }) => id) : [];
    const days = query.include?.includes('history') ? daysUpTo(account.scoredFor, Number(query.days ?? 90)) : [];
    const rows = scopeOf(account, query).clients.map((known) => {
      const { id, customerId, name, score, hasInsufficientData, lastContactDate } = entry(account, known);
      const { accountOwner, industry, location, revenueTTM } = known.client.metadata;
      const own = account.portfolios
        .filter(({ members }) => members.has(known.client.id))
        .map(({ portfolio }) => portfolio)
        .sort((a, b) => compare(a.id, b.id));
      return [
        id,
        customerId,
        name,
        score,
        bandOf(score),
        hasInsufficientData,
        lastContactDate,
        accountOwner,
        industry,
        location,
        revenueTTM,
        isArchived(known, account.scoredFor),
        known.client.externalId,
        standingOf(known).scoreChanges?.['7day']?.change,
        standingOf(known).scoreChanges?.['30day']?.change,
        readAsOf(known)?.value,
        own.map(({ id: ofPortfolio }) => ofPortfolio).join(';'),
        scoredTopicsOf(known),
        // no night has scored these accounts, so nothing is known of why
        '',
        movedIn(known, '7day'),
        movedIn(known, '30day'),
        reasonFor(known, account.scoredFor),
        '',
        '',
        ...(isArchived(known, account.scoredFor) ? ['', ''] : followedUp(known)),
        own.map((portfolio, at) => (at > 0 ? plain(portfolio.name) : portfolio.name)).join(';'),
        ...shownTopics.map((_, at) => tenth(known.computed?.topics[at])),
        ...days.map((day) => pointOn(known.computed, day)),
        ...ownKeys.map((key) => (Object.hasOwn(ownMetadata(known), key) ? ownMetadata(known)[key] : undefined)),
      ];
    });
    const extras = [...shownTopics.map((id) => `topic.${id}`), ...days.map((day) => `score.${day}`)];
    return [[...columns.split(','), ...extras, ...ownKeys.map((key) => `metadata.${key}`)], ...rows]
      .map((row) => `${row.map(cell).join(',')}\r\n`)
      .join('');
  },
};
