import type { clientRecordsGroup } from '../../shared/contract/client-records.ts';
import { fold } from '../../shared/domain/lists/search.ts';
import { byName } from '../../shared/domain/orders.ts';
import { type Operation, smallAnswer } from '../../shared/http/operation.ts';
import { peopleOfClient } from '../../shared/table/entities/person.ts';
import { knownClient } from '../../shared/table/records/known-client.ts';

export const listClientKeyPeople: Operation<typeof clientRecordsGroup.endpoints.listClientKeyPeople> = async (
  { account, path },
  { table },
) => {
  const { client, records: people } = await knownClient(
    table,
    account,
    path.client_id,
    peopleOfClient(table, account, path.client_id),
  );
  const keyPeople = people
    .map((person) => ({ person, id: person.id, foldedName: fold(person.name) }))
    .sort(byName)
    .map(({ person: { id, name, title, email, phone, role, department } }) => ({
      id,
      name,
      title,
      email,
      phone,
      role,
      department,
    }));
  return smallAnswer({ clientId: client.id, keyPeople, total: keyPeople.length });
};
