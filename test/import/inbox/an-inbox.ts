import type { SQSEvent } from 'aws-lambda';
import { create as createImporter } from '../../../functions/importer/handler.ts';
import { create as createCheck } from '../../../functions/inbox/handler.ts';
import { s3Store } from '../../../import/inbox/aws/s3-store.ts';
import type { InboxJobDeps, InboxMessage } from '../../../import/inbox/aws/start.ts';
import type { Notice } from '../../../import/inbox/notice.ts';
import type { RunReport } from '../../../import/inbox/report.ts';
import type { Outgoing } from '../../../shared/jobs/queue.ts';
import { createAccount } from '../../../shared/table/access/accounts.ts';
import {
  beginRun,
  type InboxRun,
  type InboxSettings,
  saveInboxSettings,
} from '../../../shared/table/arrivals/inboxes.ts';
import { type Account, asAccount } from '../../../shared/table/store/item-keys.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import { memoryBucket } from '../../support/inbox/memory-bucket.ts';
import { bytesOf, randomOf } from '../../support/random.ts';
import { noon } from '../../support/service/deps.ts';

export const minute = 60_000;

/** An account with an inbox, what the functions of the inbox are given, and what they have sent and logged. */
export async function anInbox(table: Table, name: string, settings?: Partial<InboxSettings>, pageSize = 3) {
  const account = asAccount(name);
  await createAccount(table, account, 'X');
  if (settings) await saveInboxSettings(table, account, { maps: [], score: false, prune: false, ...settings });
  const clock = { now: noon };
  const bucket = memoryBucket(() => clock.now, pageSize);
  const asked: Outgoing[] = [];
  const notices: Notice[] = [];
  const reports: RunReport[] = [];
  const logged: Record<string, unknown>[] = [];
  const sent: { readonly message: InboxMessage; readonly id: string }[] = [];
  const seen = new Set<string>();
  let calls = 0;
  const deps: InboxJobDeps = {
    table,
    store: s3Store(bucket.client, 'bucket'),
    importer: { place: 'the inbox' },
    holdFor: 16 * minute,
    clock: () => clock.now,
    randomBytes: bytesOf(randomOf(7)),
    ask: async (requests) => void asked.push(...requests),
    onReport: (report) => void reports.push(report),
    notify: async (_, notice) => void notices.push(notice),
    queue: {
      send: async (messages) => {
        sent.push(...messages.filter(({ id }) => !seen.has(id)));
        for (const { id } of messages) seen.add(id);
      },
      release: async () => undefined,
    },
    log: (record) => {
      const { _aws, ...rest } = record as { _aws?: unknown };
      logged.push(rest);
    },
    consumed: () => {
      calls += 1;
      return { calls, readUnits: 2 * calls, writeUnits: 3 * calls };
    },
  };
  /** Puts files that have arrived at this time. */
  const put = (files: Readonly<Record<string, string>>, at = clock.now) => {
    const { now } = clock;
    clock.now = at;
    for (const [file, text] of Object.entries(files)) bucket.put(`in/${account}/${file}`, text);
    clock.now = now;
  };
  const check = (given = deps) => createCheck(given)();
  const deliver = (given = deps, remaining = 15 * minute, message: object = { customerId: account }) =>
    createImporter(given)({ Records: [{ body: JSON.stringify(message) }] } as SQSEvent, {
      getRemainingTimeInMillis: () => remaining,
    });
  /** Checks and imports until nothing is left to do. */
  const settle = async () => {
    for (let round = 0; round < 8; round += 1) {
      clock.now += 17 * minute;
      await check();
      for (const _ of sent.splice(0)) await deliver();
    }
  };
  return { account, bucket, clock, deps, put, check, deliver, settle, asked, notices, reports, logged, sent };
}

/** Stores a run that another process has begun. */
export async function storedRun(table: Table, account: Account, given: Partial<InboxRun> = {}): Promise<void> {
  await beginRun(table, account, {
    id: 'r1',
    startedAt: new Date(noon).toISOString(),
    owner: 'o',
    attempts: 0,
    step: 0,
    until: 0,
    settings: { maps: [], score: false, prune: false },
    state: 'importing',
    files: [],
    ...given,
  });
}
