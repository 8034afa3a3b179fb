import type { Row } from '../../shared/table/entities/entity.ts';
import { copyOf } from '../files/copy.ts';
import type { Called, ClientIndex } from './client-index.ts';
import type { FileFacts } from './file-facts.ts';
import { nameOf } from './name-index.ts';

/** Rows of a list of clients about those that somebody has merged with others. */
export class MergedRows {
  readonly #facts: FileFacts;
  readonly #clients: ClientIndex;
  /** The ids of all rows. */
  #listed: Set<string> | undefined;

  constructor(facts: FileFacts, clients: ClientIndex) {
    this.#facts = facts;
    this.#clients = clients;
  }

  /** The client with which the one of the row was merged. */
  clientOf({ kind, given, follows }: Row): Called | undefined {
    return kind.name === 'clients' && follows === undefined ? this.#clients.mergedWith(given) : undefined;
  }

  /** Whether the client has a row of its own, or can have one in another file; else the row is about it. */
  isElsewhere({ id, externalId = id }: Called): boolean {
    const { file, names } = this.#facts;
    if (file.source.contains !== 'full') return true;
    this.#listed ??= this.#idsOfRows();
    const isListed = this.#listed.has(id) || this.#listed.has(externalId);
    return isListed || names.lineOf(nameOf(`clients ${id}`)) !== undefined;
  }

  #idsOfRows(): Set<string> {
    const { file, reader } = this.#facts;
    const ids = new Set<string>();
    for (let number = 0; number < file.rows.count; number += 1)
      for (const { given } of reader.read(file.rows.at(number), () => undefined))
        ids.add(copyOf(String(given.serviceId ?? given.externalId)));
    return ids;
  }
}
