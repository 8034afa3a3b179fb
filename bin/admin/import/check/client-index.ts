import { InvalidCell, type Value } from '../../files/cells.ts';
import { clientIdFrom } from '../../files/ids.ts';

/** The clients of the account and of the files: their ids, and the Client IDs that they are referred to by. */
export interface ClientIndex {
  readonly add: (id: string, externalId: string | undefined) => void;
  /** The id of the client that a row of clients.csv describes. */
  readonly idForRow: (given: Given) => string;
  /** The id of the client that a row of another file refers to. Throws `InvalidCell` if there is none. */
  readonly referredId: (given: Given) => string;
}

type Given = Readonly<Record<string, Value | null>>;

export function createClientIndex(): ClientIndex {
  const known = new Map<string, string>();
  // null: several clients have this Client ID
  const byExternalId = new Map<string, string | null>();

  const idOf = ({ serviceId, externalId }: Given): string | undefined => {
    if (typeof serviceId === 'string') return known.get(serviceId) ?? serviceId;
    if (typeof externalId !== 'string') throw new InvalidCell('names no client: Client ID and Service ID are empty');
    const found = byExternalId.get(externalId);
    if (found === null) {
      throw new InvalidCell(`several clients have the Client ID "${externalId}"; give the Service ID`);
    }
    return found;
  };

  return {
    add: (id, externalId) => {
      const own = known.get(id) ?? copyOf(id);
      known.set(own, own);
      if (externalId === undefined) return;
      const other = byExternalId.get(externalId);
      const name = externalId === id ? own : copyOf(externalId);
      byExternalId.set(name, other === undefined || other === id ? own : null);
    },
    idForRow: (given) => idOf(given) ?? clientIdFrom(String(given.externalId)),
    referredId: (given) => {
      const id = idOf(given);
      if (id !== undefined && known.has(id)) return id;
      const { serviceId, externalId } = given;
      throw new InvalidCell(
        `there is no client with the ${typeof serviceId === 'string' ? `Service ID "${serviceId}"` : `Client ID "${externalId}"`}`,
      );
    },
  };
}

/** A substring keeps the whole text that it was cut from in memory; a copy does not. */
function copyOf(text: string): string {
  return Buffer.from(text).toString();
}
