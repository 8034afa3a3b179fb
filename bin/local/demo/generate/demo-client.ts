import type { Day } from '../../../../shared/domain/dates.ts';
import { windowDays } from '../../../../shared/domain/scoring/model.ts';
import { signalsOfClient } from '../../../../shared/domain/scoring/scoring.ts';
import { topics } from '../../../../shared/domain/scoring/topics.ts';
import type { Fact } from '../../../../shared/table/facts/facts.ts';
import type { Client } from '../../../../shared/table/records/clients.ts';
import type { ExtraColumns } from '../../../../shared/table/records/portfolios.ts';
import type { Score } from '../../../../shared/table/records/scores.ts';
import type { NamedSignal } from '../../../../shared/table/records/signals.ts';
import type { ScoredStream } from '../../../../shared/table/records/streams.ts';
import type { DemoAccount } from '../demo-account.ts';
import { demoClientFact } from './client.ts';
import { insightsOf } from './insights.ts';
import { notesOf } from './notes.ts';
import { peopleOf } from './people.ts';
import { membershipsOf } from './portfolios.ts';
import type { Profile } from './profile.ts';
import { readsOf } from './reads.ts';
import { scoreAfterNights } from './score-after-nights.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';
import { signalsOf, type TopicTrend } from './signals.ts';
import { streamsOf } from './streams.ts';

/** One client with its facts and everything computed from them. */
export interface DemoClient {
  readonly client: Omit<Client, 'changeMark'>;
  /** Everything that an import would write, but only the signals of the last 90 days. */
  readonly facts: readonly Fact[];
  readonly memberships: ReadonlyMap<string, ExtraColumns>;
  /** All signals of the client and its streams in its whole history. */
  readonly signals: readonly NamedSignal[];
  readonly score: Score | undefined;
  readonly streams: readonly ScoredStream[];
}

const perQuarter = 24;

export function demoClient(account: DemoAccount, profile: Profile, today: Day): DemoClient {
  const { id: clientId, signals: signalProfile, nights } = profile;
  const random = (subject: string) => seededRandom(`${account.customerId} ${clientId} ${subject}`);
  const topicTrend = signalProfile && topicTrendOf(profile, random('mood'));
  const span = {
    from: today - nights - 30,
    until: today - (signalProfile?.daysSinceLastSignal ?? 0),
    today,
    perQuarter,
  };
  const own = topicTrend ? signalsOf(random('signals'), topicTrend, span) : [];
  const streams = streamsOf(profile, topicTrend, random('streams'), today);
  const signals = [...own, ...streams.flatMap((stream) => stream.signals)];
  const active = new Set(streams.filter(({ stream }) => stream.state === 'active').map(({ stream }) => stream.id));

  const owner = random('owner').pick(account.owners);
  const client = demoClientFact(profile, owner, random('client'), today);
  const notes = notesOf(profile, client, account.owners, random('notes'), today);
  const memberships = membershipsOf(account.portfolios, profile);
  return {
    client,
    facts: [
      { kind: 'client', value: client },
      ...streams.map(({ stream }) => ({ kind: 'stream' as const, value: stream })),
      ...[...memberships].map(([portfolioId, extraColumns]) => ({
        kind: 'member' as const,
        portfolioId,
        value: { clientId, extraColumns },
      })),
      ...notes.map((value) => ({ kind: 'note' as const, value })),
      ...peopleOf(profile, random('people')).map((value) => ({ kind: 'person' as const, value })),
      ...streams
        .flatMap((stream) => insightsOf(stream, random(`insights ${stream.stream.id}`)))
        .map((value) => ({ kind: 'insights' as const, value })),
      ...readsOf(profile, account.owners, random('reads'), today).map((value) => ({
        kind: 'alignment' as const,
        clientId,
        value,
      })),
      ...signals
        .filter(({ day }) => day >= today - windowDays)
        .map((value) => ({ kind: 'signal' as const, clientId, value })),
    ],
    memberships,
    signals,
    score: scoreAfterNights(signalsOfClient(signals, active), { today, nights, imported: profile.importedScore }),
    streams: streams.map(({ stream, nights, signals }) => ({
      stream,
      score: scoreAfterNights(signals, { today, nights, imported: stream.importedScore }),
    })),
  };
}

function topicTrendOf({ signals }: Profile, random: SeededRandom): TopicTrend | null {
  if (!signals) return null;
  const some = new Set(random.sample(topics, signals.topics));
  return {
    levels: new Map(
      topics.filter((topic) => some.has(topic)).map(({ id }) => [id, signals.level + random.integer(-25, 25)]),
    ),
    trend: signals.trend,
  };
}
