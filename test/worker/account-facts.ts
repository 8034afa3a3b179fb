import { topics } from '../../shared/domain/scoring/topics.ts';
import type { Fact } from '../../shared/table/facts/facts.ts';
import { randomOf } from '../support/random.ts';
import { aClient, aMember, aNote, aPortfolio, aRead, aSignal, aStream } from '../support/store/facts.ts';

/** 20 November 2026 */
const today = 20_777;

interface Size {
  readonly clients: number;
  /** Number for every second client; the others have one less. */
  readonly streams: number;
  readonly signals: number;
}

/** Facts of a made-up account; the same seed gives the same facts. */
export function accountFacts(seed: number, { clients, streams, signals }: Size): Fact[] {
  const random = randomOf(seed);
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
