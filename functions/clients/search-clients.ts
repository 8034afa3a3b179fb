import type { clientsGroup } from '../../shared/contract/clients.ts';
import { fold, search } from '../../shared/domain/lists/search.ts';
import type { Operation } from '../../shared/http/operation.ts';
import { scopedAnswer } from '../../shared/http/roster-answer.ts';
import { clientsBody, pageOf } from './page.ts';

export const searchClients: Operation<typeof clientsGroup.endpoints.searchClients> = (call, deps) =>
  scopedAnswer('search', call, deps, async (scope) => {
    const { query: words, include_archived: withArchived } = call.query;
    const named = (await scope.locatedEntries(withArchived)).map((entry) => ({
      entry,
      foldedName: fold(entry.fields.name),
    }));
    const found = search(named, words).map(({ entry }) => entry);
    return clientsBody(scope, await pageOf(scope, found, call.query), { query: words });
  });
