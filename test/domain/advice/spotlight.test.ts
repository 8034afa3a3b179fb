import { describe, expect, it } from 'vitest';
import { spotlight } from '../../../shared/domain/advice/spotlight.ts';
import { topics } from '../../../shared/domain/scoring/topics.ts';

const nothing: (number | null)[] = topics.map(() => null);

function over30Days(change: number) {
  return { '30day': { change, percentage: 1, previousScore: 80 } };
}

describe('the spotlight', () => {
  it('is the imported text, if there is one, exactly as it was imported', () => {
    expect(spotlight({ imported: ' Renewal at risk.\n', score: 80, topics: nothing })).toBe(' Renewal at risk.\n');
  });

  it.each([
    {
      what: 'score, fall and lowest topic',
      facts: { score: 82.4, scoreChanges: over30Days(-6.1), topics: nothing.with(1, 54.04).with(5, 60) },
      text: 'Scores 82.4 (medium risk), down 6.1 over 30 days. Lowest topic: On-Time Delivery at 54.',
    },
    {
      what: 'a rise',
      facts: { score: 140, scoreChanges: over30Days(6.1), topics: nothing.with(5, 140) },
      text: 'Scores 140 (on track), up 6.1 over 30 days. Lowest topic: Trust and Confidence at 140.',
    },
    {
      what: 'no move, and the first of equal topics',
      facts: { score: 0, scoreChanges: over30Days(0), topics: nothing.with(14, 0).with(5, 0) },
      text: 'Scores 0 (high risk), unchanged over 30 days. Lowest topic: Trust and Confidence at 0.',
    },
    {
      what: 'the lowest topic wherever it is, and no change that only covers other periods',
      facts: { score: 90, scoreChanges: {}, topics: nothing.with(1, 60).with(5, 54).with(9, 58) },
      text: 'Scores 90 (medium risk). Lowest topic: Trust and Confidence at 54.',
    },
    {
      what: 'the known fields of a new client',
      facts: { score: 100, topics: nothing },
      text: 'Scores 100 (low risk). No topic has data from the last 90 days.',
    },
    {
      what: 'the same when the imported text is blank',
      facts: { imported: ' ', score: 100, topics: nothing },
      text: 'Scores 100 (low risk). No topic has data from the last 90 days.',
    },
  ])('else says $what', ({ facts, text }) => {
    expect(spotlight(facts)).toBe(text);
  });
});
