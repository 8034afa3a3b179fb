import { isDeepStrictEqual } from 'node:util';
import { expect, it } from 'vitest';
import { signerFor } from '../../../shared/table/store/signer.ts';
import { seedsTried } from '../../support/size.ts';
import { bothSigned } from '../../support/store/signed-requests.ts';

const seeds = seedsTried(300, 30_000, 100_000);

it(`${seeds.length} generated requests are signed as the SDK signs them`, async () => {
  for (const seed of seeds) {
    const { ours, sdk } = await bothSigned(seed);
    if (!isDeepStrictEqual(ours, sdk)) expect(ours, `seed ${seed}`).toEqual(sdk);
  }
});

it('a signer derives a new key when the day or the credentials change', () => {
  const service = { name: 'dynamodb', region: 'us-east-1', host: 'a', contentType: 'b' };
  const changing = signerFor(service);
  for (const [secretAccessKey, day] of [
    ['one', '2026-11-21'],
    ['one', '2026-11-22'],
    ['two', '2026-11-22'],
    ['one', '2026-11-21'],
  ] as const) {
    const signed = (by: typeof changing) =>
      by({ target: 't', body: '', time: Date.parse(day) }, { accessKeyId: 'a', secretAccessKey });

    expect(signed(changing), `${secretAccessKey}, ${day}`).toEqual(signed(signerFor(service)));
  }
});
