import { clientRecordsGroup } from '../../shared/contract/client-records.ts';
import { startApi } from '../../shared/http/start.ts';
import { create } from './handler.ts';

export const handler = await startApi(create, clientRecordsGroup);
