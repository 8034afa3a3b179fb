import { comparedName } from '../../shared/table/records/aliases.ts';
import { InvalidCell, type Value } from '../files/cells.ts';
import { copyOf } from '../files/copy.ts';
import { clientIdFrom } from '../files/ids.ts';
import { quoted } from '../files/quoted.ts';
import { domainsIn } from './mail-domains.ts';

/** The clients of the account and of the files: their ids, and the Client IDs that they are referred to by. */
export interface ClientIndex {
  /** A copy for a file: its clients count only once the file is kept. */
  readonly copy: () => ClientIndex;
  /** How many clients there are. */
  readonly size: () => number;
  readonly ids: () => string[];
  /** True if a client has this name. */
  readonly hasName: (name: string) => boolean;
  /** Another name of the client; names of clients take precedence. */
  readonly addAlias: (name: string, id: string) => void;
  /** The names of the clients, as they are compared, with their ids. */
  readonly names: () => Iterable<readonly [name: string, id: string | null]>;
  readonly add: (id: string, externalId: string | undefined, name?: string, domain?: string) => void;
  /**
   * A stored client that the import may remove: a row that describes it keeps its id and its name of before, and no row
   * can refer to it.
   */
  readonly addStored: (id: string, externalId: string | undefined, name?: string) => void;
  /** The id of the client that a row of clients.csv describes. */
  readonly idForRow: (given: Given) => string;
  /** The id of the client that a row of another file refers to. Throws `InvalidCell` if there is none. */
  readonly referredId: (given: Given) => string;
}

type Given = Readonly<Record<string, Value | null>>;

interface Known {
  readonly known: Map<string, string>;
  // in these, null stands for several clients
  readonly byExternalId: Map<string, string | null>;
  readonly byName: Map<string, string | null>;
  readonly byDomain: Map<string, string | null>;
  readonly byAlias: Map<string, string>;
  readonly storedByExternalId: Map<string, string | null>;
  readonly storedNames: Map<string, string>;
}

const noClients: Known = {
  known: new Map(),
  byExternalId: new Map(),
  byName: new Map(),
  byDomain: new Map(),
  byAlias: new Map(),
  storedByExternalId: new Map(),
  storedNames: new Map(),
};

export function createClientIndex(before = noClients): ClientIndex {
  const all: Known = {
    known: new Map(before.known),
    byExternalId: new Map(before.byExternalId),
    byName: new Map(before.byName),
    byDomain: new Map(before.byDomain),
    byAlias: new Map(before.byAlias),
    storedByExternalId: new Map(before.storedByExternalId),
    storedNames: new Map(before.storedNames),
  };
  const { known, byExternalId, byName, byDomain, byAlias, storedByExternalId, storedNames } = all;

  const named = (clientName: string): string | undefined => {
    const key = comparedName(clientName);
    const id = byName.has(key) ? byName.get(key) : byAlias.get(key);
    if (id === null) throw new InvalidCell(`several clients are named ${quoted(clientName)}; give the Client ID`);
    return id;
  };
  const ofMail = (addresses: string): string | undefined => {
    const ids = new Set(domainsIn(addresses).flatMap((domain) => byDomain.get(domain) ?? []));
    if (ids.size > 1) throw new InvalidCell('has addresses of several clients');
    return [...ids][0];
  };
  const idOf = ({ serviceId, externalId, clientName, clientEmail }: Given): string | undefined => {
    if (typeof serviceId === 'string') return known.get(serviceId) ?? serviceId;
    if (typeof externalId === 'string') return onlyOne(byExternalId.get(externalId), externalId);
    const id = typeof clientName === 'string' ? named(clientName) : undefined;
    if (typeof clientEmail === 'string') return id ?? ofMail(clientEmail);
    if (typeof clientName === 'string') return id;
    // null: the file has the column
    const isByName = clientName === null;
    throw new InvalidCell(
      isByName ? 'is empty; it names the client' : 'names no client: Client ID and Service ID are empty',
    );
  };

  return {
    copy: () => createClientIndex(all),
    size: () => known.size,
    ids: () => [...known.keys()],
    hasName: (name) => byName.has(comparedName(name)),
    addAlias: (name, id) => {
      const key = copyOf(comparedName(name));
      if (!byAlias.has(key)) byAlias.set(key, copyOf(id));
    },
    names: () => byName,
    add: (id, externalId, name, domain) => {
      const own = known.get(id) ?? copyOf(id);
      known.set(own, own);
      for (const each of [name, storedNames.get(own)]) {
        if (each === undefined) continue;
        const key = comparedName(each);
        const other = byName.get(key);
        byName.set(copyOf(key), other === undefined || other === own ? own : null);
      }
      if (domain !== undefined) {
        const other = byDomain.get(domain);
        byDomain.set(copyOf(domain), other === undefined || other === own ? own : null);
      }
      if (externalId === undefined) return;
      const other = byExternalId.get(externalId);
      const key = externalId === id ? own : copyOf(externalId);
      byExternalId.set(key, other === undefined || other === id ? own : null);
    },
    addStored: (id, externalId, name) => {
      if (name !== undefined) storedNames.set(id, name);
      if (externalId !== undefined) storedByExternalId.set(externalId, storedByExternalId.has(externalId) ? null : id);
    },
    idForRow: (given) => {
      const externalId = String(given.externalId);
      return idOf(given) ?? onlyOne(storedByExternalId.get(externalId), externalId) ?? clientIdFrom(externalId);
    },
    referredId: (given) => {
      const id = idOf(given);
      if (id !== undefined && known.has(id)) return id;
      throw new InvalidCell(`there is no client with the ${referenceText(given)}`);
    },
  };
}

/** `null`: several clients have the Client ID. */
function onlyOne(id: string | null | undefined, externalId: string): string | undefined {
  if (id !== null) return id;
  throw new InvalidCell(`several clients have the Client ID ${quoted(externalId)}; give the Service ID`);
}

function referenceText({ serviceId, externalId, clientName, clientEmail }: Given): string {
  if (typeof serviceId === 'string') return `Service ID ${quoted(serviceId)}`;
  if (typeof externalId === 'string') return `Client ID ${quoted(externalId)}`;
  return typeof clientName === 'string' ? `name ${quoted(clientName)}` : `domain of ${quoted(clientEmail)}`;
}
