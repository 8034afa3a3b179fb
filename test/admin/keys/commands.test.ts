import { marshall } from '@aws-sdk/util-dynamodb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { issueKey, type KeyRequest, type NewKey } from '../../../bin/admin/keys/issue-key.ts';
import { rollKey } from '../../../bin/admin/keys/roll-key.ts';
import { waitForGateway } from '../../../bin/admin/keys/wait-for-key.ts';
import { gatewayKeys } from '../../../bin/admin/service/gateway-keys.ts';
import { createAccount } from '../../../shared/table/access/accounts.ts';
import { writePendingKey } from '../../../shared/table/access/issue-key.ts';
import { keysOf } from '../../../shared/table/access/issued-keys.ts';
import { expireKey, revokeKey } from '../../../shared/table/access/revoke-key.ts';
import { suspendAccount } from '../../../shared/table/access/suspend-account.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import { controlPlane } from '../../support/admin/control-plane.ts';
import { memDynamo } from '../../support/mem-dynamo/mem-dynamo.ts';
import { memTable } from '../../support/mem-dynamo/table.ts';
import { bytesOf, randomOf } from '../../support/random.ts';
import { noon } from '../../support/service/deps.ts';
import { skipPauses } from '../../support/skip-pauses.ts';
import { aroundCalls } from '../../support/store/clients.ts';
import { slowWrites } from '../../support/store/late.ts';
import { atTerminal } from '../at-terminal.ts';

const acme = asAccount('acme');
const effects = { clock: () => noon, randomBytes: bytesOf(randomOf(9)) };
let store = memDynamo();
let table: Table;
let plane = controlPlane();
const target = () => ({ table, keyPrefix: 'svctest' as const, gateway: gatewayKeys(plane) });
const ignore = () => undefined;

beforeEach(async () => {
  store = memDynamo();
  table = slowWrites(memTable(store, 'job'));
  plane = controlPlane();
  for (const account of ['acme', 'other']) await createAccount(table, asAccount(account), 'Any');
});

const local = (line: string) => atTerminal(() => table, effects)(line);
const deployed = (line: string, baseUrl?: string) =>
  atTerminal(() => table, { ...effects, target: { gateway: gatewayKeys(plane), ...(baseUrl && { baseUrl }) } })(line);
const states = async () =>
  Object.fromEntries(
    (await keysOf(table)).map(({ keyId, state, expires }) => [keyId, expires ? `${state} ${expires}` : state]),
  );
const issue = (request: Partial<KeyRequest> = {}, show: (key: NewKey) => void = ignore) =>
  issueKey(effects, target(), { account: acme, name: 'ci', ...request }, show);
/** The gateway answers requests with these statuses in turn. */
function answering(...answers: (number | Error)[]) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string, { headers }: { headers: Record<string, string> }) => {
    asked.push(`${url} ${headers['X-API-Key']}`);
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer instanceof Error) throw answer;
    return new Response('', { status: answer ?? 200 });
  });
  return asked;
}

describe('keys issue', () => {
  it('shows the key once, and says when it works', async () => {
    const { out, err, closed } = await local('keys issue --account acme --name ci');
    const [keyId] = Object.keys(await states());
    expect({ out, err, closed }).toEqual({
      out: [
        expect.stringMatching(
          new RegExp(`^The key ${keyId} of acme\\. It is shown only once:\n\n {2}\\*svctest${keyId}\\w{28}\\*\n$`),
        ),
        'It works now.',
      ],
      ...{ err: [], closed: 1 },
    });
    expect((await deployed('keys issue --account acme --name two')).out[1]).toBe(
      'It works once the gateway accepts it, within a few minutes.',
    );
    const { out: lines } = await local('keys issue --account acme --name three --json');
    expect(lines.map((line) => Object.keys(JSON.parse(line)))).toEqual([['keyId', 'apiKey', 'customerId']]);
  });

  it('waits for the gateway of a deployment if it is told to', async () => {
    const pauses = skipPauses();
    const asked = answering(403, 200);
    const { out, err } = await deployed('keys issue --account acme --name ci --wait', 'https://x/v1');
    const [key] = plane.keys;
    expect(asked).toEqual(Array(2).fill(`https://x/v1/topics ${key?.value}`));
    expect(pauses).toEqual([5000]);
    expect(err).toEqual([`Waiting for the key ${key?.name}: 403, the gateway does not accept it yet.`]);
    expect(out[1]).toBe('It works now.');
    expect((await deployed('keys issue --account acme --name two --wait --json', 'https://x/v1')).out).toHaveLength(1);
    asked.length = 0;
    expect((await local('keys issue --account acme --name three --wait')).out[1]).toBe('It works now.');
    expect((await deployed('keys issue --account acme --name four', 'https://x/v1')).exitCode).toBe(0);
    expect(asked).toEqual([]);
  });

  it.each(['issue --account acme', 'issue --name x', 'roll', 'revoke', 'roll x --keep 2h'])(
    'keys %s is no whole command',
    async (line) => {
      expect(await local(`keys ${line}`)).toMatchObject({ out: [], exitCode: 2, closed: 0 });
    },
  );
});

describe('issuing a key', () => {
  it('removes what a killed run left of the same name, and nothing else', async () => {
    const pending = async (account: string, name: string) => {
      const made = {
        account: asAccount(account),
        apiKey: `svctest${account}${name}`.padEnd(43, 'x'),
        name,
        created: noon,
      };
      const { keyId } = await writePendingKey(table, made);
      await plane.create(keyId, made.apiKey);
    };
    for (const [account, name] of [
      ['acme', 'ci'],
      ['acme', 'no'],
      ['other', 'ci'],
    ] as const)
      await pending(account, name);
    const active = await issueKey(effects, target(), { account: asAccount('other'), name: 'up' }, ignore);
    // the gateway first: no key may remain in it alone
    const remove = () => Promise.reject(new Error('no gateway'));
    const broken = { ...target(), gateway: { ...gatewayKeys(plane), remove } };
    await expect(issueKey(effects, broken, { account: acme, name: 'no' }, ignore)).rejects.toThrow('no gateway');
    const { keyId } = await issue();

    // the one of the other account is not this command's business
    expect(await states()).toEqual({
      ...{ acmenoxx: 'pending', othercix: 'pending', [active.keyId]: 'active', [keyId]: 'active' },
    });
    expect(plane.keys.map(({ name }) => name).sort()).toEqual(['acmenoxx', active.keyId, keyId, 'othercix'].sort());
  });

  it('removes keys from the gateway that are revoked or expired, of this account only', async () => {
    const ids: Record<string, string> = {};
    for (const name of ['revoked', 'expired', 'expires', 'active']) ids[name] = (await issue({ name })).keyId;
    const foreign = await issue({ account: asAccount('other'), name: 'revoked' });
    for (const [id, line] of [
      [ids.revoked, 'acme'],
      [foreign.keyId, 'other'],
    ]) {
      expect(await local(`keys revoke ${id}`), line).toMatchObject({ exitCode: 0 });
    }
    const all = await keysOf(table);
    const hash = (name: string) => all.find(({ keyId }) => keyId === ids[name]) ?? expect.fail();
    await expireKey(table, hash('expired'), noon / 1000);
    await expireKey(table, hash('expires'), noon / 1000 + 1);
    const { keyId } = await issue();

    expect(plane.keys.map(({ name }) => name).sort()).toEqual(
      [ids.expires, ids.active, foreign.keyId, keyId].map(String).sort(),
    );
  });

  it('writes it as pending, then tells the gateway, then shows it, then activates it', async () => {
    const steps: string[] = [];
    const end = aroundCalls(table, async (send, command) => {
      if (command.startsWith('Transact')) steps.push('write');
      return send();
    });
    const gateway = {
      ...gatewayKeys(plane),
      add: async () => {
        steps.push(`gateway ${Object.values(await states())}`);
        return 'g1';
      },
    };
    const show = () => void steps.push('show');
    const key = await issueKey(
      effects,
      { ...target(), gateway },
      { account: acme, name: 'ci', rolledFrom: 'old' },
      show,
    );
    end();

    expect(steps).toEqual(['write', 'gateway pending', 'show', 'write']);
    expect(await keysOf(table)).toMatchObject([
      { keyId: key.keyId, gatewayId: 'g1', rolledFrom: 'old', state: 'active' },
    ]);
    await issueKey(effects, { table, keyPrefix: 'svctest' }, { account: acme, name: 'two' }, ignore);
    expect((await keysOf(table)).find(({ name }) => name === 'two')).not.toHaveProperty('gatewayId');
  });

  it('removes it from the gateway again if another command has deleted it as a leftover', async () => {
    let other: Promise<NewKey> | undefined;
    const first = issueKey(effects, { ...target() }, { account: acme, name: 'ci' }, () => {
      other = issue();
    });
    // the other one deletes the first while that waits for the table
    let waited = false;
    aroundCalls(table, async (send, command, input) => {
      if (!waited && command.startsWith('Transact') && JSON.stringify(input).includes('ConditionCheck')) {
        waited = true;
        await other;
      }
      return send();
    });
    const ended = await first.then(
      () => 'done',
      (error: Error) => error.name,
    );
    const second = await other?.catch((error: Error) => error.name);

    const active = Object.entries(await states()).filter(([, state]) => state === 'active');
    expect({ ended, second: typeof second, active: active.length }).toEqual({
      ...{ ended: 'KeyChanged', second: 'object', active: 1 },
    });
    expect(plane.keys.map(({ name }) => name)).toEqual(active.map(([keyId]) => keyId));
  });

  it('leaves it in the gateway if its activation fails for another reason: the next run removes it', async () => {
    const end = aroundCalls(table, async (send, _, input) =>
      JSON.stringify(input).includes('ConditionCheck') ? Promise.reject(new Error('broken')) : send(),
    );
    await expect(issue()).rejects.toThrow('broken');
    end();
    expect(plane.keys).toHaveLength(1);
    await issue();
    expect(plane.keys).toHaveLength(1);
  });
});

describe('keys list', () => {
  it('shows the state of each key, in words or as JSON', async () => {
    const late = noon + 90_000_000;
    const { keyId: first } = await issue();
    const { keyId: second } = await issue({ account: asAccount('other'), name: 'two' });
    const rolled = await rollKey(effects, target(), second, '1h', ignore);
    store.put({
      ...store.get(`KEY#${(await keysOf(table, acme))[0]?.hash}`, 'KEY'),
      w: marshall({ w: { m29919599: 1 } }).w,
    } as never);
    const cli = atTerminal(() => table, { clock: () => late });
    const rows = (await cli('keys list')).out.map((line) => line.replaceAll('*', '').trim().split(/ {2,}/));
    const fours = Object.fromEntries((await keysOf(table)).map(({ keyId, lastFour }) => [keyId, `…${lastFour}`]));

    expect(rows[0]).toEqual(['KEY', 'ACCOUNT', 'STATE', 'CREATED', 'LAST USED', 'EXPIRES', 'ENDS IN', 'NAME']);
    expect(rows.slice(1).sort()).toEqual(
      [
        [first, 'acme', 'active', '2026-11-20', '2026-11-20T11:59', '-', fours[first], 'ci'],
        [second, 'other', 'expired', '2026-11-20', '-', '2026-11-20T13:00', fours[second], 'two'],
        [rolled.keyId, 'other', 'active', '2026-11-20', '-', '-', fours[rolled.keyId], 'two'],
      ].sort(),
    );
    const [own] = JSON.parse((await local('keys list --account acme --json')).out[0] ?? '');
    expect(own).toMatchObject({ keyId: first, lastUsed: '2026-11-20T11:59:00.000Z' });
    const shown = JSON.parse((await local('keys list --account other --json')).out[0] ?? '');
    expect(shown.find(({ keyId }: { keyId: string }) => keyId === second)).toEqual({
      ...{ keyId: second, customerId: 'other', name: 'two', created: '2026-11-20T12:00:30.000Z' },
      ...{ lastFour: fours[second]?.slice(1), state: 'active', expires: '2026-11-20T13:00:30.000Z' },
    });
    expect(shown).toHaveLength(2);
    const exactly = atTerminal(() => table, { clock: () => noon + 3_600_000 });
    expect((await exactly('keys list --account other')).out.join()).toContain('expired');
    await revokeKey(table, second);
    expect((await exactly('keys list --account other')).out.join()).not.toContain('expired');
    expect((await local('keys list --account nobody')).err).toEqual(['error: There is no account nobody.']);
  });
});

describe('keys roll', () => {
  it('shows the successor, and says until when the old key works', async () => {
    const { keyId } = await issue();
    const { out } = await deployed(`keys roll ${keyId} --keep 7d`);
    const successor = (await keysOf(table)).find(({ rolledFrom }) => rolledFrom === keyId);
    expect(out).toEqual([
      expect.stringMatching(
        `^The key ${successor?.keyId} replaces ${keyId}\\. It is shown only once:\n\n {2}\\*svctest`,
      ),
      `It works once the gateway accepts it, within a few minutes; ${keyId} expires at 2026-11-27T12:00:30.000Z.`,
    ]);
    const next = await local(`keys roll ${successor?.keyId} --keep 0h`);
    expect(next.out[1]).toBe(`It works now; ${successor?.keyId} is revoked.`);
    const [last] = (await keysOf(table)).filter(({ expires, state }) => state === 'active' && !expires);
    const { out: lines } = await deployed(`keys roll ${last?.keyId} --json`);
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      {
        ...{ keyId: expect.any(String), apiKey: expect.any(String), customerId: 'acme', rolledFrom: last?.keyId },
        expires: '2026-11-21T12:00:30.000Z',
      },
    ]);
  });

  it('of a key that was itself rolled names that key, not the first one', async () => {
    const { keyId: first } = await issue();
    const roll = async (keyId: string): Promise<string> =>
      JSON.parse((await local(`keys roll ${keyId} --keep 1h --json`)).out[0] ?? '').keyId;
    const second = await roll(first);
    const third = await roll(second);

    expect(new Map((await keysOf(table)).map(({ keyId, rolledFrom }) => [keyId, rolledFrom]))).toEqual(
      new Map([
        [first, undefined],
        [second, first],
        [third, second],
      ]),
    );
  });

  it('waits for the gateway of a deployment if it is told to', async () => {
    const asked = answering(200);
    const { keyId } = await issue();
    expect((await deployed(`keys roll ${keyId} --wait`, 'https://x/v1')).out[1]).toMatch(/^It works now; /);
    expect(asked).toEqual([`https://x/v1/topics ${plane.keys[1]?.value}`]);
    const [last] = (await keysOf(table)).filter(({ expires }) => !expires);
    expect((await deployed(`keys roll ${last?.keyId}`, 'https://x/v1')).exitCode).toBe(0);
    expect((await local(`keys roll ${(await issue({ name: 'x' })).keyId} --wait`)).exitCode).toBe(0);
    expect(asked).toHaveLength(1);
  });

  it('is refused for a key that does not exist, is pending or is revoked', async () => {
    const pending = await writePendingKey(table, {
      ...{ account: acme, apiKey: 'svctestpendingk'.padEnd(43, 'x'), name: 'p', created: noon },
    });
    const refused = (id: string) =>
      rollKey(effects, target(), id, '1h', ignore).then(
        () => 'rolled',
        (error: Error) => error.message,
      );
    expect(await refused('none')).toBe('There is no key none.');
    expect(await refused(pending.keyId)).toBe('The key pendingk is pending, so it cannot be rolled. Issue a new one.');
    const { keyId } = await issue();
    await suspendAccount(table, acme);
    expect(await refused(keyId)).toBe(
      `The key ${keyId} is suspended with its account, so it cannot be rolled. First run: accounts resume --account acme`,
    );
  });

  it('removes a key from the gateway that has expired, although it cannot be rolled again', async () => {
    const { keyId } = await issue();
    const later = (milliseconds: number) => ({ ...effects, clock: () => noon + milliseconds });
    const rolled = await rollKey(effects, target(), keyId, '1h', ignore);
    const again = (milliseconds: number) => rollKey(later(milliseconds), target(), keyId, '1h', ignore);
    const refusal = `The key ${keyId} has already been rolled and expires at 2026-11-20T13:00:30.000Z.`;
    await expect(again(3_599_000)).rejects.toThrow(
      `${refusal} Its successor is ${rolled.keyId}; roll that key instead.`,
    );
    expect(plane.keys).toHaveLength(2);
    await local(`keys revoke ${rolled.keyId}`);
    await expect(again(3_600_000)).rejects.toThrow(new RegExp(`${refusal.replaceAll('.', '\\.')}$`));
    expect(plane.keys.map(({ name }) => name)).toEqual([rolled.keyId]);
  });

  it('revokes the successors of runs that were killed, and starts over', async () => {
    const { keyId } = await issue();
    const other = await issue({ name: 'other' });
    const unfinished = [await issue({ rolledFrom: keyId }), await issue({ rolledFrom: keyId })];
    const shown: object[] = [];
    const rolled = await rollKey(effects, target(), keyId, '24h', (key) => shown.push(key));

    expect(shown).toEqual([rolled]);
    expect(await states()).toEqual({
      ...{ [keyId]: `active ${noon / 1000 + 86_400}`, [other.keyId]: 'active', [rolled.keyId]: 'active' },
      ...Object.fromEntries(unfinished.map((each) => [each.keyId, 'revoked'])),
    });
    expect(plane.keys.map(({ name }) => name)).toEqual([keyId, other.keyId, rolled.keyId]);
  });

  it('at once revokes the old key, in the gateway too', async () => {
    const { keyId } = await issue();
    const { keyId: kept } = await issue({ name: 'kept' });
    const rolled = await rollKey(effects, target(), keyId, '0h', ignore);
    expect(await states()).toMatchObject({ [keyId]: expect.stringContaining('revoked'), [kept]: 'active' });
    expect(plane.keys.map(({ name }) => name)).toEqual([kept, rolled.keyId]);
  });

  it('of a key that another command changed says so, and leaves the old key as it is', async () => {
    const { keyId } = await issue();
    const show = () => undefined;
    aroundCalls(table, async (send, command, input) => {
      if (command.startsWith('Update') && JSON.stringify(input).includes('#exp'))
        await suspendAccount(memTable(store), acme);
      return send();
    });
    await expect(rollKey(effects, target(), keyId, '0h', show)).rejects.toThrow(
      `Another command changed the key ${keyId}, so it was not set to expire. Check keys list, then roll it again.`,
    );
    expect(await states()).toMatchObject({ [keyId]: 'suspended' });
  });
});

describe('keys revoke', () => {
  it('revokes the key in the table and in the gateway, and says so', async () => {
    const { keyId } = await issue();
    expect((await deployed(`keys revoke ${keyId}`)).out).toEqual([`Revoked the key ${keyId} of acme.`]);
    expect(plane.keys).toEqual([]);
    expect((await local(`keys revoke ${keyId} --json`)).out).toEqual([
      `{"keyId":"${keyId}","customerId":"acme","state":"revoked"}`,
    ]);
  });
});

describe('waiting for the gateway', () => {
  const key = { keyId: 'abcd1234', apiKey: 'k' };
  const wait = async (baseUrl?: string) => {
    const [pauses, reported]: [readonly number[], string[]] = [skipPauses(), []];
    const ended = await waitForGateway({ ...(baseUrl && { baseUrl }) }, key, {
      report: (line) => reported.push(line),
    }).then(
      () => 'done',
      (error: Error) => error.message,
    );
    return { ended, pauses: pauses.length, reported };
  };

  it('reports each change of what its requests meet, until one succeeds', async () => {
    const asked = answering(403, 403, 401, 429, 499, 500, 503, 200);
    expect(await wait('https://x/v1')).toEqual({
      ended: 'done',
      pauses: 7,
      reported: [
        ...['403, the gateway does not accept it yet', '401, the gateway does not accept it yet'],
        ...['429, too many requests', '499, not an answer of this service', '500, the service fails'],
        '503, the service fails',
      ].map((met) => `Waiting for the key abcd1234: ${met}.`),
    });
    expect(asked).toHaveLength(8);
  });

  it('ends after five minutes, with what the last request met', async () => {
    const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    const asked = answering(new TypeError('fetch failed', { cause: refused }));
    const { ended, pauses, reported } = await wait('https://x/v1');
    expect({ asked: asked.length, pauses, reported: reported.length }).toEqual({ asked: 60, pauses: 60, reported: 1 });
    expect(ended).toMatch(
      /^The key abcd1234 is issued, but requests with it did not succeed within five minutes; the last one met: no answer from https:\/\/x\/v1: .*refused/,
    );
  });

  it('does not wait for a service without an address, and needs nobody to report to', async () => {
    const asked = answering(403, 200);
    expect(await wait()).toEqual({ ended: 'done', pauses: 0, reported: [] });
    expect(asked).toEqual([]);
    expect(await waitForGateway({ baseUrl: 'https://x/v1' }, key, { wait: 0 })).toBeUndefined();
    expect(asked).toHaveLength(2);
  });

  it('fails with any other error', async () => {
    vi.stubGlobal('fetch', async () => ({ status: 200, headers: new Headers(), text: async () => '' }));
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
      throw new RangeError('no timers');
    });
    expect(await wait('https://x/v1')).toMatchObject({ ended: 'no timers', pauses: 0 });
    expect(timeout).toHaveBeenCalledWith(10_000);
  });
});
