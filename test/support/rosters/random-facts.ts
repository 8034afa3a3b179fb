import * as fc from 'fast-check';
import { dayOf } from '../../../shared/domain/dates.ts';
import { measureNames } from '../../../shared/domain/scoring/measures.ts';
import { openMeasures } from '../../../shared/domain/scoring/open-signals.ts';
import { topics } from '../../../shared/domain/scoring/topics.ts';
import type { Fact } from '../../../shared/table/facts/facts.ts';
import type { KnownClient } from '../../model/account.ts';
import { randomAccount, randomName } from '../../model/random-account.ts';
import { factsOf } from '../../model/store.ts';
import { type Choices, choicesOf } from '../choices.ts';
import { randomOf } from '../random.ts';

const [firstDay, lastDay] = [dayOf('2024-01-01'), dayOf('2026-12-31')];

/** All facts of a random account, as files can state them, also those that no answer shows. */
export const randomFacts: fc.Arbitrary<Fact[]> = fc.nat(1_000_000).map((seed) => {
  const choose = choicesOf(randomOf(seed));
  const account = randomAccount(seed, choose.upTo(4));
  const shown = factsOf(account)
    .filter(({ kind, value }) => kind !== 'insights' || value.insights.length > 0)
    .map((fact) => (fact.kind === 'client' ? withUnshown(choose, fact) : fact));
  return [...shown, ...account.clients.flatMap((known) => notShown(choose, known))];
});

/** Fields that a second list filled. And some of those who left are missing in a list, and nobody said so. */
function withUnshown(choose: Choices, { kind, value }: Extract<Fact, { kind: 'client' }>): Fact {
  const known = { ...value, ...choose.field('filled', () => ({ renewsOn: 'stripe' })) };
  if (value.leftAt === undefined || choose.yes(0.3)) return { kind, value: known };
  return { kind, value: { ...known, ...(choose.yes(0.5) ? { leftInferred: true } : { leftBy: 'ann@example.com' }) } };
}

function notShown(choose: Choices, { client: { id: clientId }, streams }: KnownClient): Fact[] {
  const day = () => firstDay + choose.upTo(lastDay - firstDay);
  const weight = () => (1 + choose.upTo(4999)) / 1000;
  const ofStream = () => (streams[0] && choose.yes(0.5) ? { stream: streams[0].stream.id } : {});
  const signal = (at: number): Fact => ({
    kind: 'signal',
    clientId,
    value: {
      id: `g${at}`,
      day: day(),
      topic: choose.one(topics).id,
      polarity: (choose.upTo(2000) - 1000) / 1000 + 0,
      weight: weight(),
      ...ofStream(),
      ...(choose.yes(0.3) && { measure: choose.one(measureNames), value: choose.upTo(90_000) / 1000 }),
      ...(choose.yes(0.3) && { paid: { amount: choose.upTo(90_000) / 100, ...choose.field('currency', () => 'EUR') } }),
    },
  });
  const open = (at: number): Fact => ({
    kind: 'open-signal',
    clientId,
    value: {
      id: `o${at}`,
      feed: choose.one(['bills', 'desk/signals']),
      since: day(),
      topic: choose.one(topics).id,
      steps: choose.one([[{ most: 0 }, { most: 14, polarity: -0.3 }, { polarity: -1 }], [{ polarity: 0.5 }]]),
      weight: weight(),
      ...ofStream(),
      ...choose.field('measure', () => choose.one(openMeasures)),
      seen: day(),
    },
  });
  const alias = (at: number): Fact => ({
    kind: 'alias',
    value: {
      name: `alias ${at} of ${clientId}: ${randomName(choose)}`,
      clientId,
      ...(choose.yes(0.5) && { by: 'ann@example.com', at: '2026-11-18T15:30:00.000Z' }),
    },
  });
  return [...choose.list(8, signal), ...choose.list(3, open), ...choose.list(2, alias)];
}
