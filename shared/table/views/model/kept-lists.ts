import { type ClientRosterName, clientRosters, favorites, type ListDescription, membersOf } from './descriptions.ts';
import type { ClientEntry, Placed } from './entries.ts';
import { type LiveVersions, lastPublishedNight } from './live-versions.ts';
import { ownMetadataKeys } from './metadata-keys.ts';
import type { Members } from './portfolio-view.ts';
import { entriesIn, linesOf, type Roster } from './rosters.ts';

/** What a projection changes. */
export interface Changes {
  /** The entries of the changed clients in the live views, in the order of all clients. */
  readonly before: readonly Placed<ClientEntry>[];
  /** Their entries now. */
  readonly after: readonly Placed<ClientEntry>[];
  /** True if one of their streams has changed. */
  readonly ofStreams: boolean;
}

/** The live lists that show the changed clients as before. They are kept instead of built again. */
export class KeptLists {
  readonly #live: LiveVersions;
  readonly #changes: Changes;

  constructor(live: LiveVersions, changes: Changes) {
    this.#live = live;
    this.#changes = changes;
  }

  streams(): Roster | undefined {
    return this.#changes.ofStreams ? undefined : this.#keptRoster('streams');
  }

  roster(name: ClientRosterName): Roster | undefined {
    const { before, after } = this.#changes;
    const isUntouched = isSame(linesOf(clientRosters[name], before), linesOf(clientRosters[name], after));
    return isUntouched ? this.#keptRoster(name) : undefined;
  }

  favorites(): Members | undefined {
    return this.#areMembersUntouched(favorites) ? withList(this.#live.portfolios?.favorites) : undefined;
  }

  members(portfolioId: string): Members | undefined {
    if (!this.#areMembersUntouched(membersOf(portfolioId))) return undefined;
    return withList(this.#live.portfolios?.portfolios.find(({ id }) => id === portfolioId)?.clients);
  }

  metadataKeys(): readonly string[] | undefined {
    const keysOf = (clients: readonly Placed<ClientEntry>[]) => ownMetadataKeys(clients.map(({ entry }) => entry));
    const { before, after } = this.#changes;
    return isSame(keysOf(before), keysOf(after)) ? this.#live.portfolios?.metadataKeys : undefined;
  }

  #keptRoster(name: 'streams' | ClientRosterName): Roster | undefined {
    const head = withList(this.#live[name]);
    // a head of an older night was read before another writer switched
    return head && head.scoredFor === lastPublishedNight(this.#live) ? { head, pages: [], lists: [] } : undefined;
  }

  /** Compares whole entries: overviews count fields that no line shows. */
  #areMembersUntouched(description: ListDescription<ClientEntry>): boolean {
    const { before, after } = this.#changes;
    return isSame(entriesIn(description, before), entriesIn(description, after));
  }
}

/** Undefined if an earlier version of the service published it: it has no list item then. */
function withList<T extends { readonly list?: string | undefined }>(known: T | undefined): T | undefined {
  return known?.list === undefined ? undefined : known;
}

function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
