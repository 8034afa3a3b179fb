import type { clientsGroup } from '../../shared/contract/clients.ts';
import { trending } from '../../shared/domain/lists/trending.ts';
import type { Operation } from '../../shared/http/operation.ts';
import { scopedAnswer } from '../../shared/http/roster-answer.ts';
import { chosenParts } from '../../shared/table/views/read/scoped-clients.ts';
import { clientsBody, pageAt } from './page.ts';

export const listTrendingClients: Operation<typeof clientsGroup.endpoints.listTrendingClients> = (call, deps) =>
  scopedAnswer('trending', call, deps, async (scope) => {
    const { direction, period, include_archived: withArchived, offset } = call.query;
    const moved = trending(await scope.changes(chosenParts(withArchived)), direction, period);
    const { texts, total } = await pageAt(
      scope,
      moved.map(({ position }) => position),
      call.query,
    );
    const entries = texts.map((text, at) => withChanges(text, moved[offset + at]?.scoreChanges));
    return clientsBody(scope, { texts: entries, total }, { direction: direction ?? null, period });
  });

/** The list entry with `scoreChanges` added. */
function withChanges(text: string, scoreChanges: unknown): string {
  return `${text.slice(0, -1)},"scoreChanges":${JSON.stringify(scoreChanges)}}`;
}
