import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { HttpRequest } from '@smithy/core/protocols';
import { SigV4Signer } from '../../../shared/table/store/signer.ts';
import { randomOf } from '../random.ts';

/** A request, with the credentials and the time for its signature. */
interface SigningCase {
  readonly request: HttpRequest;
  readonly credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string };
  readonly region: string;
  readonly signingDate: Date;
}

const regions = [
  ['us-east-1', 'dynamodb.us-east-1.amazonaws.com'],
  ['eu-central-2', 'dynamodb.eu-central-2.amazonaws.com'],
  ['cn-north-1', 'dynamodb.cn-north-1.amazonaws.com.cn'],
  ['us-gov-west-1', 'dynamodb.us-gov-west-1.amazonaws.com'],
  ['us-iso-east-1', 'dynamodb.us-iso-east-1.c2s.ic.gov'],
  ['eusc-de-east-1', 'dynamodb.eusc-de-east-1.amazonaws.eu'],
] as const;
const letters = [...'aZ0/+= \t:;"%éŁ漢💡\u0000\u007f', '  ', '\r\n'];
const names = [
  'X-Amz-Meta', 'x-amz-meta', 'x-a', 'X-B', 'My-Header1', 'Cache-Control', 'User-Agent', 'X-Amzn-Trace-Id', 'Proxy-To',
  'sec-fetch', 'Date', 'X-Amz-Date', 'Authorization', 'te', 'x-amz-content-sha256', 'amz-sdk-request', 'content-length',
]; // biome-ignore format: a list
const methods = ['POST', 'GET', 'PUT'];

function signingCase(seed: number): SigningCase {
  const random = randomOf(seed);
  const below = (count: number) => Math.floor(random() * count);
  const oneOf = <T>(list: readonly T[]) => list[below(list.length)] as T;
  const text = (most: number) => Array.from({ length: below(most + 1) }, () => oneOf(letters)).join('');
  const [region, hostname] = oneOf(regions);
  const headers: Record<string, string> = {
    host: hostname,
    'content-type': 'application/x-amz-json-1.0',
    'x-amz-target': `DynamoDB_20120810.${oneOf(['GetItem', 'UpdateItem', 'Query'])}`,
  };
  for (let more = below(6); more > 0; more -= 1) headers[oneOf(names)] = text(8);
  const bodies = [JSON.stringify({ Key: { pk: { S: text(20) } } }), text(40), Buffer.from(text(40)), '', undefined];
  const body = oneOf(bodies);
  return {
    request: new HttpRequest({ method: oneOf(methods), protocol: 'https:', hostname, path: '/', headers, body }),
    credentials: {
      accessKeyId: `AKID${below(9)}`,
      secretAccessKey: `secret ${text(6)}`,
      ...(random() < 0.5 && { sessionToken: `token${text(30)}` }),
    },
    region,
    // days near their ends, leap days, and clocks that are wrong by up to a day
    signingDate: new Date(
      Date.UTC(2015 + below(30), below(12), 1 + below(31), below(24), below(60), below(60), below(1000)),
    ),
  };
}

interface Signer {
  readonly sign: (request: HttpRequest, given: object) => Promise<HttpRequest>;
}

/** The signer of the SDK's client, which gets the credentials for each request. */
async function sdkSigner(credentials: () => SigningCase['credentials']): Promise<Signer> {
  const memoized = Object.assign(async () => credentials(), { memoized: true });
  const client = new DynamoDBClient({ region: 'us-east-1', credentials: memoized });
  return (await client.config.signer()) as Signer;
}

let current: SigningCase | undefined;
const theirs = sdkSigner(() => (current as SigningCase).credentials);

/** The headers as signed by our signer and by the SDK's signer. Not for concurrent calls. */
export async function bothSigned(seed: number): Promise<{ ours: object; sdk: object }> {
  current = signingCase(seed);
  const { request, credentials, region, signingDate } = current;
  const signing = { signingDate, signingRegion: region, signingService: 'dynamodb' };
  const ours = new SigV4Signer({ credentials: async () => credentials, region, service: 'dynamodb' });
  const [signed, signedBySdk] = [await ours.sign(request, signing), await (await theirs).sign(request, signing)];
  return { ours: signed.headers, sdk: signedBySdk.headers };
}
