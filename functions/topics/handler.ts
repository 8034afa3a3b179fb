import { openApiPath } from '../../shared/contract/groups.ts';
import { topicsGroup } from '../../shared/contract/topics.ts';
import type { Deps } from '../../shared/deps.ts';
import { type ApiHandler, api } from '../../shared/http/api.ts';
import { listTopics } from './list-topics.ts';
import { openApiOf } from './open-api.ts';

export const create = (deps: Deps): ApiHandler => {
  const answer = api(topicsGroup, { listTopics }, deps);
  return async (event, context) =>
    event.resource === openApiPath && event.httpMethod === 'GET'
      ? openApiOf(event, deps.clock())
      : answer(event, context);
};
