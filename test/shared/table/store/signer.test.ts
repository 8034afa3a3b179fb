import { isDeepStrictEqual } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { HttpRequest } from '@smithy/core/protocols';
import { expect, it } from 'vitest';
import { signerFor } from '../../../../shared/table/store/signer.ts';
import type { Credentials } from '../../../../shared/table/store/table.ts';
import { randomOf } from '../../../support/random.ts';
import { seedsTried } from '../../../support/size.ts';

const regions = ['us-east-1', 'eu-central-2', 'cn-north-1', 'us-gov-west-1'];
const services = [
  ['dynamodb', 'application/x-amz-json-1.0', 'DynamoDB_20120810.UpdateItem'],
  ['events', 'application/x-amz-json-1.1', 'AWSEvents.PutEvents'],
] as const;
const letters = [...'aZ0/+= \t:;"%éŁ漢💡\u0000\u007f', '  ', '\r\n'];

interface Signer {
  readonly sign: (request: HttpRequest, given: object) => Promise<HttpRequest>;
}

/** The signer of the SDK's client, which gets the credentials for each request, without the hash that S3 needs. */
async function sdkSigner(credentials: () => Credentials): Promise<Signer> {
  const memoized = Object.assign(async () => credentials(), { memoized: true });
  const client = new DynamoDBClient({ region: 'us-east-1', credentials: memoized });
  return Object.assign((await client.config.signer()) as Signer, { applyChecksum: false });
}

let current: Credentials = { accessKeyId: '', secretAccessKey: '' };
const theirs = sdkSigner(() => current);

/** The headers of a random request as signed by our signer and by the SDK's. Not for concurrent calls. */
async function bothSigned(seed: number): Promise<{ ours: object; sdk: object }> {
  const random = randomOf(seed);
  const below = (count: number) => Math.floor(random() * count);
  const oneOf = <T>(list: readonly T[]) => list[below(list.length)] as T;
  const text = (most: number) => Array.from({ length: below(most + 1) }, () => oneOf(letters)).join('');
  const [region, [name, contentType, target]] = [oneOf(regions), oneOf(services)];
  const host = `${name}.${region}.amazonaws.com`;
  const body = oneOf([JSON.stringify({ Key: { pk: { S: text(20) } } }), Buffer.from(text(40)), '']);
  current = {
    accessKeyId: `AKID${below(9)}`,
    secretAccessKey: `secret ${text(6)}`,
    ...(random() < 0.5 && { sessionToken: `token${'x'.repeat(below(30))}` }),
  };
  // days near their ends, leap days
  const time = Date.UTC(2015 + below(30), below(12), 1 + below(31), below(24), below(60), below(60), below(1000));
  const headers = { 'content-type': contentType, host, 'x-amz-target': target };
  const request = new HttpRequest({ method: 'POST', protocol: 'https:', hostname: host, path: '/', headers, body });
  const signing = { signingDate: new Date(time), signingRegion: region, signingService: name };
  const signed = await (await theirs).sign(request, signing);
  const ours = signerFor({ name, region, host, contentType })({ target, body, time }, current);
  return { ours: fromList(ours), sdk: signed.headers };
}

function fromList(headers: readonly string[]): Record<string, string> {
  return Object.fromEntries(headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1] ?? '']] : [])));
}

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
