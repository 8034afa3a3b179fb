import { HttpRequest } from '@smithy/core/protocols';
import { describe, expect, it } from 'vitest';
import { SigV4Signer } from '../../../shared/table/store/signer.ts';
import { bothSigned } from '../../support/store/signed-requests.ts';

// Values of AWS's published test suite for Signature Version 4 ("aws-sig-v4-test-suite"): its cases for the path `/`.
const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };
const signingDate = '2015-08-30T12:36:00Z';
const signerWith = (given: { accessKeyId: string; secretAccessKey: string; sessionToken?: string }) =>
  new SigV4Signer({ credentials: async () => given, region: 'us-east-1', service: 'service', sendsBodyHash: false });
const signer = signerWith(credentials);

function suiteRequest(method: string, headers: Record<string, string> = {}, body?: string): HttpRequest {
  const host = { host: 'example.amazonaws.com' };
  return new HttpRequest({ method, path: '/', headers: { ...host, ...headers }, body });
}

describe('AWS’s test suite', () => {
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };

  // biome-ignore format: a table
  it.each<[string, HttpRequest, string, string]>([
    ['get-vanilla', suiteRequest('GET'),
      'host;x-amz-date', '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31'],
    ['get-header-value-trim', suiteRequest('GET', { 'My-Header1': ' value1', 'My-Header2': ' "a   b   c"' }),
      'host;my-header1;my-header2;x-amz-date', 'acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736'],
    ['post-vanilla', suiteRequest('POST'),
      'host;x-amz-date', '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b'],
    ['post-header-key-sort', suiteRequest('POST', { 'My-Header1': 'value1' }),
      'host;my-header1;x-amz-date', 'c5410059b04c1ee005303aed430f6e6645f61f4dc9e1461ec8f8916fdf18852c'],
    ['post-header-value-case', suiteRequest('POST', { 'My-Header1': 'VALUE1' }),
      'host;my-header1;x-amz-date', 'cdbc9802e29d2942e5e10b5bccfdd67c5f22c7c4e8ae67b53629efa58b974b7d'],
    ['post-sts-header-after', suiteRequest('POST'),
      'host;x-amz-date', '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b'],
    ['post-x-www-form-urlencoded', suiteRequest('POST', form, 'Param1=value1'),
      'content-type;host;x-amz-date', 'ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a'],
    ['post-x-www-form-urlencoded-parameters',
      suiteRequest('POST', { 'Content-Type': `${form['Content-Type']}; charset=utf8` }, 'Param1=value1'),
      'content-type;host;x-amz-date', '1a72ec8f64bd914b0e42e42607c7fbce7fb2c7465f63e3092b3b0d39fa77a6fe'],
  ])('%s', async (_, request, signedHeaders, signature) => {
    const { headers } = await signer.sign(request, { signingDate });

    expect(headers.authorization).toBe(
      `AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=${signedHeaders}, Signature=${signature}`,
    );
  });

  it('post-sts-header-before', async () => {
    const sessionToken =
      'AQoDYXdzEPT//////////wEXAMPLEtc764bNrC9SAPBSM22wDOk4x4HIZ8j4FZTwdQWLWsKWHGBuFqwAeMicRXmxfpSPfIeoIYRqTflfKD8YUuwthAx7mSEI/qkPpKPi/kMcGdQrmGdeehM4IC1NtBmUpp2wUE8phUZampKsburEDy0KPkyQDYwT7WZ0wq5VSXDvp75YU9HFvlRd8Tx6q6fE8YQcHNVXAkiY9q6d+xo0rKwT38xVqr7ZD0u0iPPkUL64lIZbqBAz+scqKmlzm8FDrypNC9Yjc8fPOLn9FX9KSYvKTr4rvx3iSIlTJabIQwj2ICCR/oLxBA==';
    const { headers } = await signerWith({ ...credentials, sessionToken }).sign(suiteRequest('POST'), { signingDate });

    expect(headers['x-amz-security-token']).toBe(sessionToken);
    expect(headers.authorization).toMatch(
      /SignedHeaders=host;x-amz-date;x-amz-security-token, Signature=85d96828115b5dc0cfc3bd16ad9e210dd772bbebba041836c64533a82be05ead$/,
    );
  });
});

describe('the signer', () => {
  it('signs like the SDK: a sample of the proof', async () => {
    for (let seed = 1; seed <= 500; seed += 1) {
      const { ours, sdk } = await bothSigned(seed);
      expect(ours, `seed ${seed}`).toEqual(sdk);
    }
  });

  it('derives a new signing key when the day, Region or credentials change', async () => {
    let secretAccessKey = 'one';
    const aSigner = () =>
      new SigV4Signer({
        credentials: async () => ({ accessKeyId: 'a', secretAccessKey }),
        region: 'us-east-1',
        service: 'dynamodb',
      });
    const changing = aSigner();
    for (const [secret, day, signingRegion] of [
      ['one', '2026-11-21', 'us-east-1'],
      ['one', '2026-11-22', 'us-east-1'],
      ['one', '2026-11-22', 'us-west-1'],
      ['two', '2026-11-22', 'us-west-1'],
      ['one', '2026-11-21', 'us-east-1'],
    ] as const) {
      secretAccessKey = secret;
      const signed = (by: SigV4Signer) => by.sign(suiteRequest('POST'), { signingDate: day, signingRegion });

      expect(await signed(changing), `${secret}, ${day}, ${signingRegion}`).toEqual(await signed(aSigner()));
    }
  });

  it('takes a time as a date, a text or seconds', async () => {
    const signed = (date: Date | string | number) => signer.sign(suiteRequest('POST'), { signingDate: date });
    const time = '2026-11-22T03:04:05Z';
    const expected = await signed(time);

    expect(expected.headers['x-amz-date']).toBe('20261122T030405Z');
    expect(await signed(new Date(time))).toEqual(expected);
    expect(await signed(Date.parse(time) / 1000)).toEqual(expected);
  });

  it('does not change the request, so a retry gets a new signature', async () => {
    const request = suiteRequest('POST');
    await signer.sign(request, { signingDate });

    expect(request.headers).toEqual({ host: 'example.amazonaws.com' });
  });

  it.each([
    ['another path', { path: '/a' }, 'The signer signs only the path / without a query.'],
    ['a query', { query: { a: 'b' } }, 'The signer signs only the path / without a query.'],
    ['a stream', { body: new ReadableStream() }, 'The signer signs no streams.'],
  ])('rejects %s', async (_, changed, message) => {
    const request = Object.assign(suiteRequest('POST'), changed);

    await expect(signer.sign(request, { signingDate })).rejects.toThrow(message);
  });
});
