import { clientById } from '../../shared/table/entities/client.ts';
import { topicYear } from '../../shared/table/night/topic-year.ts';
import type { Account } from '../../shared/table/store/item-keys.ts';
import type { RequestTable } from '../../shared/table/store/table.ts';
import type { ClientsPort } from '../ports.ts';

export function clientsPort(table: RequestTable, account: Account): ClientsPort {
  return {
    payments: async (id) => (await clientById(table, account, id))?.payments,
    topicYear: (id) => topicYear(table, account, id),
  };
}
