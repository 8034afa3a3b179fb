import { APIGatewayClient } from '@aws-sdk/client-api-gateway';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { clientsPort } from '../../account/clients/port.ts';
import { erasingPort } from '../../account/erasing/port.ts';
import { factsPort } from '../../account/facts/port.ts';
import { filesPort } from '../../account/files/port.ts';
import { apiGatewayPlane } from '../../account/keys/control-plane.ts';
import { gatewayKeys } from '../../account/keys/gateway-keys.ts';
import type { IssuingPlace } from '../../account/keys/issue-key.ts';
import { keysPort } from '../../account/keys/port.ts';
import { noticesPort } from '../../account/notices/port.ts';
import { type FilesPort, type Ports, Refusal } from '../../account/ports.ts';
import { openBucket, s3Store } from '../../import/inbox/aws/s3-store.ts';
import { arrivedAt, arrivingKey } from '../../import/inbox/keys.ts';
import type { Deliveries } from '../../notices/delivery.ts';
import type { Deps } from '../../shared/deps.ts';
import type { KeyPrefix } from '../../shared/domain/access/api-key.ts';
import { awsCall } from '../../shared/jobs/aws-call.ts';
import type { Queue } from '../../shared/jobs/queue.ts';
import { sqsDeliveries, sqsQueue } from '../../shared/jobs/sqs.ts';
import { openQueues } from '../../shared/jobs/start.ts';
import { invitePerson, removePerson } from '../../shared/people/people.ts';
import { cognitoPool, type UserPool } from '../../shared/people/user-pool.ts';
import { newestLogLines, writeLogLine } from '../../shared/table/access/account-log.ts';
import { PeopleRefusal, peopleOf } from '../../shared/table/access/people.ts';
import type { Account } from '../../shared/table/store/item-keys.ts';
import type { Table } from '../../shared/table/store/table.ts';
import { ownApi } from './own-api.ts';
import type { SessionCredentials } from './session.ts';

/** What is deployed, and where it is. Addresses are given for emulators only. */
export interface Deployed {
  readonly region: string;
  /** Of the API. */
  readonly baseUrl: string;
  readonly gateway: string | undefined;
  readonly files: string | undefined;
  readonly cognito: string;
  readonly stackName: string;
  readonly keyPrefix: KeyPrefix;
  /** The parameter that names the usage plan, and the address of the service that has it. */
  readonly usagePlan: string;
  readonly parameters: string;
  readonly userPoolId: string;
  /** The firm's own sign-in, as the user pool calls it. */
  readonly provider: string | undefined;
  readonly bucket: string | undefined;
  /** The queue of the worker. */
  readonly queueUrl: string;
  /** The queue of messages to accounts. */
  readonly noticesUrl: string;
  /** The address that mails come from; undefined if none are sent. */
  readonly mailFrom: string | undefined;
  /** Whether the log of an account has what people read. */
  readonly logsReads: boolean;
}

type OwnPorts = Pick<
  Ports,
  'api' | 'clients' | 'keys' | 'facts' | 'erasing' | 'files' | 'people' | 'notices' | 'audit'
>;

/** What the page of one account works on: with a session that may do nothing to another one. */
export interface OpenAccount {
  readonly table: Table;
  readonly ports: OwnPorts;
  readonly close: () => void;
}

const mostBytes = 200 * 2 ** 20;
const linkSeconds = 900;
/** A script asks for a form when it sends the file. So a form of a removed person ends soon. */
const scriptSeconds = 120;

export function openAccount(
  deployed: Deployed,
  effects: Omit<Deps, 'table'>,
  account: Account,
  { table, credentials }: { readonly table: Table; readonly credentials: SessionCredentials },
): OpenAccount {
  const { client: gatewayClient, gateway } = gatewayOf(deployed, credentials);
  const address = { url: deployed.cognito, region: deployed.region, credentials: async () => credentials };
  const queues = openQueues(deployed.region, credentials);
  const ask = sqsQueue(queues, deployed.queueUrl).send;
  const notices = {
    deliveries: sqsDeliveries(queues, deployed.noticesUrl),
    page: `${deployed.baseUrl}/account`,
    mailsGo: deployed.mailFrom && `from ${deployed.mailFrom}`,
  };
  const pool = cognitoPool(address, deployed);
  const s3 =
    deployed.bucket === undefined
      ? undefined
      : filesOf(deployed, deployed.bucket, { ...effects, table }, account, credentials);
  return {
    table,
    ports: portsOn({ ...deployed, table, gateway, pool, ask, notices, files: s3?.files }, effects, account),
    close: () => {
      table.close();
      gatewayClient.destroy();
      queues.destroy();
      s3?.client.destroy();
    },
  };
}

interface AccountServices extends IssuingPlace {
  readonly pool: UserPool;
  readonly files: FilesPort | undefined;
  readonly ask: Queue['send'];
  readonly logsReads?: boolean;
  /** What sends messages, the address of the page, and how mails go. */
  readonly notices?: { readonly deliveries: Deliveries; readonly page: string; readonly mailsGo: string | undefined };
}

/** What the page of an account does, on the services that its session may use. */
export function portsOn(
  { pool, files, ask, notices, logsReads = false, ...place }: AccountServices,
  effects: Omit<Deps, 'table'>,
  account: Account,
): OwnPorts {
  const { table } = place;
  const facts = factsPort({ ...effects, ask }, table, account);
  return {
    api: ownApi({ ...effects, table }, account),
    clients: clientsPort(table, account),
    keys: keysPort(effects, place, account),
    facts,
    erasing: erasingPort({ ...effects, table, facts, pool }, account),
    ...(files && { files }),
    people: peopleIn({ table, pool, clock: effects.clock }, account),
    ...(notices && { notices: noticesPort({ ...effects, table, ...notices }, account, notices.mailsGo) }),
    audit: {
      append: (line) => writeLogLine(table, account, line, effects.randomBytes),
      list: (which) => newestLogLines(table, account, which),
      logsReads,
    },
  };
}

/**
 * Keys of the gateway, without the right to list them: a list has the values of all keys of the AWS account. So a key
 * whose id was never stored, because the function was killed, stays there. Nobody knows it, and the table refuses it.
 */
function gatewayOf(deployed: Deployed, credentials: SessionCredentials) {
  const { region, gateway: endpoint, usagePlan: Name, parameters: url, stackName } = deployed;
  const parameter = awsCall<{ readonly Parameter: { readonly Value: string } }>(
    { url, region, credentials: async () => credentials },
    'ssm',
    'AmazonSSM.GetParameter',
  );
  const usagePlan = async () => (await parameter({ Name })).Parameter.Value;
  const client = new APIGatewayClient({ region, credentials, maxAttempts: 4, ...(endpoint && { endpoint }) });
  const plane = apiGatewayPlane({ usagePlan, stackName }, client);
  const remove = async (id: string) => {
    try {
      await plane.remove(id);
    } catch (error) {
      // an older key has no tag of its account; the operator's next `keys issue` deletes it
      if (!isRefused(error)) throw error;
    }
  };
  return { client, gateway: gatewayKeys({ ...plane, find: async () => [], remove }) };
}

const isRefused = (error: unknown) =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode === 403;

function filesOf(
  { region, files: endpoint, baseUrl }: Deployed,
  Bucket: string,
  deps: Parameters<typeof filesPort>[0],
  account: Account,
  credentials: SessionCredentials,
) {
  const client = openBucket({ name: Bucket, region, endpoint }, { credentials });
  const uploadForm = async (name: string, thenTo: string | undefined) => {
    const Key = arrivingKey(account, { name, isDropped: true });
    const arrived = arrivedAt(Key);
    if (arrived?.account !== account || arrived.refusal !== undefined) {
      throw new Refusal(`The file cannot be taken: ${arrived?.refusal ?? 'its name is one that systems use'}.`);
    }
    return createPresignedPost(client, {
      Bucket,
      Key,
      ...(thenTo !== undefined && { Fields: { success_action_redirect: new URL(thenTo, baseUrl).href } }),
      Conditions: [['content-length-range', 1, mostBytes]],
      Expires: thenTo === undefined ? scriptSeconds : linkSeconds,
    });
  };
  const uploadOrigin = new URL(endpoint ?? `https://${Bucket}.s3.${region}.amazonaws.com`).origin;
  const linkTo = (Key: string) =>
    getSignedUrl(client, new GetObjectCommand({ Bucket, Key }), { expiresIn: linkSeconds });
  const store = s3Store(client, Bucket);
  // the session may list below prefixes alone, so S3 does not say whether a file exists
  const read = (key: string) =>
    store.read(key).catch((error) => {
      if (isRefused(error)) return undefined;
      throw error;
    });
  return {
    client,
    files: filesPort(deps, { ...store, read }, account, { uploadOrigin, mostBytes, uploadForm, linkTo }),
  };
}

function peopleIn(place: Parameters<typeof invitePerson>[0], account: Account): NonNullable<Ports['people']> {
  const inWordsOfThePage = (error: unknown): never => {
    throw error instanceof PeopleRefusal ? new Refusal(error.message, { cause: error }) : error;
  };
  return {
    list: async () => (await peopleOf(place.table, account)).map((member) => ({ ...member, since: member.invited })),
    invite: (change) => invitePerson(place, account, change).catch(inWordsOfThePage),
    remove: (change) => removePerson(place, account, change).catch(inWordsOfThePage),
  };
}
