import { expect, it } from 'vitest';
import { type OpenSignal, signalsOfRun, stepsOf, stepsText } from '../../../../shared/domain/scoring/open-signals.ts';
import { runDay } from '../arbitraries.ts';

it.each([
  ['0:,14:-0.3,:-1', [{ most: 0 }, { most: 14, polarity: -0.3 }, { polarity: -1 }]],
  ['-12.75:1,:1.25e-12', [{ most: -12.75, polarity: 1 }, { polarity: 1.25e-12 }]],
  [':', [{}]],
  ['0:0,:1', [{ most: 0, polarity: 0 }, { polarity: 1 }]],
])('steps are written as %s and read again', (text, steps) => {
  expect([stepsOf(text), stepsOf(text.replaceAll(',', ' , ')), stepsText(steps)]).toEqual([steps, steps, text]);
});

it.each(['', '1', '1:0,', ':1.1', ':-1.1', 'x1:1', '1:1x', '1.:1', '1:1.', 'x:1', '1:x', '1:1e5', '1:0.1e-'])(
  '%j has no steps',
  (text) => {
    expect(stepsOf(text)).toBeUndefined();
  },
);

it('an open signal counts on the day before the run, by the days that it has been open until then', () => {
  const open = (id: string, age: number, more: Partial<OpenSignal> = {}): OpenSignal => ({
    id,
    feed: 'crm',
    since: runDay - 1 - age,
    topic: 'trust',
    weight: 2,
    seen: runDay,
    steps: stepsOf('0:,14:-0.3,:-1') ?? [],
    ...more,
  });
  const signal = { day: runDay - 1, topic: 'trust', weight: 2, isOpen: true };

  expect(
    signalsOfRun(
      [
        ...[open('new', 0), open('a', 1), open('b', 14, { stream: 's' }), open('c', 15)],
        ...[open('none', 9, { steps: [] }), open('even', 9, { steps: stepsOf('9:0,:-1') ?? [] })],
      ],
      runDay,
    ),
  ).toStrictEqual([
    { ...signal, id: 'a', polarity: -0.3, value: 1 },
    { ...signal, id: 'b', polarity: -0.3, stream: 's', value: 14 },
    { ...signal, id: 'c', polarity: -1, value: 15 },
    { ...signal, id: 'even', polarity: 0, value: 9 },
  ]);
});
