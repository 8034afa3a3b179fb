import { describe, expect, it } from 'vitest';
import { bandNamed, bandOf, bands } from '../../../../shared/domain/scoring/bands.ts';

describe('bands', () => {
  it('divide the scale into four ranges, worst first', () => {
    const inOrder = Array.from({ length: 2001 }, (_, tenths) => bandOf(tenths / 10));

    expect(inOrder.filter((band, index) => band !== inOrder[index - 1])).toEqual(bands);
    expect(bands.map((band) => inOrder.filter((other) => other === band).length)).toEqual([700, 300, 400, 601]);
  });

  it.each(['HIGH_RISK', 'high-risk', 'constructor', ''])('have no other names, such as %j', (riskLevel) => {
    expect(bandNamed(riskLevel)).toBeUndefined();
  });
});
