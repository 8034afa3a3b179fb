import { put } from '../../../shared/domain/scoring/history.ts';
import type { Fact } from '../../../shared/table/facts/facts.ts';
import { toAlignmentItem } from '../../../shared/table/records/alignment.ts';
import { toClientItem } from '../../../shared/table/records/clients.ts';
import { toMemberItem } from '../../../shared/table/records/portfolios.ts';
import { toScoreItem, toStreamScoreItem } from '../../../shared/table/records/scores.ts';
import { toStreamItem } from '../../../shared/table/records/streams.ts';
import type { Account } from '../../../shared/table/store/item-keys.ts';
import type { Item } from '../../../shared/table/store/read.ts';
import type { ClientData } from '../../../shared/table/views/model/build-views.ts';
import { aClient, aMember, aNote, aRead, aStream } from '../../support/store/facts.ts';
import { portfolios, today } from './account.ts';

/** A change of one client: its facts, or the record that a night would write. */
export interface BenchChange {
  readonly name: string;
  readonly make: (
    facts: ClientData,
    at: number,
  ) => { readonly facts: Fact[] } | { readonly record: (account: Account) => Item };
}

const clientWith = ({ client: { changeMark: _, id, ...client } }: ClientData, given: object): Fact =>
  aClient(id, { ...client, ...given });

export const noteChange: BenchChange = {
  name: 'with a new note',
  make: ({ client }) => ({ facts: [aNote(client.id, 'new', { content: 'Met the new owner.' })] }),
};

export const benchChanges: readonly BenchChange[] = [
  noteChange,
  {
    name: 'renamed, with its streams',
    make: (facts, at) => ({ facts: [clientWith(facts, { name: `Renamed ${(at * 7919) % 1000}` })] }),
  },
  {
    name: 'scored',
    make: ({ client, score }, at) => ({
      record: (account) => {
        const history = put(score?.history, today + 1, ((at * 7919) % 2001) / 10);
        const source = 'chr2' as const;
        return toScoreItem(account, client.id, {
          ...{ topics: [], model: 1, notes: 0, latestRead: null, projectedMark: 'm' },
          ...score,
          ...{ history, source },
        });
      },
    }),
  },
  {
    name: 'archived or un-archived',
    make: (facts) => ({ facts: [clientWith(facts, { archived: !facts.client.archived })] }),
  },
  {
    name: 'added to or removed from the favourites',
    make: (facts) => ({ facts: [clientWith(facts, { favorite: !facts.client.favorite })] }),
  },
  {
    name: 'with a new owner',
    make: (facts) => ({
      facts: [clientWith(facts, { metadata: { ...facts.client.metadata, accountOwner: 'Nils Berg' } })],
    }),
  },
  {
    name: 'added to a portfolio',
    make: ({ client, memberships }) => {
      const free = portfolios.find(({ id }) => !memberships.has(id));
      return { facts: [aMember(free?.id ?? '', client.id, { segment: 'Enterprise', tier: 'Gold' })] };
    },
  },
  {
    name: 'with a new alignment read',
    make: ({ client }) => ({ facts: [aRead(client.id, '2026-11-16', { value: 'red' })] }),
  },
  {
    name: 'with a late alignment read',
    make: ({ client }) => ({ facts: [aRead(client.id, '2025-03-03', { value: 'amber' })] }),
  },
  {
    name: 'with one more stream',
    make: ({ client }) => ({ facts: [aStream(client.id, 'one-more', { name: 'Amber rollout', goals: 'Grow' })] }),
  },
];

/** The client's items that a projection reads. */
export function recordsOf(account: Account, { client, score, streams, memberships }: ClientData): Item[] {
  return [
    toClientItem(account, client),
    ...(score ? [toScoreItem(account, client.id, score)] : []),
    ...(score?.latestRead
      ? [toAlignmentItem(account, client.id, { year: '2026', carried: null, reads: [score.latestRead] })]
      : []),
    ...streams.flatMap(({ stream, score: ofStream }) => [
      toStreamItem(account, stream),
      ...(ofStream ? [toStreamScoreItem(account, client.id, stream.id, ofStream)] : []),
    ]),
    ...[...memberships].map(([id, extraColumns]) => toMemberItem(account, id, { clientId: client.id, extraColumns })),
  ];
}
