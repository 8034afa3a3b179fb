import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { create } from '../../../functions/notices/handler.ts';
import { mailBySes, noMails } from '../../../functions/notices/mail.ts';
import { laterBy, tellBy } from '../../../functions/notices/queues.ts';
import type { Delivery } from '../../../notices/delivery.ts';
import { TimedOut } from '../../../notices/send/post.ts';

const now = Date.parse('2026-11-28T00:05:00.000Z');
const credentials = async () => ({ accessKeyId: 'AKID', secretAccessKey: 'aws-secret' });
const secrets = [`whsec_${Buffer.from('s'.repeat(24)).toString('base64')}`];
const of = { accountId: 'acme', noticeId: 'n1', firstTriedAt: new Date(now).toISOString() };
const webhook: Delivery = {
  ...of,
  id: 'd1',
  kind: 'webhook',
  to: 'https://a.example/hook?token=t',
  secrets,
  body: '{}',
};
const mail: Delivery = {
  ...of,
  id: 'd2',
  kind: 'mail',
  to: 'ann@example.com',
  subject: 'Grüße',
  text: 'Text',
  html: '<p>',
};

interface Heard {
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A stand-in for a service of AWS: hears requests, and answers all alike. */
async function service(status = 200) {
  const heard: Heard[] = [];
  const server = createServer(async (request, answer) => {
    heard.push({ path: request.url, headers: request.headers, body: await text(request) });
    answer.writeHead(status).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { heard, aws: { url, region: 'eu-west-1', credentials } };
}

it('mails by SES, with the headers of a mail that one click ends', async () => {
  const { heard, aws } = await service();
  await mailBySes(aws, 'health@example.com', 'set')({ ...mail, unsubscribe: 'https://api.example/end?t=1' });

  const [{ path, headers, body } = expect.fail()] = heard;
  expect(path).toBe('/v2/email/outbound-emails');
  expect(headers.authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=AKID\/\d{8}\/eu-west-1\/ses\/aws4_request, /);
  expect(JSON.parse(body)).toEqual({
    FromEmailAddress: 'health@example.com',
    ConfigurationSetName: 'set',
    Destination: { ToAddresses: ['ann@example.com'] },
    Content: {
      Simple: {
        Subject: { Data: 'Grüße', Charset: 'UTF-8' },
        Body: { Text: { Data: 'Text', Charset: 'UTF-8' }, Html: { Data: '<p>', Charset: 'UTF-8' } },
        Headers: [
          { Name: 'List-Unsubscribe', Value: '<https://api.example/end?t=1>' },
          { Name: 'List-Unsubscribe-Post', Value: 'List-Unsubscribe=One-Click' },
        ],
      },
    },
  });
});

it('a mail that is not taken, and a deployment without mails, say so in words', async () => {
  const { aws } = await service(400);
  await expect(mailBySes(aws, 'health@example.com', undefined)(mail)).rejects.toThrow(
    'The mail service did not take the mail (400).',
  );
  await expect(noMails(mail)).rejects.toThrow('This deployment sends no mails.');
});

it('puts back what is not sent, in the group of its notice, and tells the worker, in the order of the account', async () => {
  const { heard, aws } = await service();
  const lines: object[] = [];
  const handler = create({
    clock: () => now,
    post: () => Promise.reject(new TimedOut('No answer.')),
    mail: noMails,
    later: laterBy(aws, `${aws.url}123456789012/messages`),
    tell: tellBy(aws, `${aws.url}123456789012/worker.fifo`),
    log: (line) => void lines.push(line),
  });
  await handler({ Records: [{ body: JSON.stringify({ delivery: webhook }) }] } as never);

  for (const { path, headers } of heard) {
    expect(path).toBe('/');
    expect(headers).toMatchObject({
      'x-amz-target': 'AmazonSQS.SendMessage',
      'content-type': 'application/x-amz-json-1.0',
    });
  }
  const [told, later] = heard.map(({ body }) => ({ ...JSON.parse(body) }));
  const outcome = { accountId: 'acme', noticeId: 'n1', deliveryId: 'd1', at: of.firstTriedAt };
  expect(JSON.parse(told.MessageBody)).toEqual({
    kind: 'outcome',
    customerId: 'acme',
    outcome: { ...outcome, ok: false, final: false, words: 'No answer.' },
  });
  expect(told).toMatchObject({ MessageGroupId: 'acme', MessageDeduplicationId: expect.stringMatching(/^[\w-]{43}$/) });
  expect(JSON.parse(later.MessageBody)).toEqual({ delivery: webhook, due: '2026-11-28T00:06:00.000Z' });
  expect(later).toMatchObject({ DelaySeconds: 60, MessageGroupId: 'n1' });
  expect(lines).toEqual([expect.objectContaining({ level: 'info', kind: 'notice', customerId: 'acme', ok: false })]);
  // neither secrets nor addresses
  expect(JSON.stringify(lines)).not.toMatch(/whsec|example|aws-secret/);
  expect(JSON.stringify(told)).not.toMatch(/whsec|example/);
});

it('a defect leaves the message in the queue, and its line and error name no text', async () => {
  const lines: object[] = [];
  const failing = () => Promise.reject(new TypeError(`cannot read ${webhook.to} of ${secrets}`));
  const handler = create({
    clock: () => now,
    post: failing,
    mail: noMails,
    later: failing,
    tell: failing,
    log: (line) => void lines.push(line),
  });
  const records = [JSON.stringify({ delivery: webhook }), 'no JSON: whsec_x'].map((body) => ({
    body,
    messageId: 'm1',
  }));
  for (const record of records) {
    await expect(handler({ Records: [record] } as never)).rejects.toThrow('The failure is in the log.');
  }
  expect(lines).toHaveLength(2);
  expect(JSON.stringify(lines)).not.toMatch(/whsec|a\.example/);
});
