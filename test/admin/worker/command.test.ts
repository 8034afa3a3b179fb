import { beforeEach, describe, expect, it } from 'vitest';
import { runWorker } from '../../../bin/admin/worker/run-worker.ts';
import { dayOf } from '../../../shared/domain/dates.ts';
import { scoreOn } from '../../../shared/domain/scoring/history.ts';
import type { Outgoing } from '../../../shared/jobs/queue.ts';
import { rebuilding, rescoring } from '../../../shared/jobs/requests.ts';
import { createAccount } from '../../../shared/table/access/accounts.ts';
import { readRoot } from '../../../shared/table/access/root.ts';
import { clientScoreOf } from '../../../shared/table/records/scores.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import { bytesOf, randomOf } from '../../support/random.ts';
import { noon } from '../../support/service/deps.ts';
import { aroundCalls } from '../../support/store/clients.ts';
import { aClient, aSignal } from '../../support/store/facts.ts';
import { lateOn } from '../../support/store/late.ts';
import { memoryTable } from '../../support/store/table.ts';
import { writeFacts } from '../../support/store/writer.ts';
import { atTerminal } from '../at-terminal.ts';

const [acme, brown] = [asAccount('acme'), asAccount('brown')];
let table: Table;
let queued: Outgoing[] = [];
let now = noon;

const local = atTerminal(() => table, { clock: () => now });
const send = async (more: readonly Outgoing[]) => {
  await lateOn();
  queued.push(...more);
};
const queue = { send, release: async () => undefined };
const deployed = atTerminal(() => table, { target: { queue } });
const write = (account: typeof acme, clients: readonly string[]) =>
  writeFacts({ table, randomBytes: bytesOf(randomOf(3)), changed: async () => undefined }, account, [
    ...clients.map((id) => aClient(id)),
    aSignal('c1', 'g1', { polarity: 0.5, day: dayOf('2026-11-10') }),
  ]);
const shownBy = async (account: typeof acme) => (await readRoot(table, account))?.scoredFor;
const days = (...dates: string[]) => dates.map((date) => dayOf(date));

// the clock is fixed at noon on 20 November 2026
beforeEach(async () => {
  table = memoryTable('job');
  [queued, now] = [[], noon];
  for (const account of [acme, brown]) await createAccount(table, account, account);
  await write(acme, ['c1', 'c2']);
  await write(brown, ['c1']);
});

describe('in the process, where no queue is', () => {
  it('scores all accounts, each for its line', async () => {
    // the worker looks at its clock when it begins and ends: each account takes some time
    const end = aroundCalls(table, (send) => {
      now += 20;
      return send();
    });
    const { out, err, shown, closed } = await local('score');
    end();
    expect({ out, err, closed }).toEqual({
      out: [
        expect.stringMatching(/^acme: 2 clients scored for 2026-11-20 in 0\.[1-9] s$/),
        expect.stringMatching(/^brown: 1 client scored for 2026-11-20 in 0\.[1-9] s$/),
      ],
      ...{ err: [], closed: 1 },
    });
    expect(shown).toEqual([
      expect.stringMatching(/^Scoring for 2026-11-20 50 % · \d+ accounts\/s, 1 s left$/),
      expect.stringMatching(/^Scoring for 2026-11-20 100 % /),
      '',
    ]);
    expect([await shownBy(acme), await shownBy(brown)]).toEqual(days('2026-11-20', '2026-11-20'));
  });

  it('scores one account, also the days before the first', async () => {
    expect((await local('score --account acme --date 2026-11-19 --history 9 --json')).out).toEqual([
      '{"outcome":"done","asked":1,"accounts":[{"customerId":"acme","clients":2,"milliseconds":0}]}',
    ]);
    expect([await shownBy(acme), await shownBy(brown)]).toEqual([dayOf('2026-11-19'), null]);
    const history = (await clientScoreOf(table, acme, 'c1'))?.history;
    const points = days('2026-11-10', '2026-11-11', '2026-11-19', '2026-11-20');
    expect(history && points.map((day) => scoreOn(history, day))).toEqual([undefined, 150, 150, undefined]);
  });

  it('scores a date again that is shown, and none before it', async () => {
    await local('score --account acme --date 2026-11-18');
    await local('score --account brown --date 2026-11-19');
    expect(await local('score --date 2026-11-18')).toMatchObject({
      ...{ out: [], exitCode: 1 },
      err: ['error: brown already shows the scores of 2026-11-19; an older date cannot be scored.'],
    });
    expect(await local('score --date 2026-11-19')).toMatchObject({ exitCode: 0 });
    expect([await shownBy(acme), await shownBy(brown)]).toEqual(days('2026-11-19', '2026-11-19'));
    expect(await local('score --date 2026-11-21')).toMatchObject({
      ...{ out: [], err: ['error: 2026-11-21 is in the future.'], exitCode: 1 },
    });
  });

  it('rebuilds the lists, and scores nothing', async () => {
    const line = 'rebuild --account acme --json';
    expect((await local(line)).out[0]).toMatch(/^{"outcome":"done","asked":1,"accounts":\[{"customerId":"acme"/);
    const { out, shown } = await local('rebuild');
    expect(out.map((each) => each.replace(/ in .*/, ''))).toEqual([
      'acme: 2 clients rebuilt',
      'brown: 1 client rebuilt',
    ]);
    expect(shown.at(0)).toMatch(/^Rebuilding 50 % /);
    expect([await shownBy(acme), await shownBy(brown)]).toEqual([null, null]);
  });

  it.each<[string, object, string]>([
    ['by its name, if it may quote what is stored', { name: 'Odd\u001bError' }, 'Odd\\u001bError'],
    ['in the words of AWS', { $metadata: {} }, 'denied'],
  ])('says what failed, three times, and goes on with the other accounts: %s', async (_, more, told) => {
    const error = Object.assign(new Error('denied'), more);
    aroundCalls(table, (send, command, input) =>
      command.startsWith('Query') && JSON.stringify(input).includes('CUST#acme') ? Promise.reject(error) : send(),
    );
    const { out, err, shown, exitCode } = await local('score');
    expect({ out, err, exitCode, end: shown.at(-1) }).toEqual({
      ...{ out: [], exitCode: 1, end: '' },
      err: [...Array(3).fill(`acme: ${told}`), 'error: failed three times: score acme'],
    });
    expect(await shownBy(brown)).toBe(dayOf('2026-11-20'));
  });

  it('tells how many clients are done, and needs nobody who reads the log', async () => {
    const steps: unknown[][] = [];
    const effects = {
      clock: () => now,
      randomBytes: bytesOf(randomOf(4)),
      onProgress: (...step: unknown[]) => void steps.push(step),
    };
    const messages = [
      rescoring('acme', '2026-11-20', effects.randomBytes),
      rebuilding('acme', effects.randomBytes, { again: true }),
    ];
    for (const message of messages) {
      expect(await runWorker(effects, { table }, [message])).toBe('done');
      expect(steps.splice(0)).not.toEqual([]);
    }
    const { onProgress: _, ...without } = effects;
    expect(await runWorker(without, { table }, [rebuilding('brown', effects.randomBytes)])).toBe('done');
  });
});

describe('with a deployment', () => {
  it('asks its worker for the scores, and changes nothing itself', async () => {
    expect(await deployed('score --date 2026-11-19 --history 30')).toMatchObject({
      out: ['Queued 2 accounts; the worker logs a line for each when it is done.'],
      ...{ err: [], exitCode: 0 },
    });
    const asked = { kind: 'score', runDate: '2026-11-19', again: true, history: 30 };
    expect(queued.map(({ message }) => message)).toEqual([
      { ...asked, customerId: 'acme' },
      { ...asked, customerId: 'brown' },
    ]);
    expect(new Set(queued.map(({ id }) => id)).size).toBe(2);
    expect([await shownBy(acme), await shownBy(brown)]).toEqual([null, null]);
  });

  it('asks for one account, for today', async () => {
    expect((await deployed('score --account brown --json')).out).toEqual([
      '{"outcome":"asked","asked":1,"accounts":[]}',
    ]);
    expect(queued.map(({ message }) => message)).toEqual([
      { kind: 'score', customerId: 'brown', runDate: '2026-11-20', again: true },
    ]);
  });

  it('asks for rebuilt lists', async () => {
    expect((await deployed('rebuild --account acme')).out).toEqual([
      'Queued 1 account; the worker logs a line for each when it is done.',
    ]);
    await deployed('rebuild');
    expect(queued.map(({ message }) => message)).toEqual(
      ['acme', 'acme', 'brown'].map((customerId) => ({ kind: 'rebuild', customerId, again: true })),
    );
  });

  it.each([
    ['score --account nobody', 1, 'There is no account nobody.'],
    ['rebuild --account nobody', 1, 'There is no account nobody.'],
    ['score --date 2026-02-30', 2, 'Use a date, YYYY-MM-DD.'],
    ['score --history 366', 2, 'Use a number of days, 1 to 365.'],
    ['score --account a.b', 2, 'Use 1 to 64 letters'],
    ['rebuild --account a.b', 2, 'Use 1 to 64 letters'],
  ])('%s is refused', async (line, exitCode, message) => {
    const refused = await deployed(line);
    expect(refused).toMatchObject({ out: [], exitCode });
    expect(refused.err.join()).toContain(message);
    expect(queued).toEqual([]);
  });
});
