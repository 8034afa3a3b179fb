import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { create as createNightly } from '../../../functions/nightly/handler.ts';
import { keyStateOf } from '../../../shared/jobs/encryption-key.ts';
import { eventBridge } from '../../../shared/jobs/events.ts';
import { endpointBehind } from '../../support/store/stores.ts';

const credentials = async () => ({ accessKeyId: 'AKID', secretAccessKey: 'secret', sessionToken: 'token' });

/** An event bus that gives these answers in turn, and what it was sent. */
async function busOf(...answers: [status: number, body: string][]) {
  const asked: { target: unknown; authorization: unknown; token: unknown; body: unknown }[] = [];
  const endpoint = await endpointBehind(async (request, response) => {
    const { 'x-amz-target': target, authorization, 'x-amz-security-token': token } = request.headers;
    asked.push({ target, authorization, token, body: JSON.parse(await text(request)) });
    const [status, body] = answers[Math.min(asked.length, answers.length) - 1] ?? [500, ''];
    if (status === 0) return request.socket.destroy();
    // cut off
    if (body === '') return response.writeHead(status, { 'content-length': 9 }).write('{', () => response.destroy());
    response.writeHead(status).end(body);
  });
  const url = `${endpoint}/`;
  return { asked, url, send: eventBridge({ url, region: 'eu-west-1', credentials }) };
}

const accepted: [number, string] = [200, '{"FailedEntryCount":0,"Entries":[{"EventId":"e"}]}'];
const failed: [number, string] = [200, '{"FailedEntryCount":1,"Entries":[{"ErrorCode":"InternalFailure"}]}'];

it('signs and puts one event', async () => {
  const { asked, send } = await busOf(accepted);
  const detail = '{"id":"acme-2026-11-20","fallen":["Łódź Café ☕"]}';
  await send(detail);

  expect(asked).toEqual([
    {
      target: 'AWSEvents.PutEvents',
      authorization: expect.stringMatching(
        /^AWS4-HMAC-SHA256 Credential=AKID\/\d{8}\/eu-west-1\/events\/aws4_request, /,
      ),
      token: 'token',
      body: { Entries: [{ Source: 'client-health', DetailType: 'Morning', Detail: detail }] },
    },
  ]);
});

it('tries again after a failed entry, an error and an answer that is no JSON', async () => {
  const { asked, send } = await busOf(failed, [500, '{}'], accepted);
  await send('{}');

  expect(asked).toHaveLength(3);
});

it.each([
  ['InternalFailure', failed],
  ['status 400', [400, '{}'] as [number, string]],
  ['an answer that is no JSON', [200, '<html>'] as [number, string]],
  ['a failed entry', [200, '{}'] as [number, string]],
  ['Error', [0, ''] as [number, string]],
  ['Error', [200, ''] as [number, string]],
])('reports %s after three attempts', async (reason, answer) => {
  const { asked, send } = await busOf(answer);

  await expect(send('{}')).rejects.toThrow(reason);
  expect(asked).toHaveLength(3);
});

const ofKey = (state: string): [number, string] => [200, JSON.stringify({ KeyMetadata: { KeyState: state } })];

it.each([
  ['Enabled', ofKey('Enabled'), 0],
  ['Disabled', ofKey('Disabled'), 1],
  ['PendingDeletion', ofKey('PendingDeletion'), 1],
  [
    'status 400, AccessDeniedException',
    [400, '{"__type":"AccessDeniedException","Message":"…"}'] as [number, string],
    1,
  ],
  ['status 503', [503, '{}'] as [number, string], 1],
])(
  'a check of a deployment with a key of its own reports %s, before it looks at the table',
  async (state, answer, unusable) => {
    const { asked, url } = await busOf(answer);
    const keyState = keyStateOf({ url, region: 'eu-west-1', credentials }, 'arn:aws:kms:eu-west-1:1:key/k');
    const logged: object[] = [];
    const deps = { keyState, clock: () => 0, log: (line: object) => logged.push(line) };
    await createNightly(deps as never)({ task: 'check', scheduledTime: '2026-11-20T00:15:00Z' });

    expect(asked[0]).toMatchObject({
      target: 'TrentService.DescribeKey',
      body: { KeyId: 'arn:aws:kms:eu-west-1:1:key/k' },
    });
    const level = unusable ? 'error' : 'info';
    expect(logged).toMatchObject([
      { level, kind: 'key', state, KeyUnusable: unusable },
      { level: 'error', kind: 'check' },
    ]);
  },
);
