import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { type ControlPlane, gatewayKeys } from '../../account/keys/gateway-keys.ts';
import { keysPort } from '../../account/keys/port.ts';
import { answer } from '../../account/page.ts';
import { createClient } from '../../client/index.ts';
import { newestLogLines, writeLogLine } from '../../shared/table/access/account-log.ts';
import { createAccount } from '../../shared/table/access/accounts.ts';
import { keysOf } from '../../shared/table/access/issued-keys.ts';
import { asAccount } from '../../shared/table/store/item-keys.ts';
import type { Table } from '../../shared/table/store/table.ts';
import { deathsIn, dying } from '../support/faults/dying.ts';
import { fakeDeps } from '../support/service/deps.ts';
import { useMemoryTable } from '../support/store/table.ts';

// The function of the page is killed in the middle of a form; the person loads the keys, and does what they say.

const db = useMemoryTable();
const origin = 'https://health.example';
let made = 0;

/** An account of its own, with a gateway that does not list its keys. */
async function account() {
  made += 1;
  const id = asAccount(`acme-${made}`);
  await createAccount(db.table, id, 'Acme');
  const inGateway = new Set<string>();
  const plane: ControlPlane = {
    find: async () => [],
    create: async (name) => {
      inGateway.add(name);
      return name;
    },
    join: async (name) => inGateway.has(name),
    remove: async (name) => void inGateway.delete(name),
  };
  const { clock, log } = fakeDeps(db.table);
  const sentTo = (table: Table) => async (path: string, form: Record<string, string>) => {
    const headers = { origin, 'content-type': 'application/x-www-form-urlencoded' };
    const body = `${new URLSearchParams({ token: 't', ...form })}`;
    const { status } = await answer(
      { method: 'POST', base: '/account', path, query: '', headers, body, origin },
      { account: id, accountName: 'Acme', person: 'kim@example.com', role: 'administrator' },
      {
        ...{ clock, log, place: { apiUrl: origin } },
        token: { make: () => 't', check: (token) => token === 't' },
        api: createClient({ baseUrl: `${origin}/v1`, apiKey: 'none' }),
        keys: keysPort({ clock, randomBytes }, { table, keyPrefix: 'svctest', gateway: gatewayKeys(plane) }, id),
        audit: {
          append: (line) => writeLogLine(table, id, line, randomBytes),
          list: () => newestLogLines(table, id),
        },
      },
    );
    return status;
  };
  /** Keys that work and do not expire. */
  const current = async () =>
    (await keysOf(db.table, id))
      .filter(({ state, expires }) => state === 'active' && expires === undefined)
      .map(({ keyId }) => keyId);
  return { id, sentTo, send: sentTo(db.table), current, inGateway };
}

const forms: [what: string, deaths: number, path: string, fields: Record<string, string>, left: number][] = [
  ['issued', 6, '/keys/issue', { name: 'crm' }, 1],
  ['rolled', 8, '/keys/KEY/roll', { keep: '1h' }, 1],
  ['revoked', 6, '/keys/KEY/revoke', { name: 'crm' }, 0],
];

it.each(forms)(
  'a key that is %s is right after a kill at any of %d moments, once the form is sent again',
  async (what, count, path, fields, left) => {
    const prepared = async () => {
      const of = await account();
      if (what !== 'issued') await of.send('/keys/issue', { name: 'crm' });
      const known = await of.current();
      return { ...of, path: path.replace('KEY', known[0] ?? '') };
    };
    const whole = dying(db);
    const undisturbed = await prepared();
    await undisturbed.sentTo(whole.table)(undisturbed.path, fields);
    const deaths = deathsIn(whole.calls);
    expect(deaths).toHaveLength(count);
    for (const death of deaths) {
      const of = await prepared();
      expect(await of.sentTo(dying(db, death).table)(of.path, fields), JSON.stringify(death)).toBe(500);
      // the key works, and nobody has seen it: the page says to roll it
      if ((await of.send(of.path, fields)) === 409)
        expect(await of.send(`/keys/${(await of.current())[0]}/roll`, { keep: '0h' })).toBe(200);

      const kept = await of.current();
      expect(kept, JSON.stringify(death)).toHaveLength(left);
      const lines = (await newestLogLines(db.table, of.id)).map(({ keyId }) => keyId);
      for (const keyId of kept) {
        expect(lines).toContain(keyId);
        expect(of.inGateway).toContain(keyId);
      }
    }
  },
);
