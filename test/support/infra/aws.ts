import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import {
  APIGatewayClient,
  CreateApiKeyCommand,
  CreateUsagePlanKeyCommand,
  DeleteApiKeyCommand,
} from '@aws-sdk/client-api-gateway';
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectVersionsCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeAll } from 'vitest';
import { memoryBucket } from '../inbox/memory-bucket.ts';
import { serve } from '../service/http.ts';
import type { Attempt } from './policies.ts';
import { resourcesOf, type Template } from './template.ts';

const apiGateway = 'arn:aws:apigateway:eu-west-1::';

/**
 * Stand-ins for the services of a deployment, which all tests of this file share: keys of API Gateway, files of the inbox
 * and the user pool. `attempted` gets what a caller needs the right to, for each call.
 */
export function useAws(template: Template, attempted: (...attempts: Attempt[]) => void) {
  const idOf = (type: string) => resourcesOf(template, type)[0]?.id ?? '';
  const inbox = resourcesOf(template, 'AWS::S3::Bucket').find(({ Properties }) => Properties.LoggingConfiguration)?.id;
  const gateway = mockClient(APIGatewayClient);
  const files = mockClient(S3Client);
  const queues = mockClient(SQSClient);
  const queueNamed = (name: RegExp) => resourcesOf(template, 'AWS::SQS::Queue').find(({ id }) => name.test(id))?.id;
  const [workerQueue, noticesQueue] = [queueNamed(/^NightQueue/), queueNamed(/^NoticesQueue/)];
  /** What the worker is asked for. */
  const asked: object[] = [];
  const bucket = memoryBucket();
  /** The tags of each key, by its id; `made` also has keys that were deleted, as a command may delete one again. */
  const [keys, made] = [new Map<string, Record<string, string>>(), new Map<string, Record<string, string>>()];
  /** The addresses of all invitations. */
  const mails: string[] = [];
  /** What functions/invitation gets of each. */
  const words: object[] = [];
  const ends: (() => void)[] = [];
  let url = '';
  const inBucket = (key = '') => `${inbox}/${key}`;
  const wanted = (action: string, on: string, more: Partial<Attempt> = {}) => attempted({ action, on, ...more });

  beforeAll(async () => {
    gateway.on(CreateApiKeyCommand).callsFake(({ tags }) => {
      // the id of the key, which is tagged, is not known yet
      const tagging = `${apiGateway}/tags/arn%3Aaws%3Aapigateway%3Aeu-west-1%3A%3A%2Fapikeys%2F*`;
      wanted('apigateway:POST', `${apiGateway}/apikeys`, { requestTags: tags });
      wanted('apigateway:PUT', tagging, { requestTags: tags });
      const id = `g${made.size + 1}`;
      for (const all of [made, keys]) all.set(id, tags);
      return { id };
    });
    gateway.on(CreateUsagePlanKeyCommand).callsFake(() => {
      wanted('apigateway:POST', `${apiGateway}/usageplans/${idOf('AWS::ApiGateway::UsagePlan')}/keys`);
      return {};
    });
    gateway.on(DeleteApiKeyCommand).callsFake(({ apiKey }) => {
      wanted('apigateway:DELETE', `${apiGateway}/apikeys/${apiKey}`, { resourceTags: made.get(apiKey) ?? {} });
      keys.delete(apiKey);
      return {};
    });
    files.on(ListObjectVersionsCommand).callsFake((input) => {
      wanted('s3:ListBucketVersions', `${inbox}`, { prefix: input.Prefix });
      return bucket.client.send(new ListObjectVersionsCommand(input));
    });
    files.on(GetObjectCommand).callsFake((input) => {
      wanted('s3:GetObject', inBucket(input.Key));
      return bucket.client.send(new GetObjectCommand(input));
    });
    files.on(PutObjectCommand).callsFake((input) => {
      wanted('s3:PutObject', inBucket(input.Key));
      return bucket.client.send(new PutObjectCommand(input));
    });
    files.on(DeleteObjectsCommand).callsFake((input) => {
      for (const { Key } of input.Delete.Objects) wanted('s3:DeleteObjectVersion', inBucket(Key));
      return bucket.client.send(new DeleteObjectsCommand(input));
    });
    queues.on(SendMessageBatchCommand).callsFake(({ Entries, QueueUrl }) => {
      const isNotices = QueueUrl.endsWith('/notices');
      wanted('sqs:SendMessage', (isNotices ? noticesQueue : workerQueue) ?? '');
      if (isNotices) return {};
      asked.push(...Entries.map(({ MessageBody }: { MessageBody: string }) => JSON.parse(MessageBody)));
      return {};
    });
    const pool = createServer(async (request, response) => {
      const [, operation] = String(request.headers['x-amz-target']).split('.');
      const asked = await text(request);
      // everybody may ask STS who they are
      if (asked.startsWith('Action=GetCallerIdentity'))
        return void response.end('<Arn>arn:aws:sts::123456789012:assumed-role/Operators/ann</Arn>');
      const { Username = '', ClientMetadata } = JSON.parse(asked);
      if (operation === 'GetParameter')
        wanted(`ssm:${operation}`, `arn:aws:ssm:eu-west-1:123456789012:parameter${idOf('AWS::SSM::Parameter')}`);
      else wanted(`cognito-idp:${operation}`, idOf('AWS::Cognito::UserPool'));
      if (operation === 'AdminGetUser' && !mails.includes(Username)) {
        response.statusCode = 400;
        return response.end('{"__type":"UserNotFoundException"}');
      }
      if (operation === 'AdminCreateUser') {
        mails.push(Username);
        words.push(ClientMetadata);
      }
      const Attributes = [{ Name: 'sub', Value: `sub-${Username.split('@')[0]}` }];
      const answer = { User: { Attributes }, UserAttributes: Attributes, UserStatus: 'CONFIRMED' };
      response.end(JSON.stringify({ ...answer, UserPool: {}, Parameter: { Value: 'plan1' } }));
    });
    url = `http://127.0.0.1:${await serve(pool, (end) => ends.push(end))}/`;
  });
  afterAll(() => {
    // the clients of every test file of this worker are of these classes
    for (const mock of [gateway, files, queues]) mock.restore();
    for (const end of ends) end();
  });
  return { gateway, bucket, keys, mails, words, asked, inBucket, url: () => url };
}
