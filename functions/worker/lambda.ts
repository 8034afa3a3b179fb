import { startJob } from '../../shared/jobs/start.ts';
import { create } from './handler.ts';

export const handler = startJob(create);
