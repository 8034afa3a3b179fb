import type { AlignmentRead } from '../../../shared/domain/alignment.ts';
import { dateOf, dayOf } from '../../../shared/domain/dates.ts';
import { topics } from '../../../shared/domain/scoring/topics.ts';
import { toAlignmentItem } from '../../../shared/table/entities/alignment.ts';
import { toClientItem } from '../../../shared/table/entities/client.ts';
import { toInsightsItem } from '../../../shared/table/entities/insights.ts';
import { toNoteItem } from '../../../shared/table/entities/note.ts';
import { toPersonItem } from '../../../shared/table/entities/person.ts';
import type { Portfolio } from '../../../shared/table/entities/portfolio.ts';
import { toStreamItem } from '../../../shared/table/entities/stream.ts';
import { toScoreItem } from '../../../shared/table/records/scores.ts';
import { type Account, asAccount } from '../../../shared/table/store/item-keys.ts';
import type { Item } from '../../../shared/table/store/read.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import { putAll } from '../../../shared/table/store/write.ts';
import { addEntries, buildViews, type ClientData, noEntries } from '../../../shared/table/views/model/build-views.ts';
import { nothingChanged } from '../../../shared/table/views/model/changed.ts';
import { type Choices, choicesOf } from '../../support/choices.ts';
import { randomOf } from '../../support/random.ts';
import { putViews } from '../../support/rosters/put-views.ts';
import { aNote, aPerson } from '../../support/store/facts.ts';

const today = dayOf('2026-11-20');

/** An account and some ids of it. */
export interface BigAccount {
  readonly account: Account;
  /** Clients that are not archived, with 2.5 streams each, two of them active. A tenth as many are archived. */
  readonly clients: number;
  /** A client whose records are stored, and a stream of it. */
  readonly clientId: string;
  readonly streamId: string;
  readonly portfolioId: string;
}

/** This many clients have all of their records in the table; the others are only in the views. */
const storedWhole = 100;

/**
 * Stores the views of an account, and the records of some of its clients. Alignment as of a week reads one item per
 * entry, so for it every client needs its reads.
 */
export async function putBigAccount(
  table: Table,
  clients: number,
  withReads: boolean = clients <= 10_000,
): Promise<BigAccount> {
  const account = asAccount(`big-${clients}`);
  const choices = choicesOf(randomOf(clients));
  const entries = noEntries(today);
  let records: Item[] = [];
  let first: ClientData | undefined;
  const all = clients + clients / 10;
  for (let at = 0; at < all; at += 1) {
    const reads = readsOf(choices, at);
    const facts = factsOf(choices, at, at >= clients, reads);
    first ??= facts;
    addEntries(entries, account, facts);
    if (withReads) records.push(...yearsOf(account, facts.client.id, reads));
    if (at < storedWhole) records.push(...recordsOf(account, facts));
    if (records.length > 1000) {
      await putAll(table, records);
      records = [];
    }
  }
  await putAll(table, records);
  await putViews(table, account, buildViews(entries, portfolios, today, { changed: nothingChanged, clock: 0 }));
  return {
    account,
    clients,
    clientId: first?.client.id ?? '',
    streamId: first?.streams[0]?.stream.id ?? '',
    portfolioId: 'p00',
  };
}

const words =
  'Acorn Birch Cobalt Delta Ember Fjord Grove Harbour Indigo Juniper Kestrel Lumen Maple North Orchard'.split(' ');
const kinds = 'Partners Foods Logistics Energy Media Retail Insurance Health Systems Studio'.split(' ');
const owners = Array.from({ length: 25 }, (_, at) => `${words[at % 15]} ${kinds[(at * 7) % 10]}son`);
const portfolios: Portfolio[] = Array.from({ length: 200 }, (_, at) => ({
  id: `p${String(at).padStart(2, '0')}`,
  name: `Portfolio ${words[at % 15]} ${at}`,
  color: '#336699',
  description: 'Clients that one team looks after',
  userIds: [`user-${at}`],
  createdAt: '2025-03-01T09:00:00Z',
}));

const idOf = ({ upTo }: Choices) => Array.from({ length: 24 }, () => upTo(15).toString(16)).join('');

function factsOf(choices: Choices, at: number, archived: boolean, reads: readonly AlignmentRead[]): ClientData {
  const { one, upTo, yes } = choices;
  const id = idOf(choices);
  const score = scoreOf(choices);
  const client = {
    id,
    name: `${one(words)} ${one(words)} ${one(kinds)} ${at}`,
    archived,
    favorite: yes(0.05),
    ...(yes(0.7) && { externalId: `CRM-${upTo(1e6)}` }),
    lastContactDate: yes(0.1) ? null : `${dateOf(today - upTo(90))}T09:${10 + upTo(49)}:00Z`,
    metadata: {
      accountOwner: one(owners),
      industry: one(kinds),
      location: one(words),
      revenueTTM: upTo(90_000) * 100,
    },
    updatedAt: '2026-11-01T08:00:00Z',
    notes: 30,
    latestRead: reads.at(-1) ?? null,
  };
  const states = (['active', 'active', 'inactive'] as const).slice(0, archived ? 0 : 2 + (at % 2));
  const streams = states.map((state) => ({
    stream: {
      id: idOf(choices),
      clientId: id,
      name: `${one(words)} programme`,
      state,
      goals: yes(0.5) ? null : `Grow ${one(words)} by ${upTo(40)} % before ${one(words)} ends`,
    },
    score: scoreOf(choices),
  }));
  const memberships = new Map(
    [at, at * 7 + 33, at * 13 + 66].map((place) => [
      portfolios[place % portfolios.length]?.id ?? '',
      { segment: one(kinds), tier: one(['A', 'B', 'C']) },
    ]),
  );
  return { client, score, streams, memberships };
}

/** Scores of a year of nights, as a random walk. */
function scoreOf({ fraction, upTo }: Choices) {
  let point = 400 + upTo(1400);
  const points = Uint16Array.from({ length: 365 }, () => {
    point = Math.max(0, Math.min(2000, point + upTo(40) - 20));
    return point;
  });
  return {
    history: { last: today, points },
    topics: topics.map(() => fraction() * 200),
    source: 'chr2' as const,
    model: 1,
  };
}

/** A read in every week of two years, the most that a record can hold. */
function readsOf({ one }: Choices, at: number): AlignmentRead[] {
  const monday = dayOf('2024-12-30');
  return Array.from({ length: 98 }, (_, week) => ({
    value: one(['red', 'amber', 'green'] as const),
    week: dateOf(monday + week * 7),
    updatedAt: `${dateOf(monday + week * 7 + 1)}T10:${10 + (at % 50)}:00Z`,
    updatedBy: one(owners),
  }));
}

function yearsOf(account: Account, clientId: string, reads: readonly AlignmentRead[]): Item[] {
  const years = Map.groupBy(reads, ({ week }) => week.slice(0, 4));
  let carried: AlignmentRead | null = null;
  return [...years].map(([year, ofYear]) => {
    const item = toAlignmentItem(account, clientId, { year, carried, reads: ofYear });
    carried = ofYear.at(-1) ?? null;
    return item;
  });
}

const scoresOf = (streams: ClientData['streams']) =>
  new Map(streams.flatMap(({ stream, score }) => (score ? [[stream.id, score] as const] : [])));

/** Everything that the endpoints of one client read. */
function recordsOf(account: Account, { client, score, streams }: ClientData): Item[] {
  const clientId = client.id;
  const content = 'Talked about the renewal and who decides on it. '.repeat(6);
  const contact = { title: 'Head of Marketing', phone: '+49 30 1234567', role: 'sponsor', department: 'Marketing' };
  return [
    toClientItem(account, client),
    ...(score ? [toScoreItem(account, clientId, { ...score, ofStreams: scoresOf(streams) })] : []),
    ...streams.flatMap(({ stream }) => [
      toStreamItem(account, stream),
      ...Array.from({ length: 20 }, (_, week) =>
        toInsightsItem(account, {
          clientId,
          streamId: stream.id,
          weekDate: dateOf(today - 4 - week * 7),
          insights: ['trust', 'timeliness', 'advocacy'].map((topic) => ({
            topic,
            summary: 'The sponsor asked twice for dates and was given them late; the plan of the next month is clear.',
            sentiment: 'mixed',
          })),
        }),
      ),
    ]),
    ...Array.from({ length: 30 }, (_, at) =>
      toNoteItem(account, aNote(clientId, `n${at}`, { content, createdAt: `${dateOf(today - at)}T10:00:00Z` }).value),
    ),
    ...Array.from({ length: 6 }, (_, at) =>
      toPersonItem(account, aPerson(clientId, `h${at}`, { ...contact, email: `person${at}@mail.example` }).value),
    ),
  ];
}
