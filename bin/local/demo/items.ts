import { type AlignmentYear, latestRead, readChanges, withRead } from '../../../shared/domain/alignment.ts';
import { isoWeek } from '../../../shared/domain/dates.ts';
import { toAlignmentItem } from '../../../shared/table/entities/alignment.ts';
import { type Client, toClientItem } from '../../../shared/table/entities/client.ts';
import { entityOf, type Fact } from '../../../shared/table/entities/kinds.ts';
import { mergedSignalsItem } from '../../../shared/table/entities/signal.ts';
import { readChangesText } from '../../../shared/table/records/read-changes.ts';
import { type ClientScore, toScoreItem } from '../../../shared/table/records/scores.ts';
import type { Account } from '../../../shared/table/store/item-keys.ts';
import type { Item } from '../../../shared/table/store/read.ts';
import type { ClientData } from '../../../shared/table/views/model/build-views.ts';
import type { DemoClient } from './generate/demo-client.ts';

/** The items of a client, and the data that its views are built from. */
export interface StoredClient {
  readonly items: readonly Item[];
  readonly facts: ClientData;
}

/**
 * Builds the items that shared/table/facts/facts.ts and a year of nights would write, without their reads: an empty
 * table does not need them, and they would take most of the start-up time.
 */
export function storedClient(account: Account, demo: DemoClient): StoredClient {
  const { facts } = demo;
  const years = facts.filter(isOf('alignment')).reduce((known, { value }) => withRead(known, value), noYears);
  const notes = facts.filter(isOf('note')).map(({ value }) => value.createdAt);
  const notedAt = notes.sort().at(-1);
  const changes = readChangesText(readChanges(years));
  const client: Client = {
    ...demo.client,
    notes: notes.length,
    latestRead: latestRead(years),
    ...(notedAt !== undefined && { notedAt }),
    ...(changes !== '' && { readChanges: changes }),
  };
  const ofStreams = new Map(demo.streams.flatMap(({ stream, score }) => (score ? [[stream.id, score]] : [])));
  const score: ClientScore | undefined = demo.score && {
    ...demo.score,
    ofStreams,
    moves: demo.moves,
    nights: demo.nights,
    // no values of systems
    contacts: [],
  };
  return {
    items: [
      toClientItem(account, client),
      // alignment reads and signals share items
      ...facts.flatMap(({ kind, value }) => (kind === 'client' ? [] : (entityOf(kind).toItem?.(account, value) ?? []))),
      ...years.map((year) => toAlignmentItem(account, client.id, year)),
      ...signalsItems(account, client.id, facts.filter(isOf('signal'))),
      ...(score ? [toScoreItem(account, client.id, score)] : []),
    ],
    facts: { client, score, streams: demo.streams, memberships: demo.memberships },
  };
}

const noYears: AlignmentYear[] = [];

function signalsItems(account: Account, clientId: string, signals: readonly Of<'signal'>[]): Item[] {
  const weeks = Map.groupBy(signals, ({ value }) => isoWeek(value.day));
  return [...weeks.values()].map((ofWeek) =>
    mergedSignalsItem(
      account,
      clientId,
      undefined,
      ofWeek.map(({ value }) => value),
    ),
  );
}

type Of<Kind extends Fact['kind']> = Extract<Fact, { kind: Kind }>;

function isOf<Kind extends Fact['kind']>(kind: Kind) {
  return (fact: Fact): fact is Of<Kind> => fact.kind === kind;
}
