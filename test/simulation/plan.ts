import { dateOf } from '../../shared/domain/dates.ts';
import { topics } from '../../shared/domain/scoring/topics.ts';
import type { Choices } from '../support/choices.ts';

/** A command that the operator runs until it succeeds. */
export interface Planned {
  readonly at: number;
  readonly account: string;
  /** The words of the command line; `{files}` stands for the folder with the files. */
  readonly line: string;
  /** CSV files by name. */
  readonly files?: Readonly<Record<string, string>>;
  /** Nobody waits for it or repeats it: what comes next replaces what it does. Its process sleeps in the middle. */
  readonly isAbandoned?: true;
  /** The first words of the rows of notes that must come back. */
  readonly rejected?: readonly string[];
  /** For the judge. */
  readonly effect?: 'issue' | 'roll' | 'revoke' | 'suspend' | 'resume' | 'create' | 'delete' | undefined;
  /** The files go into the inbox, the second ones while the first are being imported. */
  readonly drops?: readonly Readonly<Record<string, string>>[];
}

/** Everything that the operator will do, planned before the first fault, so that a twin can do the same undisturbed. */
export interface Plan {
  readonly commands: readonly Planned[];
  readonly days: number;
  /** Midnight of the first day. */
  readonly start: number;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

interface Planner {
  readonly choices: Choices;
  /** The row of each client as last imported. */
  readonly rows: Map<string, readonly unknown[]>;
  nextClient: number;
  nextNote: number;
  readonly account: string;
  readonly portfolios: string[];
}

const csv = (...rows: readonly (readonly unknown[])[]) => `${rows.map((row) => row.join(',')).join('\n')}\n`;
const names = ['Acme', 'acme', 'Zoe', 'Brown', 'Omega', 'Alpha', 'Harbor', 'North'];

export function planOf(choices: Choices, { days, start }: { days: number; start: number }): Plan {
  const commands: Planned[] = [];
  // in one of four runs large enough for lists of several pages
  const planners = [openAccount('alpha', choices.one([24, 24, 24, 110]), choices), openAccount('beta', 12, choices)];
  for (const planner of planners) {
    commands.push(...opening(planner, start + 9 * hourMs));
  }
  let temporary: Planner | undefined;
  for (let day = 1; day < days; day += 1) {
    const midnight = start + day * dayMs;
    for (const planner of planners) commands.push(...aDay(planner, midnight));
    // an account comes, and some days later it is deleted at noon or while the night runs
    if (!temporary) {
      temporary = openAccount(`guest${day}`, 3 + choices.upTo(4), choices);
      commands.push(...opening(temporary, midnight + 9 * hourMs));
    } else if (choices.yes(0.5)) {
      commands.push(...aDay(temporary, midnight));
    } else {
      commands.push(...deletion(temporary, midnight + choices.one([choices.upTo(3000), 12 * hourMs])));
      temporary = undefined;
    }
  }
  return { commands: commands.toSorted((a, b) => a.at - b.at), days, start };
}

function openAccount(account: string, size: number, choices: Choices): Planner {
  const rows = new Map(Array.from({ length: size }, (_, at) => [`c${at}`, clientRow(`c${at}`, choices)]));
  return { account, rows, choices, nextClient: size, nextNote: 0, portfolios: ['p0', 'p1'] };
}

function opening(planner: Planner, at: number): Planned[] {
  const { account, rows, choices } = planner;
  const clients = [...rows.keys()];
  const files = {
    'portfolios.csv': csv(['Portfolio ID', 'Name'], ['p0', 'First'], ['p1', 'Second']),
    'clients.csv': csv(clientColumns, ...rows.values()),
    'streams.csv': csv(
      ['Service ID', 'Stream ID', 'Name', 'State'],
      ...clients.filter((_, index) => index % 3 === 0).map((id) => [id, 's0', `Stream of ${id}`, 'active']),
    ),
    'portfolio-members.csv': csv(
      ['Portfolio ID', 'Service ID', 'Tier'],
      ...clients.filter((_, index) => index % 2 === 0).map((id) => ['p0', id, choices.one(['gold', 'silver'])]),
    ),
    'signals.csv': signalsOf(planner, at, clients),
  };
  return [
    { at, account, line: `accounts create --account ${account} --name ${account}`, effect: 'create' },
    { at: at + minuteMs, account, line: `keys issue --account ${account} --name first --json`, effect: 'issue' },
    { at: at + 2 * minuteMs, account, line: `import {files} --account ${account} --score`, files },
  ];
}

const clientColumns = ['Service ID', 'Name', 'Archived', 'Favorite', 'Revenue TTM', 'Updated At'];

function clientRow(id: string, { one, yes, upTo }: Choices): unknown[] {
  return [id, `${one(names)} ${upTo(99)}`, yes(0.1), yes(0.2), yes(0.5) ? upTo(5000) : '', '2026-11-01T00:00:00Z'];
}

function signalsOf({ choices }: Planner, at: number, clients: readonly string[]): string {
  const { one, upTo } = choices;
  const today = Math.floor(at / dayMs);
  return csv(
    ['Service ID', 'Date', 'Topic', 'Polarity', 'Weight', 'Paid'],
    ...clients.flatMap((id) =>
      [1, 2].map(() => [
        id,
        dateOf(today - upTo(40)),
        one(topics).id,
        one([-1, -0.5, 0.25, 0.5, 1]),
        1 + upTo(3),
        one(['', '', '12.5 EUR']),
      ]),
    ),
  );
}

type Due = readonly [at: number, make: (at: number) => readonly Planned[]];

/** The commands of one account on one day. What changes scores comes in the daytime, with a new scoring of the day. */
function aDay(planner: Planner, midnight: number): Planned[] {
  const { account, choices, rows } = planner;
  const { yes, upTo, one } = choices;
  // some right at midnight, while the night runs
  const anyTime = () => midnight + (yes(0.5) ? upTo(20_000) : upTo(20 * hourMs));
  const inDaytime = () => midnight + 5 * hourMs + upTo(13 * hourMs);
  const due: Due[] = [];
  const plan = (probability: number, at: number, make: Due[1]) => {
    if (yes(probability)) due.push([at, make]);
  };
  const importing = (options: string, files: (at: number) => Record<string, string>) => (at: number) => [
    { at, account, line: `import {files} --account ${account}${options}`, files: files(at) },
  ];
  plan(0.3, anyTime(), (at) => [withRejects(planner, at)]);
  for (const probability of [1, 0.7, 0.4])
    plan(
      probability,
      anyTime(),
      importing('', () => harmless(planner)),
    );
  plan(
    0.6,
    inDaytime(),
    importing(' --score', (at) => scoring(planner, at)),
  );
  plan(rows.size > 4 ? 0.2 : 0, inDaytime(), (at) => removal(planner, at));
  plan(0.3, inDaytime(), (at) => overtaken(planner, at));
  plan(0.4, midnight + 5 * hourMs + upTo(8 * hourMs), (at) => [dropped(planner, at)]);
  plan(0.08, inDaytime(), (at) => [{ at, account, line: `rebuild --account ${account}` }]);
  plan(0.25, inDaytime(), (at) => suspension(account, at, upTo(hourMs)));
  plan(0.4, anyTime(), (at) => [{ at, account, line: '', effect: one(['issue', 'roll', 'roll', 'revoke']) }]);
  // in the order in which they run, because each builds on those before
  return due.toSorted(([a], [b]) => a - b).flatMap(([at, make]) => make(at));
}

/** Facts that change no score. */
function harmless(planner: Planner): Record<string, string> {
  const { choices, rows, portfolios } = planner;
  const { one, yes, upTo } = choices;
  const files: Record<string, string> = {};
  const clients = [...rows.keys()];
  const some = () => [...new Set([one(clients), one(clients), one(clients)])];
  if (yes(0.6)) files['clients.csv'] = csv(clientColumns, ...some().map((id) => changedRow(planner, id)));
  if (yes(0.4)) {
    files['notes.csv'] = csv(
      ['Service ID', 'Note ID', 'Created At', 'Created By', 'Type', 'Content'],
      ...some().map((id) => {
        planner.nextNote += 1;
        return [id, `n${planner.nextNote}`, '2026-11-20T10:00:00Z', 'Ada', 'call', `Note ${planner.nextNote}`];
      }),
    );
  }
  if (yes(0.3)) {
    files['aliases.csv'] = csv(['Name', 'Service ID'], ...some().map((id) => [`Also ${id}`, id]));
  }
  if (yes(0.4)) {
    files['alignment.csv'] = csv(
      ['Service ID', 'Week', 'Value', 'Updated At', 'Updated By'],
      ...some().map((id) => [
        ...[id, one(['2026-11-09', '2026-11-16', '2026-11-23']), one(['red', 'amber', 'green'])],
        ...[`2026-11-${10 + upTo(15)}T0${upTo(9)}:00:00Z`, 'Ben'],
      ]),
    );
  }
  if (Object.keys(files).length === 0 || yes(0.3)) {
    files['portfolio-members.csv'] = csv(
      ['Portfolio ID', 'Service ID', 'Tier'],
      ...some().map((id) => [one(portfolios), id, one(['gold', 'silver', 'bronze'])]),
    );
  }
  return files;
}

/** Notes of which one has no time, and one an unknown name. */
function withRejects({ account, rows, choices }: Planner, at: number): Planned {
  const note = (name: string, time: string) => [name, `bad${choices.upTo(9)}`, time, 'Eve', 'call', 'Whatever'];
  const [id] = [...rows.keys()];
  const files = {
    'aliases.csv': csv(['Name', 'Service ID'], ['The first', id]),
    'notes.csv': csv(
      ['Client Name', 'Note ID', 'Created At', 'Created By', 'Type', 'Content'],
      ...[note('The first', 'soon'), note('Nobody', '2026-11-20T10:00:00Z')],
      ['The first', 'good', '2026-11-20T10:00:00Z', 'Eve', 'call', `Note ${choices.upTo(99)}`],
    ),
  };
  const line = `import {files} --account ${account} --rejects {files}-rejects`;
  return { at, account, line, files, rejected: ['The first', 'Nobody'] };
}

/** Facts that change scores: new clients, streams and signals. */
function scoring(planner: Planner, at: number): Record<string, string> {
  const { choices, rows } = planner;
  const { one, yes } = choices;
  const clients = [...rows.keys()];
  const files: Record<string, string> = {};
  if (yes(0.5)) {
    const id = `c${planner.nextClient}`;
    planner.nextClient += 1;
    files['clients.csv'] = csv(clientColumns, changedRow(planner, id));
  }
  if (yes(0.4)) {
    const row = [one(clients), 's0', 'Renamed', one(['active', 'inactive', 'pending'])];
    files['streams.csv'] = csv(['Service ID', 'Stream ID', 'Name', 'State'], row);
  }
  files['signals.csv'] = signalsOf(planner, at, [...new Set([one(clients), one(clients)])]);
  return files;
}

/** A client with a second name, and all clients but this one: with --prune, it is removed. */
function removal({ account, rows, choices }: Planner, at: number): Planned[] {
  const removed = choices.one([...rows.keys()]);
  rows.delete(removed);
  const line = `import {files} --account ${account}`;
  return [
    { at, account, line, files: { 'aliases.csv': csv(['Name', 'Service ID'], [`Once ${removed}`, removed]) } },
    { at, account, line: `${line} --prune --yes`, files: { 'clients.csv': csv(clientColumns, ...rows.values()) } },
  ];
}

function changedRow({ rows, choices }: Planner, id: string): readonly unknown[] {
  const row = clientRow(id, choices);
  rows.set(id, row);
  return row;
}

function suspension(account: string, at: number, length: number): Planned[] {
  return [
    { at, account, line: `accounts suspend --account ${account}`, effect: 'suspend' },
    { at: at + length, account, line: `accounts resume --account ${account}`, effect: 'resume' },
  ];
}

/** An import on a laptop that is closed in the middle, and one of newer rows of the same clients from elsewhere. */
function overtaken(planner: Planner, at: number): Planned[] {
  const { account, rows, choices } = planner;
  const some = [...new Set([1, 2, 3].map(() => choices.one([...rows.keys()])))];
  const files = () => ({ 'clients.csv': csv(clientColumns, ...some.map((id) => changedRow(planner, id))) });
  const line = `import {files} --account ${account}`;
  return [
    { at, account, line, files: files(), isAbandoned: true },
    { at: at + minuteMs, account, line, files: files() },
  ];
}

/** Files for the inbox; one of clients is replaced before or while it is imported. */
function dropped(planner: Planner, at: number): Planned {
  const { account, choices, rows } = planner;
  const known = [...rows.keys()];
  const first: Record<string, string> = { ...harmless(planner), ...scoring(planner, at) };
  if (choices.yes(0.3)) return { at, account, line: '', drops: [first] };
  // a file that is replaced may never be imported: both have the same clients, also the new ones
  const given = [...rows.keys()].filter((id) => first['clients.csv']?.includes(`\n${id},`));
  const ids = [...new Set([choices.one(known), choices.one(known), ...given])];
  const clients = () => csv(clientColumns, ...ids.map((id) => changedRow(planner, id)));
  return { at, account, line: '', drops: [{ ...first, 'clients.csv': clients() }, { 'clients.csv': clients() }] };
}

/** While imports run, of a command and of the inbox, and right after one, so that a worker is projecting it. */
function deletion(planner: Planner, at: number): Planned[] {
  const { account, choices } = planner;
  return [
    { at: at - choices.upTo(8) * minuteMs, account, line: '', drops: [harmless(planner)], isAbandoned: true },
    { at, account, line: `import {files} --account ${account}`, files: harmless(planner) },
    { at, account, line: `import {files} --account ${account}`, files: harmless(planner), isAbandoned: true },
    { at, account, line: `accounts delete --account ${account} --yes`, effect: 'delete' },
  ];
}
