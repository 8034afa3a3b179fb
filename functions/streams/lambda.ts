import { streamsGroup } from '../../shared/contract/streams.ts';
import { startApi } from '../../shared/http/start.ts';
import { create } from './handler.ts';

export const handler = await startApi(create, streamsGroup);
