import { chosenDirections, type Direction } from '../../../domain/lists/trending.ts';
import type { Period } from '../../../domain/scoring/changes.ts';
import type { Account } from '../../store/item-keys.ts';
import { partOfTrending, trending } from '../model/descriptions.ts';
import { linesOf } from '../model/rosters.ts';
import { type Reader, withHidden } from './list-version.ts';
import { rosterOf } from './roster.ts';
import { membersIn, type ScopedClients, scopedClients } from './scoped-clients.ts';

interface Slice {
  readonly texts: readonly string[];
  readonly total: number;
}

/** The clients in a scope whose score has changed over a period, all of one version, largest move first. */
export interface TrendingClients extends Pick<ScopedClients, 'head' | 'echo'> {
  readonly slice: (parts: readonly number[], offset: number, limit: number) => Promise<Slice>;
}

export async function trendingClients(
  reader: Reader,
  account: Account,
  portfolioId: string | null,
  period: Period,
  reading: { readonly consistent: boolean },
): Promise<TrendingClients> {
  if (portfolioId === null) {
    const roster = await rosterOf(reader, account, `trending${period}`, reading);
    return {
      head: roster.head,
      echo: { customerId: account, portfolioId },
      slice: async (parts, offset, limit) => ({
        texts: await roster.slice(parts, offset, limit),
        total: (await roster.tally(parts)).total,
      }),
    };
  }
  const { head, echo, list } = await scopedClients(reader, account, portfolioId, reading);
  const linesInOrder = () =>
    list.derived(`trending ${period}`, async () => {
      const members = (await membersIn(list, withHidden)).map(({ part, text, member }) => ({
        ...{ id: member.id, score: member.score, foldedName: '', part },
        entry: { text, fields: member },
      }));
      const value = linesOf(trending(period), members);
      return { value, bytes: value.reduce((sum, { text }) => sum + text.length + bytesPerLine, 0) };
    });
  const slice = async (parts: readonly number[], offset: number, limit: number) => {
    const lines = (await linesInOrder()).filter(({ part }) => parts.includes(part));
    return { texts: lines.slice(offset, offset + limit).map(({ text }) => text), total: lines.length };
  };
  return { head, echo, slice };
}

const bytesPerLine = 200;

/** The parts of a list of trending clients that a request chooses. */
export function trendingParts(direction: Direction | undefined, withArchived: boolean): number[] {
  const archived = withArchived ? [false, true] : [false];
  return chosenDirections(direction).flatMap((each) => archived.map((isArchived) => partOfTrending(each, isArchived)));
}
