import { editDistance } from '../files/header.ts';
import type { Problem } from '../files/problems.ts';
import type { Proposal, UnknownName } from '../files/unknown-name.ts';
import type { ClientIndex } from './client-index.ts';
import { NameIndex, nameOf } from './name-index.ts';

const mostNames = 1000;
const mostProposals = 3;

/** Collects the names by which rows refer to clients that are not known. */
export function createUnknownNames() {
  const rows = new Map<string, Pick<UnknownName, 'rows' | 'listed'>>();
  // a row can be checked several times
  const counted = new NameIndex();
  return {
    add: ({ file, line, reference, given, message }: Problem): void => {
      const { clientEmail } = message.startsWith('there is no client') ? (given ?? {}) : {};
      const name = given?.clientName ?? clientEmail;
      if (!reference || typeof name !== 'string' || given?.externalId != null || given?.serviceId != null) return;
      const row = nameOf(`${file}:${line}`);
      if (counted.lineOf(row) !== undefined) return;
      counted.add(row, 1);
      const { list, name: listedName } = given ?? {};
      const listed = typeof list === 'string' ? { list, name: String(listedName) } : rows.get(name)?.listed;
      if (rows.has(name) || rows.size < mostNames)
        rows.set(name, { rows: (rows.get(name)?.rows ?? 0) + 1, ...(listed && { listed }) });
    },
    named: (clients: Pick<ClientIndex, 'names' | 'nameOf' | 'knowsName'>): UnknownName[] => {
      // what such a row refers to in vain may be a stream or a portfolio, or which of two clients is meant
      const unknown = [...rows].filter(([name]) => !clients.knowsName(name));
      if (unknown.length === 0) return [];
      const known = [...clients.names()].flatMap(([name, id]) => (id === null ? [] : [{ id, name, ...keysOf(name) }]));
      const sorted = unknown.sort((a, b) => b[1].rows - a[1].rows);
      return sorted.map(([name, each]) => ({
        name,
        ...each,
        proposals: proposalsFor(each.listed?.name ?? name, known).map((found) => ({
          ...found,
          name: clients.nameOf(found.id) ?? found.name,
        })),
      }));
    },
  };
}

interface Keys {
  readonly words: readonly string[];
  /** The words in order, without accents, punctuation and legal forms. */
  readonly key: string;
}

const legalForms =
  /^(gmbh|mbh|ag|kg|kgaa|ohg|gbr|ug|se|eg|ev|co|inc|incorporated|llc|llp|ltd|limited|plc|corp|corporation|company|sa|sas|sarl|srl|spa|bv|nv|ab|as|oy|oyj|aps|sro|sl|pty|pte|lda|kft|zrt|doo|the|und|and|et|y)$/;

/** A word for comparison: case, accents and punctuation do not matter. */
function keysOf(name: string): Keys {
  const folded = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/(?<=\b\p{L})\.(?=\p{L}\b)/gu, '')
    .replaceAll(/['’`]/g, '');
  const all = folded.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  const own = all.filter((word) => !legalForms.test(word));
  const words = (own.length > 0 ? own : all).toSorted();
  return { words, key: words.join(' ') };
}

function proposalsFor(name: string, known: readonly (Proposal & Keys)[]): Proposal[] {
  const wanted = keysOf(name);
  return known
    .map((client) => ({ client, distance: distanceOf(wanted, client) }))
    .filter(({ distance }) => distance < Infinity)
    .sort((a, b) => a.distance - b.distance || (a.client.name < b.client.name ? -1 : 1))
    .slice(0, mostProposals)
    .map(({ client: { id, name: own } }) => ({ id, name: own }));
}

/** 0 for the same words in any order; Infinity for names that are not alike. */
function distanceOf(a: Keys, b: Keys): number {
  if (a.key === b.key || a.words.join('') === b.words.join('')) return 0;
  const length = Math.min(a.key.length, b.key.length);
  const most = length < 5 ? 1 : Math.max(2, Math.floor(length / 6));
  if (Math.abs(a.key.length - b.key.length) <= most) {
    const distance = editDistance(a.key, b.key);
    if (distance <= most) return distance;
  }
  // one name has all words of the other: "Harbor Light" and "Harbor Light Foods"
  const [short, long] = a.words.length <= b.words.length ? [a.words, b.words] : [b.words, a.words];
  const isPart = short.join('').length >= 4 && short.every((word) => long.includes(word));
  return isPart ? 10 + long.length - short.length : Infinity;
}
