import type { clientsGroup } from '../../shared/contract/clients.ts';
import { fold, search } from '../../shared/domain/lists/search.ts';
import type { Operation } from '../../shared/http/operation.ts';
import { scopedAnswer } from '../../shared/http/roster-answer.ts';
import { clientsBody, pageOf } from './page.ts';

export const searchClients: Operation<typeof clientsGroup.endpoints.searchClients> = (call, deps) =>
  scopedAnswer('search', call, deps, async (scope) => {
    const { query: words, include_archived: withArchived } = call.query;
    const named = (await scope.locatedEntries(withArchived)).map((line) => ({
      line,
      foldedName: fold(line.fields.name),
    }));
    const found = search(named, words).map(({ line }) => line);
    return clientsBody(scope, await pageOf(scope, found, call.query), { query: words });
  });
