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
import { type Chance, chanceOf } from './chance.ts';
import { demoClientFact } from './client.ts';
import { insightsOf } from './insights.ts';
import { notesOf } from './notes.ts';
import { peopleOf } from './people.ts';
import { membershipsOf } from './portfolios.ts';
import type { Profile } from './profile.ts';
import { readsOf } from './reads.ts';
import { type Mood, signalsOf } from './signals.ts';
import { streamsOf } from './streams.ts';
import { scoredYear } from './year.ts';

/** One client with everything that is known and computed of it. */
export interface DemoClient {
  readonly client: Omit<Client, 'changeMark'>;
  /** All that people and the analytics engine said; of signals what the last 90 days hold. */
  readonly facts: readonly Fact[];
  readonly memberships: ReadonlyMap<string, ExtraColumns>;
  /** Of its whole history, its streams' signals among them. */
  readonly signals: readonly NamedSignal[];
  readonly score: Score | undefined;
  readonly streams: readonly ScoredStream[];
}

const perQuarter = 24;

export function demoClient(account: DemoAccount, profile: Profile, today: Day): DemoClient {
  const { id: clientId, data, nights } = profile;
  const chance = (subject: string) => chanceOf(`${account.customerId} ${clientId} ${subject}`);
  const mood = data && moodOf(profile, chance('mood'));
  const span = { from: today - nights - 30, until: today - (data?.ended ?? 0), today, perQuarter };
  const own = mood ? signalsOf(chance('signals'), mood, span) : [];
  const streams = streamsOf(profile, mood, chance('streams'), today);
  const signals = [...own, ...streams.flatMap((stream) => stream.signals)];
  const active = new Set(streams.filter(({ stream }) => stream.state === 'active').map(({ stream }) => stream.id));

  const owner = chance('owner').oneOf(account.owners);
  const client = demoClientFact(profile, owner, chance('client'), today);
  const notes = notesOf(profile, client, account.owners, chance('notes'), today);
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
      ...peopleOf(profile, chance('people')).map((value) => ({ kind: 'person' as const, value })),
      ...streams
        .flatMap((stream) => insightsOf(stream, chance(`insights ${stream.stream.id}`)))
        .map((value) => ({ kind: 'insights' as const, value })),
      ...readsOf(profile, account.owners, chance('reads'), today).map((value) => ({
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
    score: scoredYear(signalsOfClient(signals, active), { today, nights, imported: profile.importedScore }),
    streams: streams.map(({ stream, nights, signals }) => ({
      stream,
      score: scoredYear(signals, { today, nights, imported: stream.importedScore }),
    })),
  };
}

function moodOf({ data }: Profile, chance: Chance): Mood | null {
  if (!data) return null;
  const some = new Set(chance.someOf(topics, data.topics));
  return {
    levels: new Map(
      topics.filter((topic) => some.has(topic)).map(({ id }) => [id, data.level + chance.whole(-25, 25)]),
    ),
    course: data.course,
  };
}
