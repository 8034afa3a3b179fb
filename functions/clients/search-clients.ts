import type { clientsGroup } from '../../shared/contract/clients.ts';
import type { Operation } from '../../shared/http/operation.ts';
import { scopedAnswer } from '../../shared/http/roster-answer.ts';
import { chosenParts, entryTextIn } from '../../shared/table/views/read/scoped-clients.ts';
import { clientsBody } from './page.ts';

export const searchClients: Operation<typeof clientsGroup.endpoints.searchClients> = (call, deps) =>
  scopedAnswer('search', call, deps, async (scope) => {
    const { query: words, include_archived: withArchived, offset, limit } = call.query;
    const chosen = chosenParts(withArchived);
    const found = (await scope.names(chosen)).search(words);
    const texts = await scope.list.textsOf(chosen, found.slice(offset, offset + limit));
    return clientsBody(scope, { texts: texts.map(entryTextIn), total: found.length }, { query: words });
  });
