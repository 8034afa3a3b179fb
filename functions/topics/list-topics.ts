import type { topicsGroup } from '../../shared/contract/topics.ts';
import { categories, topics } from '../../shared/domain/scoring/topics.ts';
import { type Operation, smallAnswer } from '../../shared/http/operation.ts';

/** The catalogue is the same for all accounts and changes only with the code. */
const answer = smallAnswer({ topics, categories, total: topics.length });

export const listTopics: Operation<typeof topicsGroup.endpoints.listTopics> = () => answer;
