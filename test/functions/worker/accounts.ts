import { topics } from '../../../shared/domain/scoring/topics.ts';
import { rebuilding } from '../../../shared/jobs/requests.ts';
import { createAccount } from '../../../shared/table/access/accounts.ts';
import type { Fact } from '../../../shared/table/facts/facts.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import { randomOf } from '../../support/random.ts';
import { aClient, aMember, aNote, aPortfolio, aRead, aSignal, aStream } from '../../support/store/facts.ts';
import { writeFacts } from '../../support/store/writer.ts';
import {
  drain,
  midnight,
  processIn,
  runNight,
  type Snapshot,
  snapshotOf,
  type World,
  worldOf,
  writerWithoutProjection,
} from './world.ts';

const dayMs = 86_400_000;

interface Size {
  readonly clients: number;
  /** Number for every second client; the others have one less. */
  readonly streams: number;
  readonly signals: number;
}

/** Creates an account with made-up facts and projects its views. */
export async function openAccount(world: World, customerId: string, size: Size): Promise<void> {
  const deps = processIn(world, { seed: 41 });
  const account = asAccount(customerId);
  await createAccount(deps.table, account, customerId);
  const writer = {
    ...deps,
    changed: () => deps.queue.send([rebuilding(customerId, deps.randomBytes)]),
  };
  await writeFacts(writer, account, accountFacts(size));
  await drain(world);
}

/**
 * The evening before 20 November: the earlier nights are done, pages of the first are old enough to be deleted, and a
 * writer was killed before its facts were projected.
 */
export async function evening(size: Size, nights: readonly number[] = [17, 18, 19]): Promise<Snapshot> {
  const world = worldOf(new Map(), midnight - 4 * dayMs);
  await openAccount(world, 'acme', size);
  for (const day of nights) {
    world.now = Date.UTC(2026, 10, day);
    await runNight(world, `2026-11-${day}`);
  }
  const killed = writerWithoutProjection(world, { seed: 77 });
  await writeFacts(killed, asAccount('acme'), [aClient('c000001', { name: 'Renamed' }), aNote('c000000', 'late')]);
  return snapshotOf(world);
}

/** 20 November 2026 */
const today = 20_777;

/** Facts of a made-up account, always the same. */
export function accountFacts({ clients, streams, signals }: Size): Fact[] {
  const random = randomOf(1);
  const upTo = (most: number) => Math.floor(random() * most);
  const facts: Fact[] = [aPortfolio('gold', { name: 'Gold', color: '#FFD700' })];
  for (let at = 0; at < clients; at += 1) {
    const clientId = `c${String(at).padStart(6, '0')}`;
    const streamIds = Array.from({ length: streams - (at % 2) }, (_, stream) => `s${stream}`);
    facts.push(
      aClient(clientId, {
        name: `${words[upTo(words.length)]} ${words[upTo(words.length)]} ${at}`,
        archived: at % 10 === 9,
        favorite: at % 7 === 0,
        lastContactDate: at % 5 === 0 ? null : `2026-11-${String(1 + upTo(19)).padStart(2, '0')}T09:30:00Z`,
        metadata: { accountOwner: `Owner ${upTo(20)}`, revenueTTM: upTo(10_000) * 100, location: 'Oslo' },
        ...(at % 3 === 0 && { importedScore: upTo(2001) / 10 }),
      }),
    );
    if (at % 4 === 0) facts.push(aMember('gold', clientId, { tier: 'A' }));
    for (const id of streamIds) facts.push(aStream(clientId, id, { state: random() < 0.8 ? 'active' : 'inactive' }));
    for (let each = 0; each < signals; each += 1) {
      const stream = streamIds[upTo(streamIds.length + 2)];
      facts.push(
        aSignal(clientId, `g${each}`, {
          // one for each of the last days, so each night has a different score
          day: today - 1 - (each < 4 ? each : upTo(92)),
          topic: topics[upTo(topics.length)]?.id ?? '',
          polarity: Math.round(random() * 200 - 100) / 100,
          weight: 1 + upTo(5),
          ...(stream !== undefined && { stream }),
        }),
      );
    }
    facts.push(aNote(clientId, 'n1', { content: `Note ${upTo(1000)}` }));
    if (at % 3 === 1) facts.push(aRead(clientId, '2026-11-09', { value: 'amber' }));
  }
  return facts;
}

const words = ['Amber', 'Birch', 'Cobalt', 'Delta', 'Ember', 'Fjord', 'Grove', 'Harbour', 'Indigo', 'Juniper'];
