import type { clientsGroup } from '../../shared/contract/clients.ts';
import type { Operation } from '../../shared/http/operation.ts';
import { scopedAnswer } from '../../shared/http/roster-answer.ts';
import { chosenParts } from '../../shared/table/views/model/parts.ts';
import { namesIn } from '../../shared/table/views/read/scoped-clients.ts';
import { clientsBody } from './page.ts';

export const searchClients: Operation<typeof clientsGroup.endpoints.searchClients> = (call, deps) =>
  scopedAnswer('search', call, deps, async (scope) => {
    const { query: words, include_archived: withArchived, offset, limit } = call.query;
    const chosen = chosenParts(withArchived);
    const found = (await namesIn(scope.list, chosen)).search(words);
    const texts = await scope.list.textsAt(await scope.list.positionsOf(chosen, found.slice(offset, offset + limit)));
    return clientsBody(scope, { texts, total: found.length }, { query: words });
  });
