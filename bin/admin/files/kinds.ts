import { alignment } from './kinds/alignment.ts';
import { clients } from './kinds/clients.ts';
import { insights } from './kinds/insights.ts';
import { keyPeople } from './kinds/key-people.ts';
import type { Column, Entry, Kind, KindName } from './kinds/kind.ts';
import { notes } from './kinds/notes.ts';
import { portfolioMembers } from './kinds/portfolio-members.ts';
import { portfolios } from './kinds/portfolios.ts';
import { scores } from './kinds/scores.ts';
import { signals } from './kinds/signals.ts';
import { streams } from './kinds/streams.ts';

/** In the order in which they are checked and written: referenced kinds come first. */
export const kinds: readonly Kind[] = [
  portfolios,
  clients,
  streams,
  scores,
  portfolioMembers,
  keyPeople,
  notes,
  insights,
  alignment,
  signals,
];

export function kindOf(name: KindName): Kind {
  const found = kinds.find((kind) => kind.name === name);
  if (!found) throw new Error(`${name} is not a kind of file`);
  return found;
}

/** A name of the record that is unique within the files: two rows of one name are about the same record. */
export function recordName(entry: Entry): string {
  return [entry.kind.name, ...entry.kind.identity(entry)].join(' ');
}

/** Headers are compared without case, spaces and punctuation. */
function normalizedHeader(header: string): string {
  return header.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

export function columnOf(kind: Kind, header: string): Column | undefined {
  const wanted = normalizedHeader(header);
  return kind.columns.find(({ header: name, aliases = [] }) =>
    [name, ...aliases].some((each) => normalizedHeader(each) === wanted),
  );
}
