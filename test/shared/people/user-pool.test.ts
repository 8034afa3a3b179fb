import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { cognitoPool } from '../../../shared/people/user-pool.ts';
import { endpointBehind } from '../../support/store/stores.ts';

const words = { accountName: 'Acme', by: 'ann@example.com' };

/** What Cognito is asked, by a pool with the firm's own sign-in or without one. */
async function asked(provider: string | undefined, identities = '[]') {
  const calls: [string, object][] = [];
  const url = await endpointBehind(async (request, response) => {
    const operation = String(request.headers['x-amz-target']).split('.')[1] ?? '';
    calls.push([operation, JSON.parse(await text(request))]);
    const attributes = [
      { Name: 'sub', Value: 'p1' },
      { Name: 'identities', Value: identities },
    ];
    response.end(JSON.stringify({ User: { Attributes: attributes }, UserAttributes: attributes }));
  });
  const credentials = async () => ({ accessKeyId: 'a', secretAccessKey: 's' });
  const pool = cognitoPool({ url, region: 'eu-west-1', credentials }, { userPoolId: 'pool', provider });
  await pool.link(await pool.create('zoe@example.com', words), 'zoe@example.com');
  return { calls };
}

it('a pool of its own mails a password', async () => {
  const { calls } = await asked(undefined);
  expect(calls).toEqual([['AdminCreateUser', expect.objectContaining({ DesiredDeliveryMediums: ['EMAIL'] })]]);
});

it("the person of the firm's own sign-in who has the address is the one who was invited, and gets no password", async () => {
  const { calls } = await asked('firm');
  expect(calls).toEqual([
    ['AdminCreateUser', expect.objectContaining({ MessageAction: 'SUPPRESS' })],
    ['AdminGetUser', { UserPoolId: 'pool', Username: 'p1' }],
    [
      'AdminLinkProviderForUser',
      {
        UserPoolId: 'pool',
        SourceUser: {
          ProviderName: 'firm',
          ProviderAttributeName: 'email',
          ProviderAttributeValue: 'zoe@example.com',
        },
        DestinationUser: { ProviderName: 'Cognito', ProviderAttributeValue: 'p1' },
      },
    ],
  ]);
});

it('an invitation that is repeated links nobody twice', async () => {
  const { calls } = await asked('firm', '[{"providerName":"firm","userId":"zoe@example.com"}]');
  expect(calls.map(([operation]) => operation)).toEqual(['AdminCreateUser', 'AdminGetUser']);
});
