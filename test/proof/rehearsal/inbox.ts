import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { SNSClient, SubscribeCommand } from '@aws-sdk/client-sns';
import { CreateQueueCommand, GetQueueAttributesCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { hubspot, invoices, survey, tickets } from '../../import/preset-exports.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { deploy, region, startEmulator } from './emulator.ts';

const account = 'acme';

/**
 * Deploys with an inbox, puts exports of four systems as a person would, and waits until the schedule has brought them
 * into the scores. Also puts a file through a link, and ends the account.
 */
export async function rehearseInbox() {
  const { endpoint, credentials, ...emulator } = await startEmulator();
  const { admin, printed, changed, url, destroy } = await deploy(
    { endpoint, credentials, ...emulator },
    { inbox: 'true' },
  );
  const config = { endpoint, region, credentials };
  const of = (...words: string[]) => admin(...words, '--account', account);
  await of('accounts', 'create', '--name', 'Acme');
  const maps = ['hubspot', 'surveys', 'tickets', 'invoices'].flatMap((name) => ['--map', name]);
  const settings = await of('inbox', 'configure', ...maps, '--notify', 'owner@example.com');
  const received = await noticesTo(config, settings.notify[0].subscription);

  const folder = temporaryFolder();
  const files = { ...hubspot, ...survey, ...tickets, ...invoices };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  await of('inbox', 'put', ...Object.keys(files).map((name) => join(folder, name)));
  // as a person would, with the line that is printed
  writeFileSync(join(folder, 'odd.exe.csv'), 'nonsense\n');
  const [curl = ''] = (await printed('inbox', 'link', 'odd.exe.csv', '--account', account)).split('\n');
  const posted = execFileSync('sh', ['-c', `${curl} --silent --write-out '%{http_code}'`], {
    cwd: folder,
    encoding: 'utf8',
  });

  const waiting: string[] = (await of('inbox', 'status')).waiting;
  const status = await until(
    () => of('inbox', 'status'),
    ({ last }) => last !== undefined,
  );
  const report = await of('inbox', 'report');
  await until(
    () => admin('status'),
    ({ lastNight }) => lastNight !== undefined,
  );
  const { links } = await of('inbox', 'report', '--link');
  const linked = await (await fetch(links[0].url)).text();
  const { apiKey } = await of('keys', 'issue', '--name', 'Reader');
  const response = await fetch(`${url}/clients`, { headers: { 'X-API-Key': apiKey } });
  const answer = (await response.json()) as { clients: { score: number | null }[] };
  const notices = await received();
  await destroy();
  return { changed, posted, waiting, status, report, linked, answer, notices };
}

/** Mail is not delivered by the emulator: a queue with the same filter gets the notices too. */
async function noticesTo(config: object, subscription: string) {
  const [sns, sqs] = [new SNSClient(config), new SQSClient(config)];
  const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: 'notices' }));
  const { Attributes } = await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['QueueArn'] }));
  await sns.send(
    new SubscribeCommand({
      TopicArn: subscription.slice(0, subscription.lastIndexOf(':')),
      Protocol: 'sqs',
      Endpoint: Attributes?.QueueArn ?? '',
      Attributes: { FilterPolicy: JSON.stringify({ account: [account] }) },
    }),
  );
  return async () => {
    const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }));
    return Messages.map(({ Body = '{}' }) => JSON.parse(Body) as { Subject: string; Message: string });
  };
}

async function until<T>(ask: () => Promise<T>, isReady: (seen: T) => boolean): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const seen = await ask();
    if (isReady(seen) || attempt === 80) return seen;
    await setTimeout(10_000);
  }
}
