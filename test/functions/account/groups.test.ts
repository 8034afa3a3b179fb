import { beforeAll, expect, it } from 'vitest';
import { newestLogLines } from '../../../shared/table/access/account-log.ts';
import { createAccount } from '../../../shared/table/access/accounts.ts';
import { addNotice, noticesOf } from '../../../shared/table/access/notices.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import { useAccountSite } from '../../support/service/account-site.ts';
import { Browser } from '../../support/service/page-browser.ts';
import { useMemoryTable } from '../../support/store/table.ts';

// The firm's own sign-in says in a claim which groups somebody has; the pool writes a list of them as a text.

const db = useMemoryTable();
const site = useAccountSite(db);
const acme = asAccount('acme');

beforeAll(async () => {
  for (const id of ['acme', 'brown']) await createAccount(db.table, asAccount(id), id);
});

/** Somebody signs in with these groups: the status of the sign-in, and of three pages, one for each role. */
async function seenBy(sub: string, profile: string | undefined) {
  site().pool.claims.set(sub, { email: `${sub}@example.com`, profile });
  site().deps.now += 1000;
  const browser = new Browser(site());
  const { status } = await browser.signIn(sub);
  const statuses = [];
  for (const path of ['/api', '/files', '/keys']) statuses.push((await browser.get(path)).status);
  return status === 403 ? 'no access' : statuses.join(' ');
}

const viewer = '200 403 403';
const reader = '200 200 403';
const administrator = '200 200 200';

it.each([
  ['of this deployment makes a member', '[client-health-prod:acme:viewer]', viewer],
  ['in a JSON list too', '["all","client-health-prod:acme:reader"]', reader],
  ['the highest role counts', 'client-health-prod:acme:viewer,client-health-prod:acme:administrator', administrator],
  ['of another deployment', 'client-health-dev:acme:viewer', 'no access'],
  ['of no account', 'client-health-prod:nobody:viewer', 'no access'],
  ['with no role', 'client-health-prod:acme:owner', 'no access'],
  ['whose account is a pattern', 'client-health-prod:*:viewer', 'no access'],
  ['none', undefined, 'no access'],
])('a group %s', async (name, groups, seen) => {
  expect(await seenBy(`sub-${name.length}`, groups)).toBe(seen);
});

it('who joined by a group follows it at the next sign-in, and each change has a line', async () => {
  const steps = ['acme:viewer', 'acme:administrator', 'brown:reader', 'nobody:reader'];
  const mails = {
    kind: 'mail',
    when: 'mornings',
    about: 'both',
    names: true,
    state: 'on',
    created: '2026-11-20',
  } as const;
  await addNotice(db.table, acme, { ...mails, id: 'n1', to: 'hal@example.com' });
  const seen = [];
  for (const group of steps) seen.push(await seenBy('hal', `client-health-prod:${group}`));
  expect(seen).toEqual([viewer, administrator, reader, 'no access']);
  expect(await noticesOf(db.table, acme)).toEqual([]);

  const lines = await newestLogLines(db.table, acme, 'changes');
  expect(lines.filter(({ who }) => who.includes('hal')).map(({ what, about }) => `${what} ${about}`)).toEqual([
    'person removed somebody who left (hal), by group',
    'person joined somebody who left (hal), administrator',
    'person joined somebody who left (hal), viewer',
  ]);
});

it('groups change nothing for people who were invited', async () => {
  await site().admit(acme, 'ida', 'reader');
  expect([await seenBy('ida', undefined), await seenBy('ida', 'client-health-prod:brown:administrator')]).toEqual([
    reader,
    reader,
  ]);
});

it('the page needed no right that its sessions lack', () => {
  expect(site().denied).toEqual([]);
});
