import { runAdmin } from '../../bin/admin/program.ts';
import { type Day, dateOf, dayOf } from '../../shared/domain/dates.ts';
import { openTable, type Table } from '../../shared/table/store/table.ts';
import { filesOf, large, small } from '../recorded/files.ts';
import { bytesOf, randomOf } from '../support/random.ts';
import { fakeDeps } from '../support/service/deps.ts';
import { askerOf } from '../support/service/whole-service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { processIn, runNight, type World, worldOf } from '../worker/world.ts';
import { requestsOf } from './requests.ts';

export const thisVersion = { runAdmin, worldOf, processIn, runNight, fakeDeps, askerOf, openTable };

/** The CLI, the worker and the functions of a version of this service. */
export type Version = typeof thisVersion;

/** Half a minute after noon, so that no window is at its boundary. */
export const noonAfter = (night: Day) => night * dayMs + 43_230_000;

/** API keys by account. */
export type Keys = Readonly<Record<string, string>>;

/** Status and body by account and request. */
export type Answers = Readonly<Record<string, readonly [status: number, body: string]>>;

export const dayMs = 86_400_000;

/** The last night of the earlier version. */
export const lastNight = dayOf('2026-11-19');

/** Two accounts from their first import to noon after their last night, as a version of the service leaves them. */
export async function live(version: Version, accounts = [small, large]): Promise<{ world: World; keys: Keys }> {
  const world = version.worldOf(new Map(), (lastNight - small.nights) * dayMs);
  const random = bytesOf(randomOf(3));
  const admin = (line: string) => command(version, world, random, line);
  for (let day = lastNight - small.nights + 1; day <= lastNight; day += 1) {
    for (const each of accounts.filter(({ nights }) => nights === lastNight - day + 1)) {
      await admin(`accounts create --account ${each.customerId} --name ${each.customerId}`);
      await importFiles(admin, each.customerId, filesOf(each, lastNight));
    }
    await night(version, world, day);
  }
  world.now = lastNight * dayMs + 9 * 3_600_000;
  const keys: Record<string, string> = {};
  for (const { customerId, clients } of accounts) {
    await importFiles(admin, customerId, lateFiles(clients));
    const issued = await admin(`keys issue --account ${customerId} --name test --json`);
    keys[customerId] = JSON.parse(issued).apiKey;
  }
  world.now = noonAfter(lastNight);
  return { world, keys };
}

/** The responses of a version from a table. */
export async function answersOf(
  { fakeDeps, askerOf }: Version,
  table: Table,
  keys: Keys,
  now: number,
): Promise<Answers> {
  const deps = fakeDeps(table);
  deps.now = now;
  const answers: Record<string, readonly [number, string]> = {};
  for (const [customerId, apiKey] of Object.entries(keys)) {
    const ask = await askerOf(deps, apiKey);
    for (const request of requestsOf(customerId)) {
      const { status, body } = await ask(request);
      answers[`${customerId} ${request}`] = [status, body];
    }
  }
  return answers;
}

/** The night of a day, at its time. */
export async function night({ runNight }: Version, world: World, day: Day): Promise<void> {
  world.now = day * dayMs;
  await runNight(world, dateOf(day));
}

/** Facts that the last night does not know, but the views show. */
function lateFiles(clients: readonly string[]): Readonly<Record<string, string>> {
  const [first, second, third, fourth] = clients;
  return {
    'clients.csv': `Service ID,Name,Archived\n${first},Renamed,false\n${second},Archived late,true\n`,
    'notes.csv': `Service ID,Note ID,Created At,Created By,Content\n${third},late,2026-11-19T08:00:00Z,Ada,Late\n`,
    'alignment.csv': `Service ID,Week,Value,Updated At,Updated By\n${fourth},2026-11-19,red,2026-11-19T08:30:00Z,Ben\n`,
    'streams.csv': `Service ID,Stream ID,Name,State\n${fourth},late,Late stream,active\n`,
  };
}

export async function importFiles(
  admin: (line: string) => Promise<string>,
  customerId: string,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  await admin(`import ${temporaryFolder(files)} --account ${customerId}`);
}

/** Runs a command of the CLI; returns what it prints. */
export async function command(
  { runAdmin, processIn }: Version,
  world: World,
  randomBytes: (count: number) => Uint8Array,
  line: string,
): Promise<string> {
  const [out, err]: [string[], string[]] = [[], []];
  const { table } = processIn(world);
  const exitCode = await runAdmin(line.split(' '), {
    open: async () => ({ table, keyPrefix: 'svctest', close: () => undefined }),
    terminal: { out: (text) => out.push(text), err: (text) => err.push(text), style: (_, text) => text },
    clock: () => world.now,
    randomBytes,
  });
  if (exitCode !== 0) throw new Error(`${line}: ${err.join('\n')}`);
  return out.join('\n');
}
