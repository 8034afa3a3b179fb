import type { clientsGroup } from '../../shared/contract/clients.ts';
import type { Operation } from '../../shared/http/operation.ts';
import { scopedAnswer } from '../../shared/http/roster-answer.ts';
import { clientsBody, pageInOrder } from './page.ts';

export const listClients: Operation<typeof clientsGroup.endpoints.listClients> = (call, deps) =>
  scopedAnswer('clients', call, deps, async (scope) => clientsBody(scope, await pageInOrder(scope, call.query)));
