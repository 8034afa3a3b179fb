import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runAdmin } from '../../bin/cli/program.ts';
import type { Target } from '../../bin/cli/service/target.ts';
import type { Accounts, KnownKey } from './accounts.ts';
import { faultyTable } from './faulty-table.ts';
import type { SimulatedInbox } from './inbox.ts';
import { Broken } from './judge.ts';
import type { Planned } from './plan.ts';
import type { SimulatedQueue } from './queue.ts';
import type { Simulated } from './simulated.ts';
import { within } from './virtual-time.ts';

const minuteMs = 60_000;
const mostAttempts = 40;
const rowsRejected = 5;

interface Ran {
  readonly outcome: number | 'killed';
  readonly out: readonly string[];
  readonly err: readonly string[];
  /** The folder of its files. */
  readonly here: string;
}

/** Runs the planned commands of one account in turn, each until it succeeds. */
export function operatorOf(
  simulated: Simulated,
  { queue, inbox }: { readonly queue: SimulatedQueue; readonly inbox: SimulatedInbox },
  accounts: Accounts,
  folder: string,
) {
  const { world, choices } = simulated;
  let commands = 0;
  /** Commands that have begun and not ended. */
  let underWay = 0;

  /** One attempt to run a command, which may be killed. */
  async function run(line: string, files: Planned['files'], sleeps = false): Promise<Ran> {
    commands += 1;
    const here = join(folder, `${commands}`);
    if (files) {
      // at once: two commands of one moment that wait for the disk go on in either order
      mkdirSync(here, { recursive: true });
      for (const [name, text] of Object.entries(files)) writeFileSync(join(here, name), text);
    }
    // most commands make few calls; what stays half written is found by those killed at a write
    const life = simulated.newLife(`operator ${line}`, 0.3, choices.one([10, 30, 120]), 4);
    const account = /--account (\w+)/.exec(line)?.[1] ?? '';
    if (sleeps && !simulated.isCalm()) {
      life.sleepsAt = 4 + choices.upTo(10);
      // with the lock: an import that gets it later than a newer one wins, as it should
      life.maySleep = () => simulated.items.has(`WRITERS ${account}`);
    }
    const table = faultyTable(simulated.store, simulated, life, 'job');
    const target: Target = {
      table,
      keyPrefix: 'svctest',
      queue: queue.queueFor(life),
      inbox: inbox.storeFor(life),
      close: () => undefined,
    };
    const [out, err]: string[][] = [[], []];
    const outcome = await within(life, () =>
      runAdmin(
        line.split(' ').map((word) => word.replace('{files}', here)),
        {
          open: async () => target,
          terminal: { out: (text) => out?.push(text), err: (text) => err?.push(text), style: (_, text) => text },
          clock: () => world.now + simulated.skew(life),
          randomBytes: simulated.randomBytes,
        },
      ),
    );
    table.close();
    if (outcome === 0 && line.startsWith('import ')) expectClosed(account);
    // what a killed import leaves behind are other people's files
    const said = outcome === 0 || outcome === 'killed' ? '' : `: ${err?.at(-1)?.replaceAll(here, '{files}')}`;
    simulated.tell(`${line} -> ${outcome}${said}`);
    return { outcome, out: out ?? [], err: err ?? [], here };
  }

  /** The mark of an account is open only while a writer is at work, or after one was killed. */
  function expectClosed(account: string): void {
    const mark = simulated.items.get(`CUST#${account} FACTS`);
    const isOpen = mark?.isOpen && 'BOOL' in mark.isOpen && mark.isOpen.BOOL;
    if (isOpen && !simulated.items.has(`WRITERS ${account}`)) {
      simulated.fail(new Broken(`the mark of ${account} is left open`));
    }
  }

  async function untilDone(attempt: (number: number) => Promise<Ran>, isDone = (ran: Ran) => ran.outcome === 0) {
    for (let number = 1; number <= mostAttempts; number += 1) {
      const ran = await attempt(number);
      if (isDone(ran)) return ran;
      await world.sleep(minuteMs + choices.upTo(3 * minuteMs));
    }
    throw new Broken(`a command did not succeed in ${mostAttempts} attempts`);
  }

  const keyIn = ({ out }: Ran, account: string): KnownKey | undefined => {
    const line = out.find((each) => each.startsWith('{'));
    return line === undefined ? undefined : accounts.add(JSON.parse(line), account, world.now);
  };
  const note = (key: KnownKey | undefined, state: 'active' | 'blocked' | 'doubt') =>
    key?.states.push({ at: world.now, state });

  async function issue(account: string): Promise<void> {
    let key: KnownKey | undefined;
    commands += 1;
    const name = `key-${commands}`;
    const ran = await untilDone(
      async (number) => {
        const each = await run(`keys issue --account ${account} --name ${name}-${number} --json`, undefined);
        key = keyIn(each, account);
        return each;
      },
      ({ outcome, err }) => outcome === 0 || /revoke one first|is suspended/.test(err.at(-1) ?? ''),
    );
    if (ran.outcome === 0) note(key, 'active');
  }

  async function roll(account: string): Promise<void> {
    const old = accounts.activeOf(account)[0];
    if (!old) return issue(account);
    const keep = choices.one(['0h', '1h']);
    note(old, 'doubt');
    let key: KnownKey | undefined;
    const said = ({ err }: Ran, words: RegExp) => words.test(err.at(-1) ?? '');
    const isRefused = (each: Ran) => said(each, /is suspended/);
    const ran = await untilDone(
      async () => {
        const each = await run(`keys roll ${old.keyId} --keep ${keep} --json`, undefined);
        key = keyIn(each, account) ?? key;
        return each;
      },
      (each) => each.outcome === 0 || isRefused(each) || said(each, /already been rolled|is revoked, so/),
    );
    // it was suspended before the command began, so no attempt can have changed the key
    if (isRefused(ran)) return void note(old, 'active');
    if (ran.outcome === 0) note(key, 'active');
    // the clocks of containers differ by some seconds
    const expiry = (keep === '0h' && ran.outcome === 0 ? 0 : 60 * minuteMs) + 5000;
    if (keep === '0h' && ran.outcome === 0) note(old, 'blocked');
    else world.at(world.now + expiry, () => note(old, 'blocked'));
  }

  async function revoke(account: string): Promise<void> {
    const [key, ...others] = accounts.activeOf(account);
    if (!key || others.length === 0) return issue(account);
    note(key, 'doubt');
    await untilDone(() => run(`keys revoke ${key.keyId}`, undefined));
    note(key, 'blocked');
  }

  const counted = async <T>(work: Promise<T>): Promise<T> => {
    underWay += 1;
    try {
      return await work;
    } finally {
      underWay -= 1;
    }
  };

  const abandoned: Promise<unknown>[] = [];

  async function drop(account: string, drops: NonNullable<Planned['drops']>, isAwaited: boolean): Promise<void> {
    for (const [at, files] of drops.entries()) {
      if (at > 0) {
        if (choices.yes(0.5)) await inbox.begun(account);
        await world.sleep(choices.upTo(choices.one([5_000, 20 * minuteMs])));
      }
      inbox.put(account, files);
    }
    if (isAwaited) await inbox.imported(account);
  }

  async function execute({ account, line, files, drops, effect, isAbandoned, rejected }: Planned): Promise<void> {
    if (drops) return drop(account, drops, !isAbandoned);
    // 5: imported, and some rows came back
    const known = () =>
      untilDone(
        () => run(line, files),
        ({ outcome }) => outcome === 0 || outcome === rowsRejected,
      );
    if (isAbandoned) return void abandoned.push(counted(run(line, files, true)));
    switch (effect) {
      case 'issue':
        return issue(account);
      case 'roll':
        return roll(account);
      case 'revoke':
        return revoke(account);
      case 'create':
      case 'resume':
        accounts.set(account, 'doubt', world.now);
        await known();
        return accounts.set(account, 'active', world.now);
      case 'suspend':
        accounts.set(account, 'doubt', world.now);
        await known();
        return accounts.set(account, 'blocked', world.now);
      case 'delete': {
        accounts.set(account, 'doubt', world.now);
        await untilDone(
          () => run(line, files),
          ({ outcome, err }) => outcome === 0 || (err.at(-1) ?? '').includes('There is no account'),
        );
        accounts.set(account, 'blocked', world.now);
        accounts.deleted.add(account);
        return;
      }
      default: {
        const { here } = await known();
        if (rejected) expectRejected(`${here}-rejects`, rejected);
      }
    }
  }

  /** Resolves when all planned commands have succeeded. */
  const operate = async (planned: readonly Planned[], isTwin: boolean): Promise<void> => {
    const byAccount = Map.groupBy(planned, ({ account }) => account);
    await Promise.all(
      [...byAccount.values()].map(async (own) => {
        let late = 0;
        for (const each of own) {
          // keys are no part of what a twin is compared by
          if (isTwin && ['issue', 'roll', 'revoke'].includes(each.effect ?? '')) continue;
          // what replaces an abandoned command keeps its distance from it, also if that one began late
          if (each.at + late > world.now) await world.sleep(each.at + late - world.now);
          late = each.isAbandoned ? Math.max(0, world.now - each.at) : 0;
          await counted(execute(each));
        }
      }),
    );
    await Promise.all(abandoned);
  };

  return { operate, isIdle: () => underWay === 0 };
}

/** Rows that were not imported come back, however often the import was killed before. */
function expectRejected(folder: string, rejected: readonly string[]): void {
  const [, ...rows] = readFileSync(join(folder, 'notes.csv'), 'utf8').trimEnd().split('\r\n');
  const given = rows.map((row) => row.split(',')[0]);
  if (`${given}` !== `${rejected}`) throw new Broken(`an import gave back rows of ${given}, not of ${rejected}`);
}
