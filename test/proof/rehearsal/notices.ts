import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { onTestFinished } from 'vitest';
import { localAddress } from '../../../bin/local/store/table.ts';
import { dateOf, dayAt } from '../../../shared/domain/dates.ts';
import { addNotice, type Notice, noticeById } from '../../../shared/table/access/notices.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import { openTable } from '../../../shared/table/store/sdk.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { type Deployed, deploy, type Emulator, startEmulator } from './emulator.ts';

const accounts = ['acme', 'beta', 'gamma'] as const;
const host = 'hooks.example.com';
const secret = `whsec_${Buffer.from('a secret of twenty-four.').toString('base64')}`;

/**
 * Two nights of three accounts, each with a mail and a webhook. The receiver is this machine under a public name and
 * address: the function connects where it says, so only its connections are led here. It takes nothing of gamma at first.
 */
export async function rehearseNotices() {
  const emulator = await startEmulator();
  const { posts, lead } = await receiver();
  const deployed = await deploy(emulator, { mailFrom: 'health@example.com' });
  const { admin, outputs } = deployed;
  await lead(emulator, deployed);
  const { endpoint } = emulator;
  await verifyDomain(endpoint, 'example.com');
  const table = openTable(localAddress(endpoint, outputs.TableName ?? ''));
  onTestFinished(() => table.close());

  const today = dayAt(Date.now());
  for (const account of accounts) {
    await admin('accounts', 'create', '--account', account, '--name', account);
    await importClient(deployed, account, 'first', dateOf(today - 2));
    for (const notice of noticesFor(account)) await addNotice(table, asAccount(account), notice);
  }
  const isShown = async (day: string) => (await admin('status')).lastNight === day;
  await admin('score', '--date', dateOf(today - 1));
  await until(() => isShown(dateOf(today - 1)));
  for (const account of accounts) await importClient(deployed, account, 'later', dateOf(today - 1));
  await admin('score');
  await until(() => isShown(dateOf(today)));

  const mailsSent = async () => {
    const answer = await fetch(`${endpoint}/_ministack/ses/messages`);
    const { messages } = (await answer.json()) as { messages: Record<string, Record<string, unknown>[]> };
    return Object.values(messages).flat();
  };
  const isTold = async () => {
    const last = await Promise.all(
      accounts.map(async (account) => (await noticeById(table, asAccount(account), `${account}hook`))?.last),
    );
    return last.every((each) => each?.ok) && (await mailsSent()).length >= accounts.length && posts.length > 6;
  };
  await until(isTold);
  const mails = await mailsSent();
  await deployed.destroy();
  return { posts, mails };
}

/** SES mails from domains that were verified. */
async function verifyDomain(endpoint: string, EmailIdentity: string): Promise<void> {
  const identities = `${endpoint}/v2/email/identities`;
  const { ok } = await fetch(identities, { method: 'POST', body: JSON.stringify({ EmailIdentity }) });
  if (!ok) throw new Error(`${EmailIdentity} was not verified`);
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let attempt = 1; attempt <= 120 && !(await holds()); attempt += 1) await setTimeout(3000);
}

async function importClient({ admin }: Deployed, account: string, id: string, date: string) {
  const files = temporaryFolder({
    'clients.csv': `Client ID,Name\n${account}-${id},${id} of ${account}\n`,
    'signals.csv': `Client ID,Signal ID,Date,Topic,Polarity\n${account}-${id},s-${id},${date},timeliness,-1\n`,
  });
  await admin('import', files, '--account', account);
}

function noticesFor(account: string): Notice[] {
  const all = {
    when: 'mornings',
    about: 'both',
    names: true,
    state: 'on',
    created: '2026-11-01T00:00:00.000Z',
  } as const;
  return [
    { ...all, id: `${account}hook`, kind: 'webhook', to: `https://${host}/${account}`, secrets: [{ secret }] },
    { ...all, id: `${account}mail`, kind: 'mail', to: `ann@${account}.example`, token: 'token' },
  ];
}

interface Post {
  readonly account: string;
  readonly id: string;
  readonly type: string;
  readonly status: number;
}

/** An https server that verifies what comes with the official package. */
async function receiver() {
  const folder = temporaryFolder();
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const words = `req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=${host} -addext subjectAltName=DNS:${host}`;
  execFileSync('openssl', [...words.split(' '), '-keyout', key, '-out', cert], { stdio: 'pipe' });
  const posts: Post[] = [];
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, async (request, answer) => {
    const body = await text(request);
    const account = request.url?.slice(1) ?? '';
    const event = new Webhook(secret).verify(body, request.headers as Record<string, string>) as { type: string };
    const isFirst = !posts.some((post) => post.account === account);
    const status = account === 'gamma' && isFirst ? 503 : 204;
    posts.push({ account, id: String(request.headers['webhook-id']), type: event.type, status });
    answer.writeHead(status).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const preload = join(folder, 'lead.cjs');
  writeFileSync(preload, leading(port));
  return {
    posts,
    /** Leads the connections of the function here, and lets it trust the certificate. */
    lead: async ({ endpoint }: Emulator, { outputs }: Deployed) => {
      const name = outputs.LogGroups?.split(',').find((each) => /notices/i.test(each)) ?? '';
      const functions = `${endpoint}/2015-03-31/functions`;
      const { Functions } = (await (await fetch(functions)).json()) as {
        Functions: { FunctionName: string; Environment: { Variables: Record<string, string> } }[];
      };
      const sender = Functions.find(({ FunctionName }) => /notices/i.test(FunctionName));
      if (!sender) throw new Error(`no function of messages, whose log is ${name}`);
      const Variables = {
        ...sender.Environment.Variables,
        NODE_OPTIONS: `--require ${preload}`,
        NODE_EXTRA_CA_CERTS: cert,
      };
      const body = JSON.stringify({ Environment: { Variables } });
      const changed = await fetch(`${functions}/${sender.FunctionName}/configuration`, { method: 'PUT', body });
      if (!changed.ok) throw new Error(await changed.text());
    },
  };
}

/** Gives the name a public address, and leads connections to it to this port after the function has looked it up. */
function leading(port: number): string {
  return `
const dns = require('node:dns/promises');
const net = require('node:net');
const lookup = dns.lookup;
dns.lookup = async (name, options) => (name === '${host}' ? [{ address: '93.184.216.34', family: 4 }] : lookup(name, options));
require('node:module').syncBuiltinESMExports();
const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function (...words) {
  const [first] = words;
  const options = Array.isArray(first) ? first[0] : first;
  if (options?.host !== '${host}') return connect.apply(this, words);
  options.lookup(options.host, { all: true }, (error, addresses) => {
    if (error) return this.destroy(error);
    if (addresses[0].address !== '93.184.216.34' || options.port !== 443) throw new Error('elsewhere');
    connect.call(this, { host: '127.0.0.1', port: ${port} });
  });
  return this;
};
`;
}
