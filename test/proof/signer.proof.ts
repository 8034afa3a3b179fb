import { expect, it } from 'vitest';
import { numeral, sized } from '../support/size.ts';
import { bothSigned } from '../support/store/signed-requests.ts';

const requests = sized({ slice: 2_000, sample: 30_000, full: 100_000 });

it(`${numeral(requests)} generated requests are signed as the SDK signs them`, async () => {
  for (let seed = 1_000; seed < 1_000 + requests; seed += 1) {
    const { ours, sdk } = await bothSigned(seed);
    if (JSON.stringify(Object.entries(ours).sort()) !== JSON.stringify(Object.entries(sdk).sort())) {
      expect(ours, `seed ${seed}`).toEqual(sdk);
    }
  }
});
