import { describe, expect, it } from 'vitest';
import {
  firstWeekOf,
  fromSignalsItem,
  mergedSignalsItem,
  type NamedSignal,
  namedSignalsIn,
} from '../../../shared/table/records/signals.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';

const acme = asAccount('acme');
// a Thursday of week 46
const day = 20_769;
const signal = (id: string, given: Partial<NamedSignal> = {}): NamedSignal => {
  return { id, day, topic: 'trust', polarity: 0.5, weight: 1, ...given };
};
const merged = (signals: readonly NamedSignal[], stored?: ReturnType<typeof mergedSignalsItem>) =>
  mergedSignalsItem(acme, 'c1', stored, signals);

describe('the signals of a client in one week', () => {
  it('are one item, which expires 400 days after the week', () => {
    expect(merged([signal('a', { stream: 's1' }), signal('b', { polarity: -1, weight: 2.5 })])).toEqual({
      pk: 'CUST#acme#CLIENT#c1',
      sk: 'S#2026-W46',
      v: 3,
      clientId: 'c1',
      signals: 'a 20769 trust 0.5 1 s1\nb 20769 trust -1 2.5',
      ttl: (20_773 + 400) * 86_400,
    });
  });

  it('are stored in order of arrival, and one of the same name is replaced in its place', () => {
    const first = merged([signal('z'), signal('a')]);
    const later = merged([signal('b'), signal('z', { weight: 3 })], first);

    expect(namedSignalsIn(later)).toEqual([signal('z', { weight: 3 }), signal('a'), signal('b')]);
    expect(merged([signal('a')], later)).toEqual(later);
  });

  it('are read with and without their names', () => {
    const signals = [signal('a', { stream: 's1', weight: 0.5 }), signal('b', { weight: 2.5 })];

    expect(namedSignalsIn(merged(signals))).toStrictEqual(signals);
    expect(fromSignalsItem(merged(signals))).toStrictEqual(signals.map(({ id: _, ...rest }) => rest));
  });
});

it('a run reads the signals of 90 days', () => {
  // the second of them begins on a Sunday
  expect([20_777, 20_778, 20_779].map((day) => firstWeekOf(day))).toEqual(['2026-W34', '2026-W34', '2026-W35']);
});
