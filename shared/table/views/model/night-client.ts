import { hasLittleData } from '../../../domain/lists/attention.ts';
import type { NightClient } from '../../../domain/morning/night.ts';
import { scoreOn } from '../../../domain/scoring/history.ts';
import type { Client } from '../../entities/client.ts';
import type { Score } from '../../records/scores.ts';
import { standingOf } from './entries.ts';

/** What the event of a night says of a client: the same figures as its entries in lists. */
export function nightClientOf({ id, name, importedScore }: Client, score: Score | undefined): NightClient {
  const standing = standingOf(score, importedScore);
  const history = score?.history;
  return {
    id,
    name,
    score: standing.score,
    hasLittleData: hasLittleData(standing.scoredTopics),
    before: history && scoreOn(history, history.last - 1),
    change7: standing.scoreChanges?.['7day']?.change,
  };
}
