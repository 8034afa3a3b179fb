import { collect } from '../../../../board/data/collect.ts';
import { boardPage } from '../../../../board/page.ts';
import { createClient, type Fetch } from '../../../../client/index.ts';
import { topics as known } from '../../../../shared/domain/scoring/topics.ts';
import { noon } from '../../../support/service/deps.ts';

const day = '2026-11-20T00:00:00.000Z';

export interface Stubbed {
  readonly clients: number;
  /** Used for all names and texts. */
  readonly text?: string;
}

/** A `fetch` stub for an account of that many clients: serves what a board needs and counts the requests. */
export function stubService({ clients: total, text = 'Plain name' }: Stubbed): {
  fetch: Fetch;
  requests: () => number;
} {
  let requests = 0;
  const csvText = `"${text.replaceAll('"', '""')}"`;
  const scoreOf = (at: number) => Math.round(2000 * (1 - at / Math.max(total, 1))) / 10;
  const year = Array.from({ length: 365 }, (_, at) => 100 + Math.sin(at / 20) * 30);
  const entry = (at: number) => ({
    id: `c${at}`,
    name: text,
    score: scoreOf(at),
  });
  const page = (offset: number, limit: number) =>
    Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, (_, at) => entry(offset + at));
  const level = (score: number) =>
    score < 70 ? 'highRisk' : score < 100 ? 'mediumRisk' : score < 140 ? 'lowRisk' : 'onTrack';
  const counts = { highRisk: 0, mediumRisk: 0, lowRisk: 0, onTrack: 0 };
  for (let at = 0; at < total; at += 1) counts[level(scoreOf(at))] += 1;
  const topics = Array.from({ length: 15 }, (_, at) => ({
    id: known[at]?.id ?? '',
    displayName: text,
    category: text,
    score: at * 10,
    weight: 1 / 15,
    contribution: at - 9,
    hasInsufficientData: false,
  }));
  const moves = { improving: 0, declining: total, stable: 0 };
  const answers: [RegExp, (path: string, query: URLSearchParams) => unknown][] = [
    [
      /^\/clients\/statistics\/overview$/,
      () => ({
        customerId: 'acme',
        portfolioId: null,
        total,
        score: 100,
        medianScore: 100,
        minScore: 0,
        maxScore: 200,
        breakdown: { ...counts, total },
        distribution: { highRiskPercent: 25, mediumRiskPercent: 25, lowRiskPercent: 25, onTrackPercent: 25 },
        trends: { '7day': { ...moves, averageChange: 0.5 }, '30day': { ...moves, averageChange: -0.5 } },
        alignment: { red: 1, amber: 2, green: 3, notAssessed: 4 },
        revenueTTM: { total: 400, highRisk: 100, mediumRisk: 100, lowRisk: 100, onTrack: 100 },
        insufficientDataCount: 1,
        archivedCount: 0,
        streamCount: 2,
        scoresUpdatedAt: total > 0 ? day : null,
      }),
    ],
    [
      /^\/clients\/portfolio-health\/history$/,
      () => ({
        history: (total > 0 ? year : []).map((score, at) => ({
          date: new Date(Date.parse(day) - (year.length - 1 - at) * 86_400_000).toISOString().slice(0, 10),
          score: Math.round(score),
          breakdown: { ...counts, total },
        })),
      }),
    ],
    [
      /^\/clients\/export\/csv$/,
      () =>
        [
          'id,name,score,riskLevel,hasInsufficientData,lastContactDate,accountOwner,revenueTTM,change7day,change30day,alignment,portfolios,scoredTopics,moved7day,moved30day,reason,reasonKind,nextStep',
          ...page(0, total).map(({ id, score }, at) => {
            const revenue = at % 10 === 3 ? '' : 1000 + ((at * 7919) % 900) * 1000;
            const [week, month] = [-(at % 50) / 10, -((at * 31) % 400) / 10];
            return `${id},${csvText},${score},${level(score)},${at % 7 === 0},,${csvText},${revenue},${week},${month},green,p1;p2,9,${week},${month},${csvText},${csvText},${csvText}`;
          }),
        ].join('\r\n'),
    ],
    [
      /^\/portfolios$/,
      () => ({ portfolios: ['p1', 'p2'].map((id) => ({ id, name: text, isSystem: false })), total: 2 }),
    ],
    [
      /^\/streams$/,
      () => ({
        // best first; the first is just not at high risk
        streams: page(0, 5).map(({ id }, at) => ({
          id,
          name: text,
          parentClientName: text,
          score: 70 - at,
          historicalData: year.slice(-30),
        })),
        total: 5,
      }),
    ],
    [/^\/clients\/\w+\/notes$/, () => ({ notes: [{ createdAt: day, createdBy: text, content: text }], total: 1 })],
    [/^\/clients\/\w+\/streams$/, () => ({ streams: [{ id: 's1', name: text }], total: 1 })],
    [
      /^\/clients\/\w+\/streams\/s1$/,
      () => ({
        insights: [{ weekDate: '2026-11-16', insights: [{ topic: text, summary: text, sentiment: 'mixed' }] }],
      }),
    ],
    [
      /^\/clients\/\w+\/key-people$/,
      () => ({ keyPeople: [{ name: text, title: text, email: text, phone: text }], total: 1 }),
    ],
    [
      /^\/clients$/,
      (_, query) => ({
        clients: (query.get('ids') ?? '').split(',').map((id) => ({
          ...entry(Number(id.slice(1))),
          metadata: {},
          spotlightSummary: text,
          historicalData: year.slice(-90),
          topics: {
            categories: [],
            topics,
            total: 15,
            evidence: [],
            pulledDownBy: [],
            reason: null,
            nextSteps: [text],
          },
        })),
      }),
    ],
  ];
  const fetch: Fetch = async (url) => {
    requests += 1;
    const { pathname, searchParams } = new URL(url);
    const path = pathname.replace('/v1', '');
    const [, answer] = answers.find(([pattern]) => pattern.test(path)) ?? [];
    const body = answer?.(path, searchParams);
    if (body === undefined) throw new Error(`${path} is not stubbed`);
    const sent = typeof body === 'string' ? body : JSON.stringify(body);
    return { status: 200, headers: new Headers(), text: async () => sent };
  };
  return { fetch, requests: () => requests };
}

export const apiOf = (fetch: Fetch) =>
  createClient({ baseUrl: 'https://api.example.com/v1', apiKey: 'svcsecret', fetch });

export async function boardOf(stubbed: Stubbed) {
  const { fetch, requests } = stubService(stubbed);
  const page = boardPage(await collect(apiOf(fetch), { withPrivate: true }), noon);
  return { page, requests: requests() };
}
