import { filesPort } from '../../../account/files/port.ts';
import type { GatewayKeys } from '../../../account/keys/gateway-keys.ts';
import { create } from '../../../functions/account/handler.ts';
import { portsOn } from '../../../functions/account/open-account.ts';
import { incomingOf } from '../../../import/inbox/keys.ts';
import type { Deliveries } from '../../../notices/delivery.ts';
import type { Queue } from '../../../shared/jobs/queue.ts';
import type { UserPool } from '../../../shared/people/user-pool.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import { depsWithDeadline } from '../service/deps.ts';
import { Browser, baseUrl, signInBy } from '../service/page-browser.ts';
import { StandInPool } from '../service/pool.ts';
import type { boxIn } from './box.ts';

interface Place {
  readonly table: Table;
  readonly gateway: GatewayKeys;
  readonly box: ReturnType<typeof boxIn>;
  readonly pool: UserPool & { readonly logins: ReadonlyMap<string, string> };
  readonly ask: Queue['send'];
  readonly send: Deliveries['send'];
  readonly clock: () => number;
  readonly randomBytes: (count: number) => Uint8Array;
}

let now = 0;
const signIns = new StandInPool(() => now);
const mostBytes = 200 * 2 ** 20;

/**
 * `ann@example.com opens /keys` and `ann@example.com sends /keys/issue name=crm`, a form with the token of the page, from
 * the page; `with NAME: VALUE` adds a header. Returns what the browser shows, and what the service logs.
 */
export async function visited(
  { table, gateway, box, pool, ask, send, clock, randomBytes }: Place,
  email: string,
  words: string,
): Promise<string> {
  const [, verb, target = '', rest = ''] = /^(opens|sends) (\S+)(.*)$/.exec(words) ?? [];
  now = clock();
  const deps = { ...depsWithDeadline(table), clock, randomBytes };
  const handler = create({
    ...deps,
    logins: table,
    ...signInBy(signIns),
    open: async (account) => {
      const files = filesPort({ table, clock, randomBytes }, box.store, account, {
        uploadOrigin: 'https://box',
        mostBytes,
        uploadForm: (name) => box.bucket.formFor(incomingOf(account) + name, { bytes: mostBytes, seconds: 900 }, now),
        linkTo: async (key) => (await box.bucket.linkTo(key, 900, now)).url,
      });
      const notices = { deliveries: { send }, page: `${baseUrl}/account`, mailsGo: 'by mail' };
      const ports = portsOn({ table, keyPrefix: 'svctest', gateway, pool, ask, files, notices }, deps, account);
      return { table, ports, close: () => undefined };
    },
  });
  const browser = new Browser({ handler, pool: signIns });
  // links of mails are for whoever has them
  const signedIn = target.startsWith('/notice/')
    ? undefined
    : await browser.signIn(pool.logins.get(email) ?? 'stranger');
  const path = target === '/' ? '' : await withId(browser, target);
  const fields = Object.fromEntries(
    [...rest.matchAll(/ (\w+)=(\S*)/g)].map(([, name = '', value = '']) => [name, decodeURIComponent(value)]),
  );
  const headers = Object.fromEntries(
    [...rest.matchAll(/ with ([\w-]+): (\S+)/g)].map(([, name = '', value = '']) => [name, value]),
  );
  const {
    status,
    headers: said,
    body,
  } = await (signedIn === undefined
    ? verb === 'sends'
      ? browser.postAs(path, fields, headers)
      : browser.get(path, headers)
    : !browser.cookies.has('__Host-session')
      ? signedIn
      : verb === 'sends'
        ? browser.post(path, fields, headers)
        : browser.get(path, headers));
  const logged = deps.logged.flatMap(({ kind, reason }) => (kind === 'refused' ? [`(logged: ${reason})`] : []));
  const shown = said.Location === undefined ? [`${status} ${textOf(body)}`] : [`${status} to ${said.Location}`];
  return [...shown, ...logged].join('\n');
}

/** `/notices/2/test` is about the second notice of the page. */
async function withId(browser: Browser, target: string): Promise<string> {
  const [, nth, rest = ''] = /^\/notices\/(\d)(\/.*)$/.exec(target) ?? [];
  if (nth === undefined) return target;
  const ids = [...(await browser.get('/notices')).body.matchAll(/\/notices\/(\w+)\/remove"/g)].map(([, id]) => id);
  return `/notices/${ids[Number(nth) - 1]}${rest}`;
}

/** What a page says: a line for each heading, paragraph and item, and the buttons of its forms in brackets. */
function textOf(html: string): string {
  const [, main = html] = /<main[^>]*>(.*)<\/main>/s.exec(html) ?? [];
  const lines = main
    .replaceAll(/<label.*?<\/label>/gs, '')
    .replaceAll(/<button[^>]*>(.*?)<\/button>/g, '[$1] ')
    .replaceAll('</dt>', ': ')
    .replaceAll(/<\/dd><dt>/g, '; ')
    .replaceAll(/<\/?(h\d|p|li|dl|pre|summary|form|div)\b[^>]*>|<br>/g, '\n')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(code))
    .split('\n');
  return lines.flatMap((line) => line.trim() || []).join('\n');
}
