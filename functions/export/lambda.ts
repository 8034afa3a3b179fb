import { exportGroup } from '../../shared/contract/export.ts';
import { startApi } from '../../shared/http/start.ts';
import { streamed } from '../../shared/http/streaming.ts';
import { create } from './handler.ts';

export const handler = streamed(await startApi(create, exportGroup));
