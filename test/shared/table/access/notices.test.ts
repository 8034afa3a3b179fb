import { expect, it } from 'vitest';
import { mostFailedNights, type Notice, withOutcome } from '../../../../shared/table/access/notices.ts';

const notice: Notice = {
  ...{ id: 'n1', kind: 'webhook', to: 'https://example.com', when: 'mornings', about: 'both', names: false },
  ...{ state: 'on', created: '2026-11-01T00:00:00.000Z' },
};

/** `21 fails`, `21 is taken`, `21 waits`: how a delivery of this night ended; `test fails`. */
function after(...outcomes: readonly string[]): Notice {
  return outcomes.reduce((known, outcome, at) => {
    const [of = '', ...how] = outcome.split(' ');
    const deliveryId = of === 'test' ? 'n1_test_x' : `n1_2026-11-${of}_x${at}`;
    const ok = how.join(' ') === 'is taken';
    const time = `2026-11-30T00:00:${String(at).padStart(2, '0')}.000Z`;
    const words = `${outcome}.`;
    return withOutcome(known, {
      accountId: 'acme',
      noticeId: 'n1',
      deliveryId,
      at: time,
      ok,
      final: how[0] !== 'waits',
      words,
    });
  }, notice);
}

const fails = (...days: readonly number[]) => days.map((day) => `${day} fails`);

it.each<[string, readonly string[], 'on' | 'off', number]>([
  ['four nights in a row', fails(11, 12, 13, 14), 'on', 4],
  ['five nights in a row', fails(11, 12, 13, 14, 15), 'off', 5],
  ['five of which one was taken later', [...fails(11, 12), '12 is taken', ...fails(13, 14, 15)], 'on', 3],
  ['a night with many messages counts once', fails(11, 11, 11, 11, 11, 11), 'on', 1],
  ['told twice, or in another order', fails(12, 11, 12, 13, 13, 11, 14), 'on', 3],
  ['a night before was taken', [...fails(11, 12, 13, 14), '10 is taken', '15 fails'], 'off', 5],
  ['what is tried again', ['11 waits', '12 waits', '13 waits', '14 waits', '15 waits'], 'on', 0],
  ['tests', Array(9).fill('test fails'), 'on', 0],
])('%s', (_, outcomes, state, nights) => {
  const { failedNights = 0, gaveUp, because, ...known } = after(...outcomes);

  expect([known.state, failedNights]).toEqual([state, nights]);
  expect(gaveUp).toBe(state === 'off' ? true : undefined);
  if (state === 'off')
    expect(because).toBe(
      `Nobody took its messages for ${mostFailedNights} nights in a row. The last time: ${outcomes.at(-1)}.`,
    );
});

it('the newest result is shown, whatever comes late', () => {
  const late = {
    accountId: 'acme',
    noticeId: 'n1',
    deliveryId: 'n1_2026-11-10_x',
    ok: false,
    final: true,
    words: 'Late.',
  };

  expect(withOutcome(after('11 is taken'), { ...late, at: '2026-11-29T00:00:00.000Z' }).last?.words).toBe(
    '11 is taken.',
  );
});
