import { moveReport } from '../../../domain/advice/move-report.ts';
import { spotlight } from '../../../domain/advice/spotlight.ts';
import { type Day, startOfDay } from '../../../domain/dates.ts';
import { type FollowUp, followUpText } from '../../../domain/follow-up.ts';
import { newest } from '../../../domain/scoring/history.ts';
import { laterContact } from '../../../domain/scoring/last-contact.ts';
import { topicReport } from '../../../domain/scoring/topic-report.ts';
import { noTopics } from '../../../domain/scoring/topic-scores.ts';
import { asOf, statedContact } from '../../entities/client.ts';
import type { ScoredClient } from '../../records/known-client.ts';
import type { Account } from '../../store/item-keys.ts';
import { clientAttention, followUpOf, metadataOf, standingOf } from './entries.ts';

const detailDays = 90;

/** What there is to say about one client, on a day. */
export function clientDetail(account: Account, { client, score }: ScoredClient, today: Day) {
  const shown = asOf(client, today);
  const { history, topics = noTopics, moves } = score ?? {};
  const standing = standingOf(score, client.importedScore);
  const attention = clientAttention(shown, score);
  return {
    id: client.id,
    customerId: account,
    name: client.name,
    score: standing.score,
    lastContactDate: laterContact(statedContact(client), score?.lastContact),
    lastUpdatedAt: later(client.updatedAt, history && startOfDay(history.last)),
    hasInsufficientData: standing.insufficient,
    metadata: metadataOf(shown, history?.last),
    topics: { ...topicReport(topics), ...moveReport(moves, attention) },
    spotlightSummary: spotlight({
      imported: client.spotlightSummary,
      ...(shown.archived && { left: shown }),
      score: standing.score,
      scoreChanges: standing.scoreChanges,
      topics,
      moves,
      reason: attention.reason,
    }),
    followUp: shownFollowUp(shown.archived ? undefined : followUpOf(client, score, today)),
    historicalData: history ? newest(history, detailDays) : [],
  };
}

function shownFollowUp(followUp: FollowUp | undefined) {
  if (!followUp || followUp.state === 'open') return null;
  const { state, at, by, until, because } = followUp;
  return { state, text: followUpText(followUp), at, by, until, because };
}

/** A client's detail changes when the client is imported and when a night scores it. */
function later(imported: string, scored: string | undefined): string {
  return scored !== undefined && Date.parse(scored) > Date.parse(imported) ? scored : imported;
}
