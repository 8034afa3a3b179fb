import { randomBytes } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { clientsPort } from '../../../account/clients/port.ts';
import { erasingPort } from '../../../account/erasing/port.ts';
import { factsPort } from '../../../account/facts/port.ts';
import { filesPort } from '../../../account/files/port.ts';
import { keysPort } from '../../../account/keys/port.ts';
import { answerLink, wrongLink } from '../../../account/notices/link.ts';
import { noticesPort } from '../../../account/notices/port.ts';
import { answer } from '../../../account/page.ts';
import { mostFormBytes, type Ports, type Who } from '../../../account/ports.ts';
import { type ClientHealthApi, createClient } from '../../../client/index.ts';
import { isSame } from '../../../functions/account/sign-in/code-flow.ts';
import { makeOwnFolder, ownFile } from '../../../import/files/make-folder.ts';
import { folderStore } from '../../../import/inbox/folder-store.ts';
import { arrivedAt, arrivingKey } from '../../../import/inbox/keys.ts';
import { dateOf, dayAt } from '../../../shared/domain/dates.ts';
import { isId } from '../../../shared/domain/ids.ts';
import type { Reply } from '../../../shared/http/request-state.ts';
import type { JobDeps, Queue } from '../../../shared/jobs/queue.ts';
import { type LogLine, newestLogLines, writeLogLine } from '../../../shared/table/access/account-log.ts';
import { createAccount } from '../../../shared/table/access/accounts.ts';
import { AccountDeleted } from '../../../shared/table/access/deleted-accounts.ts';
import { type Account, asAccount } from '../../../shared/table/store/item-keys.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import { textOf } from '../gateway/body.ts';
import { loopbackOrigin } from '../gateway/loopback-origin.ts';

interface LocalPlace {
  readonly table: Table;
  /** The folder of the inboxes; undefined if nothing watches one. */
  readonly inbox: string | undefined;
  readonly apiUrl: () => string;
  /** An account, and what asks the API as it; undefined if there is none. */
  readonly accountNamed: (id: string) => Promise<{ readonly name: string; readonly api: ClientHealthApi } | undefined>;
  /** Whether the CLI made this key for its boards: people neither issued nor need it. */
  readonly isBoardKey: (account: Account, keyId: string) => boolean;
  /** Sends requests to the worker. */
  readonly ask: Queue['send'];
  /** Sends messages, and the folder that mails go to. */
  readonly notices: NonNullable<JobDeps['notices']> & { readonly mails: string };
  readonly log: (record: object) => void;
}

const mostFileBytes = 200_000_000;

/**
 * The page of each account on this computer, at `/accounts/ACCOUNT`. Nobody signs in: the service listens on this
 * computer alone, and whoever uses it may do everything. A web site cannot: its forms have another Origin and no token,
 * and a name of its own that leads here is no name of this computer.
 */
export function localAccountPages({ table, inbox, apiUrl, accountNamed, isBoardKey, ask, notices, log }: LocalPlace) {
  const secret = randomBytes(32).toString('hex');
  const token = {
    make: () => secret,
    check: (given: string) => isSame(given, secret),
  };

  const keysOfPeople = (account: Account): Ports['keys'] => {
    const port = keysPort({ clock: Date.now, randomBytes }, { table, keyPrefix: 'svctest' }, account);
    return { ...port, list: async () => (await port.list()).filter(({ keyId }) => !isBoardKey(account, keyId)) };
  };

  const factsOf = (account: Account) => factsPort({ clock: Date.now, randomBytes, ask }, table, account);

  const portsOf = (account: Account, api: ClientHealthApi, base: string): Ports => ({
    clock: Date.now,
    token,
    api,
    clients: clientsPort(table, account),
    place: { apiUrl: apiUrl(), reference: '/docs/' },
    keys: keysOfPeople(account),
    facts: factsOf(account),
    erasing: erasingPort({ table, clock: Date.now, randomBytes, facts: factsOf(account) }, account),
    ...(inbox !== undefined && {
      files: filesPort({ table, clock: Date.now, randomBytes }, folderStore(inbox), account, {
        uploadOrigin: "'self'",
        mostBytes: mostFileBytes,
        uploadForm: async (name) => ({ url: `${base}/files/put`, fields: { token: secret, name } }),
      }),
    }),
    notices: noticesPort(
      { table, clock: Date.now, randomBytes, deliveries: notices, page: notices.pageOf(account), loopback: true },
      account,
      `into the folder ${notices.mails}`,
    ),
    audit: {
      append: (line) => writeLogLine(table, account, line, randomBytes),
      list: (which) => newestLogLines(table, account, which),
      logsReads: false,
    },
    log,
  });

  async function answered(request: IncomingMessage): Promise<Reply> {
    const [target = '', query = ''] = (request.url ?? '').split('?');
    const origin = loopbackOrigin(request.headers.host);
    if (origin === undefined) return note(403, 'Open this page as http://127.0.0.1 on the computer of the service.');
    if (target === '/accounts' && request.method === 'POST') return create(request, origin);
    const [, id = '', path = ''] = /^\/accounts\/([\w-]+)(\/.*)?$/.exec(target) ?? [];
    if (!isId(id)) return note(404, noId);
    const account = asAccount(id);
    const base = `/accounts/${id}`;
    if (path === '/files/put' && request.method === 'POST') return put(request, account, origin, base);
    if (path.startsWith('/notice/')) return linked(request, base, path);
    const known = await accountNamed(id);
    // the first file that is handed in makes the account
    if (!known && !path.startsWith('/files'))
      return note(
        404,
        `There is no account ${id}. All accounts are at ${origin}/; handing in a file at ${base}/files makes this one.`,
      );
    const body = await textOf(request, mostFormBytes);
    if (body === undefined) return note(413, 'This form is too large.');
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, each]) => [name, each?.toString()]));
    const who: Who = {
      account,
      accountName: known?.name ?? id,
      person: 'this computer',
      id: 'this computer',
      role: 'administrator',
    };
    const asked = { method: request.method ?? '', base, path, query, headers, body, origin };
    const api = known?.api ?? createClient({ baseUrl: apiUrl(), apiKey: 'none' });
    const said = await answer(asked, who, portsOf(account, api, base));
    return { statusCode: said.status, headers: { ...said.headers }, body: said.body };
  }

  /** A link of a mail. */
  async function linked(request: IncomingMessage, base: string, path: string): Promise<Reply> {
    const body = (await textOf(request, mostFormBytes)) ?? '';
    const open = async (account: Account) => ({
      table,
      append: (line: LogLine) => writeLogLine(table, account, line, randomBytes),
    });
    const said = await answerLink({ method: request.method ?? '', base, path, body }, { clock: Date.now, open });
    const { status, headers, body: html } = said === undefined || said === 'wrong' ? wrongLink() : said;
    return { statusCode: status, headers: { ...headers }, body: html };
  }

  /** Makes an account of any name; its id is made of the letters and digits of the name. */
  async function create(request: IncomingMessage, origin: string): Promise<Reply> {
    const form = new URLSearchParams(await textOf(request, mostFormBytes));
    if (request.headers.origin !== origin) return note(403, 'Another site has sent this form.');
    const name = form.get('name')?.trim() ?? '';
    const id = idOf(name);
    if (!isId(id) || name.length > mostNameLength)
      return note(
        400,
        `Give the account a name of 1 to ${mostNameLength} characters, with a letter from A to Z or a digit.`,
      );
    try {
      if (!(await accountNamed(id))) await createAccount(table, asAccount(id), name, dateOf(dayAt(Date.now())));
    } catch (error) {
      if (!(error instanceof AccountDeleted)) throw error;
      return note(
        409,
        `The account ${id} was deleted. Give another name, or make it again in a terminal: npm run -s admin -- accounts create --account ${id} --name NAME`,
      );
    }
    return seeOther(`/accounts/${id}/files`);
  }

  /** What a bucket does on a deployment: takes a file under the name that its form was made for. */
  async function put(request: IncomingMessage, account: Account, origin: string, base: string): Promise<Reply> {
    const refused = (status: number, reason: string, text: string) => {
      request.resume();
      log({ level: 'warn', kind: 'refused', reason, path: '/files/put' });
      return note(status, text);
    };
    if (inbox === undefined) return refused(404, 'no inbox', 'This service takes no files.');
    if (request.headers.origin !== origin) return refused(403, 'origin', 'Another site has sent this form.');
    if (!(Number(request.headers['content-length']) <= mostFileBytes + mostFormBytes))
      return refused(413, 'size', 'The file is too large.');
    const form = await multipartIn(request);
    const [name, file] = [form?.get('name'), form?.get('file')];
    if (!token.check(String(form?.get('token')))) return refused(403, 'token', 'Load the page again.');
    if (typeof name !== 'string' || !(file instanceof File) || file.size === 0)
      return refused(400, 'file', 'There is no file in this form, or it is empty.');
    const key = arrivingKey(account, { name, isDropped: true });
    const arrived = arrivedAt(key);
    if (arrived?.account !== account || arrived.refusal !== undefined)
      return refused(400, 'name', 'A file of this name cannot be imported.');
    await store(inbox, key, file);
    return seeOther(`${base}/files`);
  }

  return (request: IncomingMessage): Promise<Reply> | undefined =>
    /^\/accounts([/?]|$)/.test(request.url ?? '') ? answered(request) : undefined;
}

const noId = 'The id of an account has 1 to 64 letters, digits, - and _, and begins with a letter or digit.';

const mostNameLength = 200;

/** `Finch & Co Agency` is finch-co-agency. */
const idOf = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
    .join('-')
    .slice(0, 64);
const seeOther = (Location: string): Reply => ({ statusCode: 303, headers: { Location }, body: '' });
const note = (statusCode: number, text: string): Reply => ({
  statusCode,
  headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  body: `${text}\n`,
});

/** Fields and file of a form; undefined if it is none. */
function multipartIn(request: IncomingMessage): Promise<FormData | undefined> {
  const headers = { 'Content-Type': request.headers['content-type'] ?? '' };
  return new Response(Readable.toWeb(request) as ReadableStream, { headers }).formData().catch(() => undefined);
}

/** Moved into place when it is whole, so that no import reads a part of it. */
async function store(inbox: string, key: string, file: File): Promise<void> {
  const part = join(inbox, 'arriving', randomBytes(8).toString('hex'));
  const path = join(inbox, ...key.split('/'));
  for (const each of [part, path]) await makeOwnFolder(dirname(each));
  await writeFile(part, file.stream(), ownFile);
  await rename(part, path);
}
