import { beforeAll, describe, expect, it } from 'vitest';
import { dayOf } from '../../shared/domain/dates.ts';
import { scoreOn } from '../../shared/domain/scoring/history.ts';
import { createAccount } from '../../shared/table/access/accounts.ts';
import { clientScoreOf } from '../../shared/table/records/scores.ts';
import { asAccount } from '../../shared/table/store/item-keys.ts';
import { readRoot } from '../../shared/table/views/root/root.ts';
import { cliOn } from '../support/admin/cli.ts';
import { bytesOf, randomOf } from '../support/random.ts';
import { readViews } from '../support/rosters/reading.ts';
import { aClient, aSignal } from '../support/store/facts.ts';
import { useMemoryTable } from '../support/store/table.ts';
import { writeFacts } from '../support/store/writer.ts';

const db = useMemoryTable();
const admin = cliOn(() => db.table);
const [acme, brown] = [asAccount('acme'), asAccount('brown')];
const writer = () => ({ table: db.table, randomBytes: bytesOf(randomOf(3)), changed: async () => undefined });

const shownBy = async (account: typeof acme) => (await readRoot(db.table, account))?.scoredFor;
const pointsOf = async (...days: string[]) => {
  const history = (await clientScoreOf(db.table, acme, 'c1'))?.history;
  return days.map((day) => history && scoreOn(history, dayOf(day)));
};

// the clock is fixed at noon on 20 November 2026
beforeAll(async () => {
  for (const account of [acme, brown]) {
    await createAccount(db.table, account, account);
    await writeFacts(writer(), account, [aClient('c1'), aClient('c2'), aSignal('c1', 'g1', { polarity: 0.5 })]);
  }
});

describe('score', () => {
  it('scores one account for today, and returns when its lists show it', async () => {
    const { out, err, exitCode } = await admin('score --account acme');

    expect({ err, exitCode }).toEqual({ err: [], exitCode: 0 });
    expect(out).toEqual(['acme: 2 clients scored for 2026-11-20 in 0.0 s']);
    expect([await shownBy(acme), await shownBy(brown)]).toEqual([dayOf('2026-11-20'), null]);
    expect(await pointsOf('2026-11-20')).toEqual([150]);
  });

  it('scores the same day again and replaces its scores', async () => {
    await writeFacts(writer(), acme, [aSignal('c1', 'g2', { polarity: -0.5 })]);

    await admin('score --account acme');

    expect(await pointsOf('2026-11-19', '2026-11-20')).toEqual([undefined, 100]);
  });

  it('scores all accounts for a date', async () => {
    const { out } = await admin('score --account brown --date 2026-11-18');
    expect(out).toEqual(['brown: 2 clients scored for 2026-11-18 in 0.0 s']);

    const { out: all } = await admin('score --json');
    expect(JSON.parse(all.join())).toEqual({
      outcome: 'done',
      asked: 2,
      accounts: [acme, brown].map((customerId) => ({ customerId, clients: 2, milliseconds: 0 })),
    });
    expect([await shownBy(acme), await shownBy(brown)]).toEqual([dayOf('2026-11-20'), dayOf('2026-11-20')]);
  });

  it.each([
    [
      'a date older than the one shown',
      '--account acme --date 2026-11-19',
      1,
      'acme already shows the scores of 2026-11-20',
    ],
    ['a future date', '--account acme --date 2026-11-21', 1, '2026-11-21 is in the future'],
    ['an invalid date', '--date 2026-02-30', 2, 'Use a date, YYYY-MM-DD'],
    ['an unknown account', '--account nobody', 1, 'There is no account nobody'],
  ])('rejects %s', async (_, options, code, message) => {
    const { err, exitCode } = await admin(`score ${options}`);

    expect(exitCode).toBe(code);
    expect(err.join('\n')).toContain(message);
  });
});

describe('rebuild', () => {
  it('projects facts whose writer did not request it, and scores nothing', async () => {
    await writeFacts(writer(), acme, [aClient('c3')]);
    const before = await readViews(db.table, acme);

    const { out, exitCode } = await admin('rebuild --account acme');

    expect({ out, exitCode }).toEqual({ out: ['acme: 3 clients rebuilt in 0.0 s'], exitCode: 0 });
    const after = await readViews(db.table, acme);
    expect([before, after].map(({ clients }) => clients.length)).toEqual([2, 3]);
    expect(after.scoredFor).toBe(before.scoredFor);
  });
});
