import { clientRecordsGroup } from '../../shared/contract/client-records.ts';
import type { Deps } from '../../shared/deps.ts';
import { api } from '../../shared/http/api.ts';
import { getClient } from './get-client.ts';
import { getClientHistory } from './get-client-history.ts';
import { getClientPriorities } from './get-client-priorities.ts';
import { listClientKeyPeople } from './list-client-key-people.ts';
import { listClientNotes } from './list-client-notes.ts';

export const create = (deps: Deps) =>
  api(
    clientRecordsGroup,
    { getClient, getClientHistory, getClientPriorities, listClientNotes, listClientKeyPeople },
    deps,
  );
