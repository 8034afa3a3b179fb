import { cpSync, readdirSync, statSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import timers from 'node:timers/promises';
import { onTestFinished, vi } from 'vitest';
import { gatewayKeys } from '../../../account/keys/gateway-keys.ts';
import type { Delivery } from '../../../notices/delivery.ts';
import { recordOutcome } from '../../../shared/table/access/notices.ts';
import { processIn, type Snapshot, snapshotOf, type World, worldOf } from '../../functions/worker/world.ts';
import { cliOn } from '../cli/cli.ts';
import { controlPlane, type FakeControlPlane } from '../cli/control-plane.ts';
import { type FakeUserPool, userPool } from '../cli/user-pool.ts';
import { type Around, aroundTable, deathsIn, Killed, mortal } from '../faults/dying.ts';
import { type MemDynamo, memDynamo } from '../mem-dynamo/mem-dynamo.ts';
import { mayBeStale } from '../mem-dynamo/stale-reads.ts';
import { memTable } from '../mem-dynamo/table.ts';
import { bytesOf, randomOf } from '../random.ts';
import { fakeDeps, noon } from '../service/deps.ts';
import { type Answered, type Question, type WholeService, wholeService } from '../service/whole-service.ts';
import { everyNth } from '../size.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { visited } from './account-page.ts';
import { boxIn, portAround } from './box.ts';

/** A service with its table, its folder of files and its clock. It can be copied, so that a story goes on in two ways. */
export class Branch {
  readonly world: World;
  readonly folder: string;
  /** The keys that were shown, by their public ids. */
  readonly secrets: Map<string, string>;
  /** Who gets mails of inboxes. */
  readonly subscribers: Set<string>;
  /** The messages of notices that nobody has taken yet, and the newest of all. */
  delivered: Delivery[];
  newest: Delivery | undefined;
  /** The table as it was backed up, under the name `backup`. */
  backup: Snapshot;
  plane: FakeControlPlane | undefined;
  pool: FakeUserPool | undefined;
  /** What reads show that need not be consistent: the table as it was before the last command. */
  #earlier: Snapshot;
  #commands: number;
  #keys: number;
  #service: Promise<WholeService> | undefined;

  /** Whether commands see what was just written by consistent reads only. */
  readonly #lags: boolean;

  constructor(from?: Branch, lags = from ? from.#lags : false) {
    this.#lags = lags;
    const items: Snapshot = from ? snapshotOf(from.world) : new Map();
    this.world = worldOf(items, from?.world.now ?? noon);
    this.folder = temporaryFolder();
    if (from) cpSync(from.folder, this.folder, { recursive: true, preserveTimestamps: true });
    this.secrets = new Map(from?.secrets);
    this.subscribers = new Set(from?.subscribers);
    this.delivered = [...(from?.delivered ?? [])];
    this.newest = from?.newest;
    this.world.receiver = (deliveries) => {
      this.delivered.push(...deliveries);
      this.newest = deliveries.at(-1) ?? this.newest;
    };
    this.plane = from?.plane && controlPlane(from.plane.keys, from.plane.members);
    this.pool = from?.pool && userPool(from.pool.logins, from.pool.mails);
    this.backup = from?.backup ?? new Map();
    this.#earlier = from ? from.#earlier : items;
    this.#commands = from ? from.#commands : 0;
    this.#keys = from ? from.#keys : 0;
  }

  /** Runs a command of the operator's CLI, and returns what it prints. Files are those of the folder. */
  async run(words: string, around?: Around): Promise<string> {
    const table = memTable(this.#lags ? this.#lagging() : this.world.store, 'job');
    if (around) aroundTable(table, around);
    const plane = this.plane && portAround(this.plane, ['find', 'create', 'join', 'remove'], around);
    const pool = this.pool && portAround(this.pool, ['find', 'create', 'inviteAgain', 'remove'], around);
    const { queue } = processIn(this.world);
    const box = boxIn(this, around);
    if (words === 'watch') return box.watch(table, this.#randomBytes());
    const [, visitor, visit] =
      /^(\S+@\S+|who got the mail) ((?:opens|sends) .*)$/.exec(words.replace(/ the link\b/, ` ${this.#link()}`)) ?? [];
    if (visitor !== undefined && visit !== undefined && plane && pool) {
      // the function of the page may not list keys
      const gateway = gatewayKeys({ ...plane, find: async () => [] });
      const clock = () => this.world.now;
      const send = async (deliveries: readonly Delivery[]) => this.world.receiver?.(deliveries);
      const place = { table, gateway, box, pool, ask: queue.send, send, clock, randomBytes: this.#randomBytes() };
      return this.#shown(await visited(place, visitor, visit));
    }
    const admin = cliOn(() => table, {
      target: {
        inbox: box.store,
        ...(plane && { gateway: gatewayKeys(plane), queue, inboxBucket: box.bucket }),
        ...(pool && { pool }),
      },
      clock: () => this.world.now,
      randomBytes: this.#randomBytes(),
    });
    const inFolder = words
      .split(' ')
      .map((word, at, all) => (isFile(this.folder, word, all[at - 1]) ? join(this.folder, word) : word));
    const { out, err, exitCode } = await admin(inFolder.join(' '));
    // what begins with `error` ends with 1
    const isUsual = exitCode === (/^(error|\{"error")/.test(err.join()) ? 1 : 0);
    const printed = [...out, ...err, ...(isUsual ? [] : [`(exit code ${exitCode})`])].join('\n');
    return this.#shown(printed.replaceAll(`${this.folder}/`, ''));
  }

  /** Remembers the keys that a person would copy. */
  #shown(text: string): string {
    for (const [secret] of text.matchAll(/svctest\w{36}/g)) this.secrets.set(secret.slice(7, 15), secret);
    return text;
  }

  /** The table, with reads that show nothing of this command and the one before unless they are consistent. */
  #lagging(): Pick<MemDynamo, 'perform'> {
    const [{ store }, replica, backup] = [this.world, memDynamo(), memDynamo()];
    for (const item of this.#earlier.values()) replica.put(item);
    for (const item of this.backup.values()) backup.put(item);
    this.#earlier = snapshotOf(this.world);
    return {
      perform: (operation, input) => {
        const isOfBackup = input.TableName === 'backup' || 'backup' in (input.RequestItems ?? {});
        return (isOfBackup ? backup : mayBeStale(operation, input) ? replica : store).perform(operation, input);
      },
    };
  }

  /** From now on, keys are also those of API Gateway, and messages for the worker wait. */
  deploy(): string {
    this.plane = controlPlane();
    this.pool = userPool();
    return '';
  }

  /** The addresses of logins, and the invitations that were mailed. */
  mails(): string {
    const { logins = new Map(), mails = [] } = this.pool ?? {};
    return [...[...logins.keys()].map((email) => `login of ${email}`), ...mails.map((to) => `mail to ${to}`)].join(
      '\n',
    );
  }

  /** The files of the inbox. */
  files(): string {
    const all = readdirSync(join(this.folder, 'box'), { recursive: true, withFileTypes: true });
    const names = all.flatMap((each) => (each.isFile() ? [join(each.parentPath, each.name)] : []));
    return names
      .map((name) => name.slice(join(this.folder, 'box/').length))
      .sort()
      .join('\n');
  }

  /** Messages that were sent since the last time, all of which their receivers take, or refuse for a day. */
  async deliveries(ok: boolean): Promise<string> {
    const { table } = processIn(this.world);
    const all = this.delivered.splice(0);
    for (const { secrets, ...delivery } of all) {
      const { accountId, noticeId, id: deliveryId } = delivery;
      const at = new Date(this.world.now).toISOString();
      const words = ok ? 'The receiver has it.' : 'The receiver answered with an error (500).';
      const outcome = { accountId, noticeId, deliveryId, at, ok, final: true, words };
      await recordOutcome(table, { ...outcome, ...(!ok && { givenUp: delivery }) });
    }
    return all
      .map(({ kind, to, text, body }) => `${kind} to ${to}\n${(text ?? body ?? '').replaceAll(/\n{2,}/g, '\n').trim()}`)
      .join('\n');
  }

  #link(): string {
    return /\/notice\/\S+/.exec(this.newest?.text ?? '')?.[0] ?? '';
  }

  /** The keys of API Gateway. */
  gateway(): string {
    const { keys = [], members } = this.plane ?? {};
    return keys.map(({ id, name }) => (members?.has(id) ? name : `${name}, outside of the usage plan`)).join('\n');
  }

  async ask(asked: Question): Promise<Answered | undefined> {
    const deps = { ...fakeDeps(memTable(this.world.store)), clock: () => this.world.now };
    this.#service ??= wholeService(deps);
    return (await this.#service)(asked);
  }

  /** The ids of keys count, key00001, key00002, so that one can read them; everything else is arbitrary. */
  #randomBytes(): (count: number) => Uint8Array {
    this.#commands += 1;
    const arbitrary = bytesOf(randomOf(this.#commands));
    return (count) => {
      if (count !== bytesOfKey) return arbitrary(count);
      this.#keys += 1;
      // those above are skipped, and others asked for
      const bytes = bytesOf(randomOf(this.#keys))(count).map((byte) => byte % alphabet.length);
      bytes.set([...`key${String(this.#keys).padStart(5, '0')}`].map((letter) => alphabet.indexOf(letter)));
      return bytes;
    };
  }
}

const isFile = (folder: string, word: string, before = '') =>
  /^[\w.]/.test(word) &&
  before !== 'link' &&
  (['import', 'export', 'match', '--out'].includes(before) ||
    word.startsWith('./') ||
    statSync(join(folder, word), { throwIfNoEntry: false })?.isFile() === true);

const bytesOfKey = 30;
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Pauses of commands take no time until the test ends. */
function pauses(onPause: () => void): void {
  const spy = vi.spyOn(timers, 'setTimeout').mockImplementation(async (_, value) => {
    onPause();
    await new Promise(setImmediate);
    return value as never;
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
  });
}

interface Ended {
  readonly printed: readonly string[];
  readonly branches: Branch[];
}

/** The branch in which the command ran undisturbed, and one for each of its calls at which it was killed, or also run again. */
export async function killedEverywhere(branch: Branch, words: string, isRepeated: boolean): Promise<Ended> {
  const undisturbed = new Branch(branch);
  const { around, calls } = mortal();
  const printed = await undisturbed.run(words, around);
  const branches = [undisturbed];
  const deaths = deathsIn(calls);
  // odd, so that a sample has points before and after calls
  for (const death of deaths.length > 20 ? everyNth(3, deaths) : deaths) {
    const killed = new Branch(branch);
    // until it is repeated, the lock of the killed process ends
    killed.world.now -= 120_000;
    await killed.run(words, mortal(death).around).catch((error) => {
      // commands print it
      if (!(error instanceof Killed)) throw error;
    });
    killed.world.now += 120_000;
    if (isRepeated) await killed.run(words);
    branches.push(killed);
  }
  return { printed: [printed], branches };
}

/**
 * A branch for each call of either command before which the other one ran: to its end, or until it waits for the first
 * one, which then goes on.
 */
export async function beside(branch: Branch, pair: readonly [string, string]): Promise<Ended> {
  const printed: string[] = [];
  const branches: Branch[] = [];
  for (const order of [
    [0, 1],
    [1, 0],
  ] as const) {
    const [outer, inner] = [pair[order[0]] ?? '', pair[order[1]] ?? ''];
    for (let at = 0, made = 1; at < made; at += 1) {
      const both = new Branch(branch);
      const outputs: (string | undefined)[] = [undefined, undefined];
      made = 0;
      const waits = Promise.withResolvers<void>();
      pauses(waits.resolve);
      let other: Promise<string> | undefined;
      outputs[order[0]] = await both.run(outer, async (_, send) => {
        made += 1;
        if (made - 1 === at) {
          other = both.run(inner);
          await Promise.race([other, waits.promise]);
        }
        return send();
      });
      outputs[order[1]] = await other;
      // where it stands still in between, it makes other calls
      if (outputs.includes(undefined)) continue;
      printed.push(outputs.join('\n'));
      branches.push(both);
    }
  }
  return { printed, branches };
}
