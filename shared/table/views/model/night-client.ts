import { largestMove } from '../../../domain/advice/reasons.ts';
import type { Day } from '../../../domain/dates.ts';
import type { LeftClient, NightClient } from '../../../domain/morning/night.ts';
import { firstDay, scoreOn } from '../../../domain/scoring/history.ts';
import { shownOn } from '../../../domain/scoring/nights.ts';
import type { Client } from '../../entities/client.ts';
import type { ClientScore } from '../../records/scores.ts';
import { clientAttention, standingOf } from './entries.ts';

/** What a night says of a client: the same figures as its entries in lists. */
export function nightClientOf(
  client: Client,
  score: ClientScore | undefined,
  portfolios: readonly string[],
): NightClient {
  const standing = standingOf(score, client.importedScore);
  const history = score?.history;
  return {
    ...clientAttention(client, score),
    id: client.id,
    name: client.name,
    score: standing.score,
    ...ownerOf(client),
    portfolios,
    before: score && scoreOfNight(score, score.history.last - 1),
    firstDay: history && firstDay(history, history.points.length),
    largestMove: score?.moves && largestMove(score.moves),
    change7: standing.scoreChanges?.['7day']?.change,
  };
}

/** What a night said: a day that was scored again after an import has another score by now. */
function scoreOfNight({ history, nights }: ClientScore, day: Day): number | undefined {
  const said = shownOn(nights, day);
  return typeof said === 'object' ? said.score : scoreOn(history, day);
}

export function leftClientOf(client: Client & { readonly leftAt: string }, portfolios: readonly string[]): LeftClient {
  const { id, name, leftAt, leftBecause } = client;
  const because = leftBecause !== undefined && { leftBecause };
  return { id, name, ...ownerOf(client), portfolios, leftAt: leftAt.slice(0, 10), ...because };
}

function ownerOf({ metadata: { accountOwner } }: Client): { readonly owner?: string } {
  return typeof accountOwner === 'string' ? { owner: accountOwner } : {};
}
