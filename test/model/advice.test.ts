import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import * as product from '../../shared/domain/advice/priorities.ts';
import { spotlight } from '../../shared/domain/advice/spotlight.ts';
import * as outlook from '../../shared/domain/advice/stream-outlook.ts';
import { topicReport } from '../../shared/domain/scoring/topic-report.ts';
import { topics } from '../../shared/domain/scoring/topics.ts';
import { holds } from '../support/holds.ts';
import * as model from './advice.ts';

// a sum that differs in its last bit may round to another tenth
const scores = fc.array(fc.option(fc.integer({ min: 0, max: 200_000 }).map((thousandths) => thousandths / 1000)), {
  minLength: topics.length,
  maxLength: topics.length,
});
const points = fc.integer({ min: 0, max: 2000 }).map((tenths) => tenths / 10);
const change = fc.option(
  points.map((each) => each / 5 - 20),
  { nil: undefined },
);

it('what the service says of topic scores is what the model says', () => {
  holds(
    fc.property(scores, points, change, (all, score, moved) => {
      const scoreChanges = moved === undefined ? undefined : { '30day': { change: moved } };
      const given = { score, topics: all, ...(scoreChanges && { scoreChanges: scoreChanges as never }) };

      expect(topicReport(all)).toEqual(model.topicReport(all));
      expect(product.priorities(all)).toEqual(model.priorities(all));
      expect(spotlight(given)).toBe(model.spotlight(all, undefined, score, moved));
      expect(outlook.contextualClues(all)).toEqual(model.contextualClues(all));
    }),
  );
});
