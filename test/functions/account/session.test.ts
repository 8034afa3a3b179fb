import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { assumeFor } from '../../../functions/account/session.ts';
import { send } from '../../../shared/jobs/aws-call.ts';
import { endpointBehind } from '../../support/store/stores.ts';

const xml = `<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleResult>
  <AssumedRoleUser><Arn>arn:aws:sts::111122223333:assumed-role/Page/acme</Arn></AssumedRoleUser>
  <Credentials><AccessKeyId>ASIAEXAMPLE</AccessKeyId><SecretAccessKey>s/+e=</SecretAccessKey>
  <SessionToken>t/+o=</SessionToken><Expiration>2026-11-27T21:00:00Z</Expiration></Credentials>
</AssumeRoleResult></AssumeRoleResponse>`;
const refusal =
  '<ErrorResponse><Error><Code>AccessDenied</Code><Message>arn:aws:iam::1</Message></Error></ErrorResponse>';

/** What STS is asked for an account, and what becomes of its answer. */
async function assume(account: string, status: number, answer: string) {
  let asked = '';
  const url = await endpointBehind(async (request, response) => {
    asked = await text(request);
    response.writeHead(status).end(answer);
  });
  const credentials = { accessKeyId: 'a', secretAccessKey: 's' };
  const sts = { url, region: 'eu-west-1', roleArn: 'arn:role', credentials };
  const session = await assumeFor(sts, account, Date.now()).catch((error: Error) => error.message);
  return { session, asked: Object.fromEntries(new URLSearchParams(asked)) };
}

test('a session has the credentials of STS, and the account as its tag', async () => {
  const { session, asked } = await assume('acme', 200, xml);
  expect(asked).toMatchObject({ RoleSessionName: 'acme', 'Tags.member.1.Value': 'acme', DurationSeconds: '3600' });
  expect(session).toEqual({
    accessKeyId: 'ASIAEXAMPLE',
    secretAccessKey: 's/+e=',
    sessionToken: 't/+o=',
    expiration: new Date('2026-11-27T21:00:00Z'),
  });
});

test('an account of one letter has a name that STS takes, of two characters at least', async () => {
  const { asked } = await assume('a', 200, xml);
  expect(asked.RoleSessionName).toMatch(/^[\w+=,.@-]{2,64}$/);
});

test('requests without a signature name the host too, without which servers refuse them', async () => {
  const url = await endpointBehind(({ headers }, response) => void response.end(headers.host));
  const answer = { status: 200, text: new URL(url).host };
  expect(await send(url, [])).toEqual(answer);
  expect(await send(url, ['content-type', 'application/x-www-form-urlencoded'], 'code=x')).toEqual(answer);
});

test('a refusal is an error with its code and without the name of the role', async () => {
  expect((await assume('acme', 403, refusal)).session).toBe('STS answered 403 AccessDenied.');
});
