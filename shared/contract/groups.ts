import { alignment } from './alignment.ts';
import { clientRecords } from './client-records.ts';
import { clients } from './clients.ts';
import type { Group } from './endpoint.ts';
import { exports } from './export.ts';
import { portfolios } from './portfolios.ts';
import { streams } from './streams.ts';
import { topics } from './topics.ts';

/** The contract: every endpoint of the service, by the function that answers it. There is no other list. */
export const groups: readonly Group[] = [clients, clientRecords, streams, portfolios, alignment, topics, exports];
