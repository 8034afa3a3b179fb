import { llmsPath, openApiPath } from '../../shared/contract/groups.ts';
import { topicsGroup } from '../../shared/contract/topics.ts';
import type { Deps } from '../../shared/deps.ts';
import { type ApiHandler, api } from '../../shared/http/api.ts';
import { listTopics } from './list-topics.ts';
import { llmsTextOf, openApiOf } from './open-api.ts';

export const create = (deps: Deps): ApiHandler => {
  const answer = api(topicsGroup, { listTopics }, deps);
  return async (event, context) => {
    if (event.httpMethod !== 'GET') return answer(event, context);
    if (event.resource === openApiPath) return openApiOf(event, deps.clock());
    if (event.resource === llmsPath) return llmsTextOf(event, deps.clock());
    return answer(event, context);
  };
};
