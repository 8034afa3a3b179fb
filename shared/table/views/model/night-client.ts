import { largestMove } from '../../../domain/advice/reasons.ts';
import type { NightClient } from '../../../domain/morning/night.ts';
import { scoreOn } from '../../../domain/scoring/history.ts';
import type { Client } from '../../entities/client.ts';
import type { ClientScore } from '../../records/scores.ts';
import { clientAttention, standingOf } from './entries.ts';

/** What the event of a night says of a client: the same figures as its entries in lists. */
export function nightClientOf(client: Client, score: ClientScore | undefined): NightClient {
  const standing = standingOf(score, client.importedScore);
  const history = score?.history;
  const { accountOwner } = client.metadata;
  return {
    ...clientAttention(client, score),
    id: client.id,
    name: client.name,
    score: standing.score,
    ...(typeof accountOwner === 'string' && { owner: accountOwner }),
    before: history && scoreOn(history, history.last - 1),
    largestMove: score?.moves && largestMove(score.moves),
    change7: standing.scoreChanges?.['7day']?.change,
  };
}
