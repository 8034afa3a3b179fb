import type { clientsGroup } from '../../shared/contract/clients.ts';
import { search } from '../../shared/domain/lists/search.ts';
import type { Operation } from '../../shared/http/operation.ts';
import { scopedAnswer } from '../../shared/http/roster-answer.ts';
import { chosenParts } from '../../shared/table/views/read/scoped-clients.ts';
import { clientsBody, pageAt } from './page.ts';

export const searchClients: Operation<typeof clientsGroup.endpoints.searchClients> = (call, deps) =>
  scopedAnswer('search', call, deps, async (scope) => {
    const { query: words, include_archived: withArchived } = call.query;
    const found = search(await scope.names(chosenParts(withArchived)), words).map(({ position }) => position);
    return clientsBody(scope, await pageAt(scope, found, call.query), { query: words });
  });
