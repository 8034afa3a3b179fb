import { measureNames } from '../../../shared/domain/scoring/measures.ts';
import { historyDays, modelVersion } from '../../../shared/domain/scoring/model.ts';
import type { OpenSignal } from '../../../shared/domain/scoring/open-signals.ts';
import { topics } from '../../../shared/domain/scoring/topics.ts';
import { toClientItem } from '../../../shared/table/entities/client.ts';
import { toMemberItem } from '../../../shared/table/entities/member.ts';
import { openSignalsItem } from '../../../shared/table/entities/open-signal.ts';
import { toPortfolioItem } from '../../../shared/table/entities/portfolio.ts';
import { mergedSignalsItem, type NamedSignal } from '../../../shared/table/entities/signal.ts';
import { toStreamItem } from '../../../shared/table/entities/stream.ts';
import { type Score, toScoreItem } from '../../../shared/table/records/scores.ts';
import type { Account } from '../../../shared/table/store/item-keys.ts';
import type { Item } from '../../../shared/table/store/read.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import { putAll } from '../../../shared/table/store/write.ts';
import { choicesOf } from '../../support/choices.ts';
import { randomOf } from '../../support/random.ts';

/** The day before the measured nights. */
const eve = 20_776;

export interface Size {
  readonly clients: number;
  readonly signals: number;
  /** Signals of each client that are not over, such as open invoices. */
  readonly open?: number;
  /** Whether half of the signals are measures, so that a night reads twice as far back. */
  readonly measured?: true;
  /** Over how many weeks of the scoring window the signals are spread. */
  readonly weeks: number;
  /** Portfolios that each client is in; the account has 100. */
  readonly memberships: number;
}

const metadata = { industry: 'Professional services', location: 'Oslo' };
const latestRead = {
  value: 'amber',
  week: '2026-11-09',
  updatedAt: '2026-11-10T08:00:00Z',
  updatedBy: 'Ada Okafor',
} as const;
const clientsAtOnce = 500;
const portfolioIds = Array.from({ length: 100 }, (_, at) => `portfolio-${String(at).padStart(2, '0')}`);

/** Stores an account as it is after a year: full histories, all facts projected. */
export async function seedAccount(table: Table, account: Account, size: Size): Promise<void> {
  const random = randomOf(size.clients);
  if (size.memberships > 0) {
    await putAll(
      table,
      portfolioIds.map((id) => toPortfolioItem(account, { id, name: `Team ${id}`, color: '#336699' })),
    );
  }
  for (let at = 0; at < size.clients; at += clientsAtOnce) {
    const count = Math.min(clientsAtOnce, size.clients - at);
    await putAll(table, Array.from({ length: count }, (_, each) => itemsOf(account, at + each, size, random)).flat());
  }
}

function itemsOf(
  account: Account,
  at: number,
  { signals, open = 0, measured, weeks, memberships }: Size,
  random: () => number,
): Item[] {
  const { upTo, one } = choicesOf(random);
  const id = benchClientId(at);
  // two or three in turn
  const streams = Array.from({ length: 2 + (at % 2) }, () => uuidOf(random));
  const score = (): Score => {
    let tenths = 400 + upTo(1200);
    const points = Uint16Array.from({ length: historyDays }, () => {
      tenths = Math.min(2000, Math.max(0, tenths + upTo(40) - 20));
      return tenths;
    });
    const scored = topics.map(() => random() * 200);
    return { history: { last: eve, points }, topics: scored, source: 'chr2', model: modelVersion };
  };
  const client = {
    id,
    name: `${one(words)} ${one(words)} ${at}`,
    archived: false,
    favorite: at % 10 === 0,
    lastContactDate: '2026-11-12T09:30:00Z',
    metadata: { ...metadata, accountOwner: one(words), revenueTTM: upTo(10_000_000) },
    updatedAt: '2026-11-12T09:30:00Z',
    notes: 12,
    latestRead,
  };
  const named = Array.from({ length: signals }, (_, each): NamedSignal => {
    const stream = one([undefined, undefined, ...streams]);
    return {
      id: `sig-${each}`,
      day: eve + 1 - 7 * (1 + (each % weeks)) + upTo(6),
      topic: one(topics).id,
      polarity: (upTo(200) - 100) / 100,
      weight: 1 + upTo(9) / 2,
      ...(measured && each % 2 === 0 && { measure: one(measureNames), value: upTo(100) / 10 }),
      ...(stream !== undefined && { stream }),
    };
  });
  return [
    toClientItem(account, client),
    toScoreItem(account, id, { ...score(), ofStreams: new Map(streams.map((stream) => [stream, score()])) }),
    ...streams.map((stream) =>
      toStreamItem(account, {
        id: stream,
        clientId: id,
        name: `${one(words)} programme ${stream}`,
        state: 'active',
        goals: 'Grow the account in the second half of the year',
      }),
    ),
    ...Array.from({ length: memberships }, (_, each) =>
      toMemberItem(account, {
        portfolioId: portfolioIds[(at * 7 + each * 31) % portfolioIds.length] ?? '',
        clientId: id,
        extraColumns: { segment: one(['Enterprise', 'Mid-market']), tier: one(['Gold', 'Silver']) },
      }),
    ),
    ...[...Map.groupBy(named, ({ day }) => Math.floor((day + 3) / 7)).values()].map((ofWeek) =>
      mergedSignalsItem(account, id, undefined, ofWeek),
    ),
    ...[openSignalsItem(account, id, openSignals(open, random))].filter((item) => item !== undefined),
  ];
}

function openSignals(count: number, random: () => number): OpenSignal[] {
  return Array.from({ length: count }, (_, at) => ({
    id: `invoice-late_INV-${at}`,
    feed: 'invoices',
    topic: 'billing_payment',
    weight: 1,
    seen: eve,
    since: eve - Math.floor(random() * 60),
    steps: [{ most: 0 }, { most: 14, polarity: -0.3 }, { polarity: -1 }],
  }));
}

/** A UUID, the same for the same place. */
export function benchClientId(at: number): string {
  return uuidOf(randomOf(at));
}

function uuidOf(random: () => number): string {
  const hex = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

const words = ['Amber', 'Birch', 'Cobalt', 'Delta', 'Ember', 'Fjord', 'Grove', 'Harbour', 'Indigo', 'Juniper'];
