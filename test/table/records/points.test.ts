import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packPoints, unpackPoints } from '../../../shared/table/records/points.ts';
import { holds } from '../../support/holds.ts';

describe('the points of a history', () => {
  it('are unpacked unchanged, from one and a half bytes each', () => {
    holds(
      fc.property(fc.array(fc.nat(4095), { maxLength: 400, size: 'max' }), (tenths) => {
        const history = { last: 20_776, points: Uint16Array.from(tenths) };
        const bytes = packPoints(history);

        expect(bytes.length).toBe(Math.ceil(tenths.length * 1.5));
        expect(unpackPoints(20_776, bytes)).toEqual(history);
      }),
    );
  });

  it('are packed in order of their digits', () => {
    expect([...packPoints({ last: 0, points: Uint16Array.of(0x123, 0x456, 0x789) })]).toEqual([
      0x12, 0x34, 0x56, 0x78, 0x90,
    ]);
  });
});
