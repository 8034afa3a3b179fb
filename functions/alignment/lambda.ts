import { alignmentGroup } from '../../shared/contract/alignment.ts';
import { startApi } from '../../shared/http/start.ts';
import { create } from './handler.ts';

export const handler = await startApi(create, alignmentGroup);
