import { InvalidCell, quoted, type Value } from '../../shared/domain/cells/cells.ts';
import { comparedName } from '../../shared/table/entities/alias.ts';
import { clientIdFrom, domainForm } from '../../shared/table/entities/client.ts';
import { copyOf } from '../files/copy.ts';
import { otherId } from '../rows/other-id.ts';

type Given = Readonly<Record<string, Value | null>>;

/** A client as messages call it. */
export interface Called {
  readonly id: string;
  readonly externalId?: string;
  readonly name: string;
}

/** Of a name that several clients have, null. */
type Names = Map<string, string | null>;

/** The clients of the account and of the files: their ids, and the Client IDs that they are referred to by. */
export class ClientIndex {
  readonly #known = new Map<string, string>();
  readonly #byExternalId: Names = new Map();
  readonly #byName: Names = new Map();
  readonly #byDomain: Names = new Map();
  readonly #byAlias = new Map<string, string>();
  readonly #storedByExternalId: Names = new Map();
  /** The clients that have stored names which are not their own. */
  readonly #storedAliases = new Map<string, Called>();
  /** The clients that another list than the leading one has made, by name and domain. */
  readonly #made: Names = new Map();
  /** Ids in other lists, by their systems, of rows that are no clients. */
  readonly #nobodies = new Set<string>();
  readonly #storedNames = new Map<string, string>();
  /** As they are written. */
  readonly #shown = new Map<string, string>();

  get size(): number {
    return this.#known.size;
  }

  ids(): string[] {
    return [...this.#known.keys()];
  }

  has(id: string): boolean {
    return this.#known.has(id);
  }

  hasName(name: string): boolean {
    return this.#byName.has(comparedName(name));
  }

  /** Whether a client, or several, is referred to by the name. */
  knowsName(name: string): boolean {
    return this.hasName(name) || this.#byAlias.has(comparedName(name));
  }

  /** The names of the clients, as they are compared, with their ids. */
  names(): Iterable<readonly [name: string, id: string | null]> {
    return this.#byName;
  }

  nameOf(id: string): string | undefined {
    return this.#shown.get(id);
  }

  add(id: string, externalId: string | undefined, name?: string, domain?: string): void {
    const own = this.#known.get(id) ?? copyOf(id);
    this.#known.set(own, own);
    for (const each of [name, this.#storedNames.get(own)])
      if (each !== undefined) claim(this.#byName, comparedName(each), own);
    if (name !== undefined) this.#shown.set(own, copyOf(name));
    if (domain !== undefined) claim(this.#byDomain, domain, own);
    if (externalId !== undefined) claim(this.#byExternalId, externalId, own);
  }

  /** Whether the client has it as another name. */
  readonly isOtherName = (name: string, id: string): boolean => this.#byAlias.get(comparedName(name)) === id;

  /** Another name of the client; names of clients take precedence. */
  addAlias(name: string, id: string): void {
    const key = copyOf(comparedName(name));
    if (!this.#byAlias.has(key)) this.#byAlias.set(key, copyOf(id));
  }

  /**
   * A stored client that the import may remove: a row that describes it keeps its id and its name of before, and no row
   * can refer to it.
   */
  addStored(id: string, externalId: string | undefined, name: string): void {
    this.#storedNames.set(id, name);
    if (externalId !== undefined) claim(this.#storedByExternalId, externalId, id);
  }

  addStoredAlias(name: string, client: Called): void {
    this.#storedAliases.set(comparedName(name), client);
  }

  addMade(id: string, name: string, domain: string | undefined): void {
    for (const each of [comparedName(name), domain]) if (each !== undefined) claim(this.#made, each, id);
  }

  addNobody(system: string, id: string): void {
    this.#nobodies.add(otherId(system, id));
  }

  isNobody(system: string, id: string): boolean {
    return this.#nobodies.has(otherId(system, id));
  }

  /** The id of the client that a row of clients.csv describes. */
  idForRow(given: Given, domain?: string): string {
    const externalId = String(given.externalId);
    const stored = () => onlyOne(this.#storedByExternalId.get(externalId), externalId);
    return this.#idOf(given) ?? stored() ?? this.#madeFor(given, domain) ?? clientIdFrom(externalId);
  }

  /** The client that has been merged with the one that a row of clients.csv describes. */
  mergedWith({ serviceId, externalId }: Given): Called | undefined {
    const id = String(serviceId ?? externalId);
    const isClient = [id, clientIdFrom(id)].some((each) => this.#known.has(each) || this.#storedNames.has(each));
    const isOwn = isClient || this.#byExternalId.has(id) || this.#storedByExternalId.has(id);
    return isOwn ? undefined : this.#storedAliases.get(comparedName(id));
  }

  /** The client that has the id in the list of another system; numbers of two systems are not compared. */
  idOfOther(system: string, id: string): string | undefined {
    const own = this.#byAlias.get(comparedName(otherId(system, id)));
    return own ?? (/^\d+$/.test(id) && system !== 'clients' ? undefined : this.#byId(id));
  }

  /** The client that the name means; null: several have it. */
  namedBy(name: string): string | null | undefined {
    const key = comparedName(name);
    return this.#byName.has(key) ? this.#byName.get(key) : this.#byAlias.get(key);
  }

  /** The clients with one of the domains, or of the domains of the mail addresses, in the text. */
  ofDomains(text: string): ReadonlySet<string> {
    return new Set(domainsIn(text).flatMap((domain) => this.#byDomain.get(domain) ?? []));
  }

  /** The id of the client that a row of another file refers to. Throws `InvalidCell` if there is none. */
  referredId(given: Given, system?: string): string {
    const id = this.#idOf(given, system);
    if (id !== undefined && this.#known.has(id)) return id;
    throw new InvalidCell(`there is no client with the ${referenceText(given)}`);
  }

  #byId(id: string): string | undefined {
    return onlyOne(this.#byExternalId.get(id), id) ?? this.#byAlias.get(comparedName(id));
  }

  #madeFor({ serviceId, name }: Given, domain: string | undefined): string | undefined {
    if (serviceId != null) return undefined;
    const found = [comparedName(String(name)), domain ?? ''].flatMap((each) => this.#made.get(each) ?? []);
    for (const [key, id] of this.#made) if (id === found[0]) this.#made.delete(key);
    return found[0];
  }

  #idOf(given: Given, system?: string): string | undefined {
    const { serviceId, externalId, clientName, clientEmail } = given;
    if (typeof serviceId === 'string')
      return this.#known.get(serviceId) ?? this.#byAlias.get(comparedName(serviceId)) ?? serviceId;
    if (typeof externalId === 'string') {
      const id = system === undefined ? this.#byId(externalId) : this.idOfOther(system, externalId);
      if (id !== undefined || system === undefined || typeof clientName !== 'string') return id;
    }
    const id = typeof clientName === 'string' ? this.#named(clientName, system) : undefined;
    if (typeof clientEmail === 'string')
      return id ?? this.#ofMail(clientEmail) ?? this.#byAlias.get(comparedName(clientEmail));
    if (typeof clientName === 'string') return id;
    // null: the file has the column
    const isByName = clientName === null;
    throw new InvalidCell(
      isByName ? 'is empty; it names the client' : 'names no client: Client ID and Service ID are empty',
    );
  }

  #named(clientName: string, system?: string): string | undefined {
    const own = system === undefined ? undefined : this.#byAlias.get(comparedName(otherId(system, clientName)));
    const id = own ?? this.namedBy(clientName);
    if (id === null) throw new InvalidCell(`several clients are named ${quoted(clientName)}; give the Client ID`);
    return id;
  }

  #ofMail(addresses: string): string | undefined {
    const ids = this.ofDomains(addresses);
    if (ids.size > 1) throw new InvalidCell('has addresses of several clients');
    return [...ids][0];
  }
}

function claim(names: Names, name: string, id: string): void {
  const other = names.get(name);
  names.set(name === id ? id : copyOf(name), other === undefined || other === id ? id : null);
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

/** The domains of mail addresses in a text, or domains that stand alone: also what they are below. */
export function domainsIn(text: string): string[] {
  const words = text.toLowerCase().split(/[\s,;<>()"]/);
  const found = words.map((word) => word.slice(word.lastIndexOf('@') + 1)).filter((word) => domainForm.test(word));
  return [...new Set(found.flatMap(withParents))];
}

/** Of mail.harbor.com also harbor.com, but not com. */
function withParents(name: string): string[] {
  const labels = name.split('.');
  return labels.slice(0, -1).map((_, at) => labels.slice(at).join('.'));
}
