import type { Day } from '../../../../shared/domain/dates.ts';
import { changePeriods, windowDays } from '../../../../shared/domain/scoring/model.ts';
import { type Moves, movesOf } from '../../../../shared/domain/scoring/moves.ts';
import type { Nights } from '../../../../shared/domain/scoring/nights.ts';
import { signalsOfClient } from '../../../../shared/domain/scoring/scoring.ts';
import type { ImportedClient } from '../../../../shared/table/entities/client.ts';
import type { ExtraColumns } from '../../../../shared/table/entities/member.ts';
import type { NamedSignal } from '../../../../shared/table/entities/signal.ts';
import type { Fact } from '../../../../shared/table/facts/facts.ts';
import type { ScoredStream } from '../../../../shared/table/records/scored-streams.ts';
import type { Score } from '../../../../shared/table/records/scores.ts';
import type { DemoAccount } from '../demo-account.ts';
import { perceived } from '../scores/mood.ts';
import { scoreAfterNights } from '../scores/score-after-nights.ts';
import { signalsOf } from '../scores/signals.ts';
import { topicTrendOf } from '../scores/topic-trend.ts';
import { demoClientFact } from './client.ts';
import { insightsOf } from './insights.ts';
import { notesOf } from './notes.ts';
import { peopleOf } from './people.ts';
import { membershipsOf } from './portfolios.ts';
import type { Profile } from './profile.ts';
import { readsOf } from './reads.ts';
import { seededRandom } from './seeded-random.ts';
import { streamsOf } from './streams.ts';
import { worded } from './texts.ts';

/** One client with its facts and everything computed from them. */
export interface DemoClient {
  readonly client: ImportedClient;
  /** Everything that an import would write, but only the signals of the last 120 days: nights read no older ones. */
  readonly facts: readonly Fact[];
  readonly memberships: ReadonlyMap<string, ExtraColumns>;
  /** All signals of the client and its streams in its whole history. */
  readonly signals: readonly NamedSignal[];
  readonly score: Score | undefined;
  readonly nights: Nights | undefined;
  readonly moves: Moves | undefined;
  readonly streams: readonly ScoredStream[];
}

const usualPerQuarter = 24;

export function demoClient(account: DemoAccount, profile: Profile, now: Day): DemoClient {
  const today = profile.left ? now - profile.left.daysAgo - 1 : now;
  const { id: clientId, signals: signalProfile, nights } = profile;
  const random = (subject: string) => seededRandom(`${account.customerId} ${clientId} ${subject}`);
  const topicTrend = signalProfile && topicTrendOf(profile, random('mood'));
  const span = {
    from: today - nights - 30,
    until: today - (signalProfile?.daysSinceLastSignal ?? 0),
    today,
    perQuarter: signalProfile?.perQuarter ?? usualPerQuarter,
  };
  const own = topicTrend ? signalsOf(random('signals'), topicTrend, span) : [];
  const streams = streamsOf(profile, topicTrend, random('streams'), today).map((each) => ({
    ...each,
    stream: worded(profile, each.stream),
  }));
  const signals = [...own, ...streams.flatMap((stream) => stream.signals)];
  const active = new Set(streams.filter(({ stream }) => stream.state === 'active').map(({ stream }) => stream.id));

  const known = { closed: signalsOfClient(signals, active), open: [], normsOn: () => undefined };
  const scored = scoreAfterNights(known.closed, { today, nights, imported: profile.importedScore });
  const score = scored?.score;
  const seen = perceived(profile, score, today);

  const owner = random('owner').pick(account.owners);
  const client = worded(profile, demoClientFact(profile, owner, seen, random('client'), today));
  const texts = {
    note: notesOf(profile, client, account.owners, seen, random('notes'), today),
    person: peopleOf(profile, random('people')),
    insights: streams.flatMap((stream) => insightsOf(stream, random(`insights ${stream.stream.id}`), today)),
  };
  const memberships = membershipsOf(account.portfolios, profile);
  return {
    client,
    facts: [
      { kind: 'client', value: client },
      ...streams.map(({ stream }) => ({ kind: 'stream' as const, value: stream })),
      ...[...memberships].map(([portfolioId, extraColumns]) => ({
        kind: 'member' as const,
        value: { portfolioId, clientId, extraColumns },
      })),
      ...texts.note.map((value) => ({ kind: 'note' as const, value: worded(profile, value) })),
      ...texts.person.map((value) => ({ kind: 'person' as const, value: worded(profile, value) })),
      ...texts.insights.map((value) => ({ kind: 'insights' as const, value: worded(profile, value) })),
      ...readsOf(profile, account.owners, seen, random('reads'), today).map((value) => ({
        kind: 'alignment' as const,
        clientId,
        value,
      })),
      ...signals
        .filter(({ day }) => day >= today - windowDays - changePeriods['30day'])
        .map((value) => ({ kind: 'signal' as const, clientId, value })),
    ],
    memberships,
    signals,
    score,
    nights: scored?.nights,
    moves: score && movesOf(score.history, score.topics, known),
    streams: streams.map(({ stream, nights, signals }) => ({
      stream,
      score: scoreAfterNights(signals, { today, nights, imported: stream.importedScore })?.score,
    })),
  };
}
