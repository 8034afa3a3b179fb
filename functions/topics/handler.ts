import { topicsGroup } from '../../shared/contract/topics.ts';
import type { Deps } from '../../shared/deps.ts';
import { api } from '../../shared/http/api.ts';
import { listTopics } from './list-topics.ts';

export const create = (deps: Deps) => api(topicsGroup, { listTopics }, deps);
