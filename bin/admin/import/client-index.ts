import { Unclear, type Value } from '../files/cells.ts';
import { clientIdFrom } from './ids.ts';

/** Which clients there are, and what the customer calls them. */
export interface ClientIndex {
  readonly add: (id: string, externalId: string | undefined) => void;
  /** The id of the client that a row of its own is about. */
  readonly named: (given: Given) => string;
  /** The id of the client that a row of another file refers to. */
  readonly referred: (given: Given) => string;
}

type Given = Readonly<Record<string, Value | null>>;

export function createClientIndex(): ClientIndex {
  const known = new Map<string, string>();
  // null: several clients
  const byExternalId = new Map<string, string | null>();

  const idOf = ({ serviceId, externalId }: Given): string | undefined => {
    if (typeof serviceId === 'string') return known.get(serviceId) ?? serviceId;
    if (typeof externalId !== 'string') throw new Unclear('names no client: Client ID and Service ID are empty');
    const found = byExternalId.get(externalId);
    if (found === null)
      throw new Unclear(`the Client ID "${externalId}" is that of several clients; give the Service ID`);
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
    named: (given) => idOf(given) ?? clientIdFrom(String(given.externalId)),
    referred: (given) => {
      const id = idOf(given);
      if (id !== undefined && known.has(id)) return id;
      const { serviceId, externalId } = given;
      throw new Unclear(
        `there is no client with the ${typeof serviceId === 'string' ? `Service ID "${serviceId}"` : `Client ID "${externalId}"`}`,
      );
    },
  };
}

/** A text that was cut out of another holds all of it in memory. */
function copyOf(text: string): string {
  return Buffer.from(text).toString();
}
