import { expect, it } from 'vitest';
import { seedsOf, share, sized } from '../support/size.ts';
import { bothSigned } from '../support/store/signed-requests.ts';

const sizes = { slice: 2_000, sample: 30_000, full: 100_000 };
const requests = sized(sizes);

it(`${share(requests, sizes)} generated requests are signed as the SDK signs them`, async () => {
  for (const seed of seedsOf(requests)) {
    const { ours, sdk } = await bothSigned(seed);
    if (JSON.stringify(Object.entries(ours).sort()) !== JSON.stringify(Object.entries(sdk).sort())) {
      expect(ours, `seed ${seed}`).toEqual(sdk);
    }
  }
});
