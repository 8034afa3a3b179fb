import { dayOf } from '../../shared/domain/dates.ts';
import { createAccount } from '../../shared/table/access/accounts.ts';
import type { Fact } from '../../shared/table/facts/facts.ts';
import { type Score, toScoreItem } from '../../shared/table/records/scores.ts';
import { asAccount } from '../../shared/table/store/item-keys.ts';
import type { Table } from '../../shared/table/store/table.ts';
import { putAll } from '../../shared/table/store/write.ts';
import { rebuild } from '../../shared/table/views/write/rebuild.ts';
import { bytesOf, randomOf } from '../support/random.ts';
import { removeClient, removePortfolio, type TestWriter, writeFacts } from '../support/store/writer.ts';
import type { Account, Computed } from './account.ts';

// one source for all, because two batches with the same mark would count as one batch
const randomBytes = bytesOf(randomOf(7));

/** Writes an account in the order of the product: nightly scores, facts, views of both. */
export async function write(table: Table, account: Account): Promise<void> {
  const id = asAccount(account.customerId);
  await createAccount(table, id, 'Any');
  await putAll(table, scoreItems(account));
  await writeFacts(writerTo(table), id, factsOf(account));
  await publish(table, account);
}

async function publish(table: Table, { customerId, scoredFor, published }: Account): Promise<void> {
  const now = Date.parse(published?.at ?? '2026-11-20');
  const isNight = scoredFor !== null && published?.before === undefined;
  await rebuild(table, asAccount(customerId), { now, ...(isNight && { scoredFor: dayOf(scoredFor) }) });
}

/** Writes the changes of an account that is already stored. */
export async function rewrite(table: Table, before: Account, after: Account, gone: readonly string[]): Promise<void> {
  const id = asAccount(before.customerId);
  const writer = writerTo(table);
  await putAll(
    table,
    scoreItems({
      ...after,
      clients: after.clients.filter((each) => !before.clients.includes(each) && isNew(before, each.client.id)),
    }),
  );
  await writeFacts(writer, id, factsOf(after));
  for (const clientId of gone) await removeClient(writer, id, clientId);
  for (const each of before.portfolios) {
    if (!after.portfolios.includes(each)) await removePortfolio(writer, id, each.portfolio.id);
  }
  await publish(table, after);
}

function isNew({ clients }: Account, id: string): boolean {
  return clients.every(({ client }) => client.id !== id);
}

function writerTo(table: Table): TestWriter {
  return { table, randomBytes };
}

export function factsOf({ clients, portfolios }: Account): Fact[] {
  return [
    ...clients.flatMap(({ client, streams, notes, people, reads, followUps = [] }): Fact[] => [
      { kind: 'client', value: client },
      ...streams.map(({ stream }): Fact => ({ kind: 'stream', value: stream })),
      ...streams.flatMap(({ insights }) => insights.map((value): Fact => ({ kind: 'insights', value }))),
      ...notes.map((value): Fact => ({ kind: 'note', value })),
      ...people.map((value): Fact => ({ kind: 'person', value })),
      ...followUps.map((value): Fact => ({ kind: 'follow-up', value })),
      ...reads.map((value): Fact => ({ kind: 'alignment', clientId: client.id, value })),
    ]),
    ...portfolios.flatMap(({ portfolio, members }): Fact[] => [
      { kind: 'portfolio', value: portfolio },
      ...[...members].map(
        ([clientId, extraColumns]): Fact => ({
          kind: 'member',
          value: { portfolioId: portfolio.id, clientId, extraColumns },
        }),
      ),
    ]),
  ];
}

function scoreItems({ customerId, clients }: Account) {
  const id = asAccount(customerId);
  return clients.flatMap(({ client, computed, streams }) => {
    const ofStreams = new Map(
      streams.flatMap(({ stream, computed: ofStream }) => (ofStream ? [[stream.id, scoreOf(ofStream)]] : [])),
    );
    return computed ? [toScoreItem(id, client.id, { ...scoreOf(computed), ofStreams })] : [];
  });
}

function scoreOf({ last, points, topics, source }: Computed): Score {
  const tenths = Uint16Array.from(points, (point) => Math.round(point * 10));
  return { history: { last: dayOf(last), points: tenths }, topics, source, model: 1 };
}
