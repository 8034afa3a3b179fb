import { startInboxJob } from '../../import/inbox/aws/start.ts';
import { create } from './handler.ts';

export const handler = startInboxJob(create);
