import type { Period } from '../../../domain/scoring/changes.ts';
import type { Account } from '../../store/item-keys.ts';
import type { Reader } from '../../store/page-cache.ts';
import { largestFirst, moveIn, textWithChanges } from '../model/descriptions.ts';
import type { ClientFields } from '../model/entries.ts';
import { chosenParts, type Position } from '../model/parts.ts';
import type { ListVersion } from './list-version.ts';
import { liveVersion, type Reading } from './live-version.ts';
import { type ScopedClients, scopedClients } from './scoped-clients.ts';

/** The clients in a scope whose score has changed over a period, all of one version, largest move first. */
export interface TrendingClients extends Pick<ScopedClients, 'version' | 'echo'> {
  readonly slice: (
    parts: readonly number[],
    offset: number,
    limit: number,
  ) => Promise<{ readonly texts: readonly string[]; readonly total: number }>;
}

export async function trendingClients(
  reader: Reader,
  account: Account,
  portfolioId: string | null,
  period: Period,
  reading: Reading,
): Promise<TrendingClients> {
  if (portfolioId !== null) {
    const { version, echo, list } = await scopedClients(reader, account, portfolioId, reading);
    return { version, echo, slice: (...given) => sliceOfMoves(list, period, ...given) };
  }
  const list = (await liveVersion(reader, account, reading)).list(`trending${period}`);
  return {
    version: list.version,
    echo: { customerId: account, portfolioId },
    slice: (parts, offset, limit) => list.page(parts, { offset, limit }),
  };
}

interface Move extends Pick<ClientFields, 'score' | 'changes'> {
  readonly position: Position;
  /** The part of a list of trending clients that it belongs to. */
  readonly part: number;
  readonly size: number;
}

const bytesPerMove = 200;

/** Sorts the moves of a portfolio's clients, once per version: stored lists of them would double the writes of a night. */
async function sliceOfMoves(
  list: ListVersion,
  period: Period,
  parts: readonly number[],
  offset: number,
  limit: number,
) {
  const moves = await list.derived(`trending ${period}`, async () => {
    const positions = await list.positions(chosenParts(true), 0, Number.POSITIVE_INFINITY);
    const found: Move[] = [];
    // with the texts, which the answer needs: one trip instead of two
    const [fieldsOfAll] = await Promise.all([list.fieldsAt(positions), list.textsAt(positions)]);
    for (const [at, fields] of fieldsOfAll.entries()) {
      const position = positions[at];
      const move = position && moveIn({ fields, part: position.part }, period);
      if (move) found.push({ position, ...move, score: fields.score, changes: fields.changes });
    }
    const value = found.sort(largestFirst);
    return { value, bytes: value.length * bytesPerMove };
  });
  const chosen = moves.filter(({ part }) => parts.includes(part));
  const shown = chosen.slice(offset, offset + limit);
  const texts = await list.textsAt(shown.map(({ position }) => position));
  return { texts: shown.map((move, at) => textWithChanges(texts[at] ?? '', move)), total: chosen.length };
}
