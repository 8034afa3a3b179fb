import type { AlignmentRead } from '../../shared/domain/alignment.ts';
import type { ScoreSource } from '../../shared/domain/scoring/scoring.ts';
import type { TopicScores } from '../../shared/domain/scoring/topic-scores.ts';
import type { ImportedClient } from '../../shared/table/entities/client.ts';
import type { StoredFollowUp } from '../../shared/table/entities/follow-up.ts';
import type { WeekOfInsights } from '../../shared/table/entities/insights.ts';
import type { ExtraColumns } from '../../shared/table/entities/member.ts';
import type { Note } from '../../shared/table/entities/note.ts';
import type { Person } from '../../shared/table/entities/person.ts';
import type { Portfolio } from '../../shared/table/entities/portfolio.ts';
import type { Stream } from '../../shared/table/entities/stream.ts';
import type { RecordedClient } from './track-record.ts';

/** An account as plain data: written into the table, and read by the reference model. */
export interface Account {
  readonly customerId: string;
  readonly clients: readonly KnownClient[];
  readonly portfolios: readonly KnownPortfolio[];
  /** The night that the views show. */
  readonly scoredFor: string | null;
  /** When the lists showed it, and what they showed before. */
  readonly published?: { readonly at: string; readonly before?: Account };
}

export interface KnownClient {
  readonly client: ImportedClient;
  readonly computed: Computed | undefined;
  readonly streams: readonly KnownStream[];
  readonly notes: readonly Note[];
  readonly people: readonly Person[];
  /** In the order in which they were filed. */
  readonly reads: readonly AlignmentRead[];
  readonly followUps?: readonly StoredFollowUp[];
}

export interface KnownStream {
  readonly stream: Stream;
  readonly computed: Computed | undefined;
  readonly insights: readonly WeekOfInsights[];
}

/** Scores of past nights. */
export interface Computed {
  /** The date of the newest point. */
  readonly last: string;
  /** One a day, oldest first. */
  readonly points: readonly number[];
  readonly topics: TopicScores;
  readonly source: ScoreSource;
  /** What nights said; none of the accounts that are made up here. */
  readonly said?: RecordedClient['said'];
}

export interface KnownPortfolio {
  readonly portfolio: Portfolio;
  readonly members: ReadonlyMap<string, ExtraColumns>;
}
