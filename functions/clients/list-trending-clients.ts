import type { clientsGroup } from '../../shared/contract/clients.ts';
import { trending } from '../../shared/domain/lists/trending.ts';
import type { Operation } from '../../shared/http/operation.ts';
import { scopedAnswer } from '../../shared/http/roster-answer.ts';
import { clientsBody, pageOf } from './page.ts';

export const listTrendingClients: Operation<typeof clientsGroup.endpoints.listTrendingClients> = (call, deps) =>
  scopedAnswer('trending', call, deps, async (scope) => {
    const { direction, period, include_archived: withArchived, offset } = call.query;
    const moves = (await scope.locatedEntries(withArchived)).map((entry) => ({
      entry,
      scoreChanges: entry.fields.scoreChanges,
    }));
    const moved = trending(moves, direction, period).map(({ entry }) => entry);
    const { texts, total } = await pageOf(scope, moved, call.query);
    const entries = texts.map((text, at) => withChanges(text, moved[offset + at]?.fields.scoreChanges));
    return clientsBody(scope, { texts: entries, total }, { direction: direction ?? null, period });
  });

/** The list entry with `scoreChanges` added. */
function withChanges(text: string, scoreChanges: unknown): string {
  return `${text.slice(0, -1)},"scoreChanges":${JSON.stringify(scoreChanges)}}`;
}
