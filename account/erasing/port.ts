import { eraseClient, erasePerson, findPerson, storedAbout, wantedPerson } from '../../shared/people/erase.ts';
import type { UserPool } from '../../shared/people/user-pool.ts';
import { PeopleRefusal } from '../../shared/table/access/people.ts';
import { type Account, clientsRange } from '../../shared/table/store/item-keys.ts';
import { readRangeInParts } from '../../shared/table/store/read.ts';
import type { Table } from '../../shared/table/store/table.ts';
import { type ErasingPort, type FactsPort, Refusal } from '../ports.ts';

interface Place {
  readonly table: Table;
  readonly clock: () => number;
  readonly randomBytes: (count: number) => Uint8Array;
  readonly facts: FactsPort;
  /** Absent where nobody signs in. */
  readonly pool?: UserPool;
}

/** A request reads the records of each client, and has less than half a minute. */
const mostClients = 5000;

export function erasingPort({ table, clock, randomBytes, facts, pool }: Place, account: Account): ErasingPort {
  const wantedHere = async (texts: readonly string[]) => {
    const wanted = wantedPerson(texts);
    let clients = 0;
    for await (const part of readRangeInParts(table, clientsRange(account), { attributes: ['pk', 'sk'] }))
      clients += part.length;
    if (clients <= mostClients) return wanted;
    throw new PeopleRefusal(
      `The account has more than ${mostClients} clients: ask whoever runs the service for people erase.`,
    );
  };
  return {
    find: (texts) => inWordsOfThePage(async () => findPerson(table, account, await wantedHere(texts))),
    stored: (texts) => inWordsOfThePage(async () => storedAbout(table, account, await wantedHere(texts), clock())),
    person: (texts, by, announce) =>
      inWordsOfThePage(async () => {
        const wanted = await wantedHere(texts);
        const place = { clock, randomBytes, pool };
        const change = { announce, ...(pool && { by }) };
        await facts.change((writer) => erasePerson({ ...place, writer }, account, wanted, change));
      }),
    client: (id, announce) =>
      inWordsOfThePage(() =>
        facts.change((writer) => eraseClient({ clock, randomBytes, writer }, account, id, { announce })),
      ),
  };
}

async function inWordsOfThePage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof PeopleRefusal ? new Refusal(error.message, { cause: error }) : error;
  }
}
