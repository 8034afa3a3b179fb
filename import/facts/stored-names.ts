import { allAliases } from '../../shared/table/entities/alias.ts';
import { allClients, ownDomain } from '../../shared/table/entities/client.ts';
import { allPortfolios } from '../../shared/table/entities/portfolio.ts';
import { type Account, streamKey } from '../../shared/table/store/item-keys.ts';
import { readBatch } from '../../shared/table/store/read.ts';
import type { Table } from '../../shared/table/store/table.ts';
import { type Called, ClientIndex } from './client-index.ts';

/** What rows can refer to in the account. */
export interface Stored {
  readonly clients: ClientIndex;
  /** With `prune`: clients that rows can refer to only if they stay. */
  readonly leaving: readonly {
    readonly id: string;
    readonly externalId: string | undefined;
    readonly name: string;
    readonly domain: string | undefined;
  }[];
  readonly portfolios: ReadonlySet<string>;
  /** Other names of clients. */
  readonly aliases: readonly { readonly name: string; readonly client: Called }[];
  /** Nothing is stored in the account yet. */
  readonly isEmpty: boolean;
}

export async function storedNames(table: Table, account: Account, removesClients: boolean): Promise<Stored> {
  const portfolios = await allPortfolios(table, account);
  const clients = new ClientIndex();
  const leaving: Stored['leaving'][number][] = [];
  let count = 0;
  const aliases = await allAliases(table, account);
  const called = new Map<string, Called | undefined>(aliases.map(({ clientId }) => [clientId, undefined]));
  for await (const part of allClients(table, account)) {
    count += part.length;
    for (const { id, externalId, name, metadata, filled } of part) {
      const domain = ownDomain(metadata);
      if (called.has(id)) called.set(id, { id, name, ...(externalId !== undefined && { externalId }) });
      const isMade = filled?.name !== undefined;
      if (isMade) clients.addMade(id, name, domain);
      if (removesClients && !isMade) {
        clients.addStored(id, externalId, name);
        leaving.push({ id, externalId, name, domain });
      } else clients.add(id, externalId, name, domain);
    }
  }
  return {
    clients,
    leaving,
    portfolios: new Set(portfolios.map(({ id }) => id)),
    aliases: aliases.flatMap(({ name, clientId }) => {
      const client = called.get(clientId);
      return client ? [{ name, client }] : [];
    }),
    isEmpty: count === 0 && portfolios.length === 0,
  };
}

/** Those of the streams that are stored. Streams are named by client and id. */
export async function storedStreams(
  table: Table,
  account: Account,
  streams: readonly string[],
): Promise<ReadonlySet<string>> {
  const keys = [...new Set(streams)].map((name) => {
    const [clientId = '', streamId = ''] = name.split(' ');
    return streamKey(account, clientId, streamId);
  });
  const items = await readBatch(table, keys, { consistent: true });
  return new Set(items.map(({ clientId, id }) => `${clientId} ${id}`));
}
