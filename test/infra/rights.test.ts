import { afterEach, expect, it } from 'vitest';
import { create as createNightly } from '../../functions/nightly/handler.ts';
import { create as createWorker } from '../../functions/worker/handler.ts';
import { putDecision } from '../../import/inbox/decisions.ts';
import { reportKey } from '../../import/inbox/keys.ts';
import type { Delivery } from '../../notices/delivery.ts';
import { keepErased } from '../../shared/table/access/erased.ts';
import { addNotice } from '../../shared/table/access/notices.ts';
import { readInbox } from '../../shared/table/arrivals/inboxes.ts';
import { asAccount } from '../../shared/table/store/item-keys.ts';
import type { Table } from '../../shared/table/store/table.ts';
import { evening } from '../functions/worker/accounts.ts';
import { drain, processIn, worldOf } from '../functions/worker/world.ts';
import { anInbox, minute } from '../import/inbox/an-inbox.ts';
import { allows, type Statement } from '../support/infra/policies.ts';
import { type Sent, tableAttempts } from '../support/infra/table-attempts.ts';
import { resourcesOf, synthesise, targetOf } from '../support/infra/template.ts';
import { aroundAttempts } from '../support/sim/attempts.ts';
import { useMemoryTable } from '../support/store/table.ts';

// Every call of the functions that work at night and on files is evaluated against what the template allows their roles.
// Those of the page are in test/functions/account, those of operators in operator-policies.test.ts.

const { template } = synthesise({ env: 'prod', alarmEmail: 'ops@example.com' });
const tableId = resourcesOf(template, 'AWS::DynamoDB::Table')[0]?.id ?? '';
const used = new Set<string>();
const denied = new Set<string>();
const db = useMemoryTable();
const account = asAccount('acme');

function as(role: string, table: Table): Table {
  const statements = resourcesOf(template, 'AWS::IAM::Policy')
    .filter(({ Properties }) => (Properties.Roles as unknown[]).some((each) => targetOf(each)?.startsWith(role)))
    .flatMap(({ Properties }) => (Properties.PolicyDocument as { Statement: Statement[] }).Statement);
  return aroundAttempts(table, (send, input, operation) => {
    for (const attempt of tableAttempts(operation, input as Sent, tableId)) {
      const text = `${role} ${attempt.action.replace('dynamodb:', '')} ${attempt.keys?.map((key) => key.split('#')[0])}`;
      used.add(text);
      if (!allows(statements, attempt)) denied.add(text);
    }
    return send();
  });
}

afterEach(() => {
  expect([...denied]).toEqual([]);
});

it('a night with news, its check, and what became of messages', async () => {
  const world = worldOf(await evening({ clients: 4, streams: 1, signals: 8 }));
  const notice = { when: 'mornings', about: 'both', names: true, state: 'on', created: '2026-11-19' } as const;
  await addNotice(processIn(world).table, account, { ...notice, id: 'n1', kind: 'webhook', to: 'https://example.com' });
  const handed: Delivery[] = [];
  world.receiver = (deliveries) => void handed.push(...deliveries);
  world.bus = () => undefined;
  const running = {
    worker: (deps: Parameters<typeof createWorker>[0]) =>
      createWorker({ ...deps, table: as('NightworkerRole', deps.table) }),
  };
  for (const [task, time] of [['dispatch', '00:00'] as const, ['check', '00:15'] as const]) {
    const deps = processIn(world);
    const event = { task, scheduledTime: `2026-11-20T${time}:00Z` };
    await createNightly({ ...deps, table: as('NightnightlyRole', deps.table) })(event);
    await drain(world, running);
  }
  for (const { id: deliveryId, ...delivery } of handed) {
    const told = { accountId: account, noticeId: 'n1', deliveryId, at: '2026-11-20T01:00:00.000Z', words: 'No.' };
    const outcome = { ...told, ok: false, final: true, givenUp: { id: deliveryId, ...delivery } };
    world.fifo.send({ message: { kind: 'outcome', customerId: account, outcome }, id: deliveryId }, world.now);
  }
  await drain(world, running);
  expect(handed.length).toBeGreaterThan(0);
  expect([...used]).toEqual(expect.arrayContaining(['NightworkerRole PutItem NOTICES', 'NightnightlyRole Query CUST']));
});

it('an inbox whose files come in, are held, and are taken back, beside what was erased', async () => {
  const { deps, ...inbox } = await anInbox(db.table, account, { score: true, prune: false });
  const erasing = [{ of: 'client', text: 'names gone', words: 0 }] as const;
  const randomBytes = (count: number) => Buffer.alloc(count);
  await keepErased(db.table, account, erasing, { at: '2026-11-20', randomBytes });
  const settle = async () => {
    for (let round = 0; round < 4; round += 1) {
      inbox.clock.now += 17 * minute;
      await inbox.check({ ...deps, table: as('InboxinboxRole', db.open()) });
      for (const _ of inbox.sent.splice(0)) await inbox.deliver({ ...deps, table: as('InboximporterRole', db.open()) });
    }
  };
  inbox.put({ 'clients.csv': 'Client ID,Name\n1,One\n2,Two\n' });
  await settle();
  inbox.put({ '_page/clients.csv': 'Client ID,Name\n1,Uno\n3,Three\n4,Four\n' });
  await settle();
  const waiting = inbox.bucket.keys().filter((key) => key.startsWith('waiting/'));
  expect(waiting).toHaveLength(1);
  await putDecision(deps.store, account, 'd1', { by: 'ann', import: waiting });
  await settle();
  const { newest = '' } = (await readInbox(db.table, account)).last ?? {};
  await putDecision(deps.store, account, 'd2', { by: 'ann', takeBack: newest });
  await settle();
  const { id = '' } = (await readInbox(db.table, account)).last ?? {};
  expect(inbox.bucket.contentOf(reportKey(account, id, 'json'))).toContain(`"takenBack":{"run":"${newest}"`);
  expect([...used]).toEqual(
    expect.arrayContaining(['InboximporterRole Query ERASED', 'InboximporterRole PutItem LOG']),
  );
});
