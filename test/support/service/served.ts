import { loadFunctions } from '../../../bin/local/gateway/functions.ts';
import { createGateway } from '../../../bin/local/gateway/gateway.ts';
import { routesOf } from '../../../bin/local/gateway/routing.ts';
import { groups } from '../../../shared/contract/groups.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import { fakeDeps } from './deps.ts';
import { serve } from './http.ts';

/** The base URL of the whole service on this table, over HTTP. */
export async function serving(table: Table, onEnd?: Parameters<typeof serve>[1]): Promise<string> {
  const gateway = createGateway(routesOf(groups, await loadFunctions(fakeDeps(table))));
  return `http://127.0.0.1:${await serve(gateway, onEnd)}/v1`;
}
