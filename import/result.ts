import { type FeedRecord, faultText } from '../shared/domain/feeds.ts';
import { expectedScore, windowDays } from '../shared/domain/scoring/model.ts';
import type { Superseded } from './arrived/sources.ts';
import type { TopicSummary } from './facts/file-facts.ts';
import type { RejectedFile } from './facts/rejects.ts';
import { groupLines, type ProblemGroup } from './files/problems.ts';
import type { UnknownName } from './files/unknown-name.ts';
import type { ClosedRows } from './plan/closed-rows.ts';
import type { ChangeCounts, Renamed } from './plan/compare.ts';
import type { Gone } from './plan/gone.ts';
import type { FileReport } from './rows/read.ts';

/** What an import did, as plain values: the CLI prints it with `--json`, and a report of the inbox has it too. */
export interface ImportResult {
  readonly dryRun: boolean;
  readonly kinds: Readonly<Record<string, ChangeCounts>>;
  readonly removed: Readonly<Record<string, number>>;
  /** With `gone`, if there is a full list of clients: those that left. */
  readonly gone?: Gone;
  readonly movedReads: number;
  /** Open signals that are over or that left their file, and those that are known only until a while ago. */
  readonly closed: Pick<ClosedRows, 'count' | 'unseen'>;
  /** The feeds with files in this import, and those that are watched. */
  readonly feeds: readonly (Omit<FeedRecord, 'columns' | 'names'> & { readonly files: readonly string[] })[];
  /** Only with `rejects`. */
  readonly rejected?: {
    readonly files: readonly RejectedFile[];
    /** The files that were written, with the rejected rows. */
    readonly written: readonly string[];
    /** How many rows each of them has. */
    readonly rows: Readonly<Record<string, number>>;
    readonly problems: readonly ProblemGroup[];
    readonly count: number;
  };
  readonly superseded: readonly Superseded[];
  /** Rows that a newer file of the same feed has too. */
  readonly supersededRows: number;
  readonly skipped: readonly string[];
  /** The presets that read files which are skipped or refused, by their names. */
  readonly presets: Readonly<Record<string, string>>;
  /** The presets with which files were read that no mapping describes: only an inbox does that. */
  readonly learned: readonly string[];
  /** Names that no client has. */
  readonly unknownNames: readonly UnknownName[];
  readonly renamed: readonly Renamed[];
  readonly files: readonly FileReport[];
  readonly signals: readonly TopicSummary[];
  readonly warnings: readonly ProblemGroup[];
  readonly clients: number;
  /** Clients without signals of the last 90 days. Only known after a dry run and after the first import. */
  readonly clientsWithoutSignals?: number;
}

/** Rows of the files, and those that were not imported although nothing newer replaced them. */
export function rowsOf({ files, rejected }: Pick<ImportResult, 'files' | 'rejected'>) {
  // a file can be read for several kinds
  const rowsOfFile = new Map(files.map((file) => [file.file, file.rows]));
  const rows = [...rowsOfFile.values()].reduce((sum, each) => sum + each, 0);
  const left = (rejected?.files ?? []).reduce((sum, { file, rows: bad, references, refused }) => {
    return sum + (refused === undefined ? bad + references : (rowsOfFile.get(file) ?? 0));
  }, 0);
  return { rows, left, refused: rejected?.files.filter(({ refused }) => refused !== undefined).length ?? 0 };
}

/** The first thing to know about an import. */
export function headlineOf(result: Pick<ImportResult, 'files' | 'rejected' | 'dryRun'>): string {
  const { rows, left, refused } = rowsOf(result);
  const [was, were] = result.dryRun ? ['would be', 'would be'] : ['was', 'were'];
  if (left === 0 && refused === 0) return 'imported';
  const files = refused === 0 ? '' : ` and ${refused} ${refused === 1 ? 'file' : 'files'}`;
  const what = `${left} of ${rows} rows${files} ${were} rejected`;
  if (left * 2 <= rows) return `${what}; everything else ${was} imported`;
  return `most ${result.dryRun ? 'would not be' : 'was not'} imported: ${what}`;
}

const byMatch = 'match writes them to a file to review, for aliases.csv.';

/** What people should know beside the counts, a line each. `aboutNames`: what to do about unknown names. */
export function resultLines(result: ImportResult, aboutNames = byMatch): string[] {
  const { files, superseded, supersededRows, unknownNames, renamed, skipped, presets, warnings, closed } = result;
  const { movedReads, dryRun, gone, clients, clientsWithoutSignals = 0 } = result;
  const matters = files.some(({ kind }) => kind === 'clients' || kind === 'signals');
  return [
    ...files.flatMap(({ file, notes }) => notes.map((note) => `${file}: ${note}`)),
    ...superseded.map(({ file, by, because }) => `${file}: superseded by ${by}, by ${because}; not read`),
    ...(gone && gone.clients.length > 0
      ? [
          `not in the list any more, so they ${dryRun ? 'would have left' : 'left'} on ${gone.on}: ${gone.clients.map(({ id, name }) => `${id} ${name}`).join(', ')}`,
        ]
      : []),
    ...(supersededRows > 0
      ? [`${supersededRows} rows are about records of newer files or of earlier rows; those count`]
      : []),
    ...renamed.map(
      ({ id, from, to }) =>
        `${id} is now "${to}": rows that still name it "${from}" will not find it; if they should, import aliases.csv with ${id} and this name`,
    ),
    ...unknownLines(unknownNames, aboutNames),
    ...skipped.map((file) => {
      const advice = presets[file] === undefined ? '' : `; the preset ${presets[file]} reads it`;
      return `${file}: skipped, the mapping does not describe it${advice}`;
    }),
    ...groupLines(warnings).map((line) => `warning: ${line}`),
    ...(matters && clientsWithoutSignals > 0
      ? [
          `${clientsWithoutSignals} of ${clients} clients have no signals of the last ${windowDays} days. They keep their last or imported score, else ${expectedScore}, with hasInsufficientData. Import signals to give them a score.`,
        ]
      : []),
    ...(closed.count > 0
      ? [
          `${closed.count} open signals ${dryRun ? 'would end' : 'ended'}: they are closed now, or no longer in their file.`,
        ]
      : []),
    ...closed.unseen.map(
      ({ feed, signals, since }) =>
        `warning: ${feed}: ${signals} open signals are known until ${since} or earlier; they count as they were then`,
    ),
    ...(movedReads > 0
      ? [`${movedReads} weekly reads were not given for a Monday; they are stored for the Monday of their week.`]
      : []),
    // commands exit with an error for the feeds that are expected by a day, so these are not repeated here
    ...result.feeds
      .filter(({ every }) => every === undefined)
      .flatMap((feed) => feed.faults.map((fault) => `note: ${faultText(feed, fault)}`)),
  ];
}

/** Which rows and files were left out, and why; of a file as a whole in one line, unless `isReported` elsewhere. */
export function rejectedLines(
  { rejected }: Pick<ImportResult, 'rejected'>,
  isReported: (file: string) => boolean = () => false,
): string[] {
  if (!rejected) return [];
  const refusals = new Map(rejected.files.map(({ file, refused }) => [file, refused]));
  const isWhole = ({ file, message }: ProblemGroup) => refusals.get(file) === message;
  const whole = rejected.problems.filter(isWhole).reduce((sum, { count }) => sum + count, 0);
  const ofRows = rejected.problems.filter((group) => !isWhole(group));
  const files = rejected.files.filter(({ file, refused }) => refused === undefined || !isReported(file));
  return [
    ...groupLines(ofRows, rejected.count - whole).map((line) => `rejected: ${line}`),
    ...files.map(({ file, rows, references, refused }) => {
      if (refused !== undefined) return `${file}: nothing of this file is imported: ${refused}`;
      const unknown = references > 0 ? `, ${references} with an unknown or rejected client` : '';
      return `${file}: ${counted(rows + references, 'row')} rejected${unknown}`;
    }),
  ];
}

/** `1 row`, `2 rows`. */
export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

const mostUnknown = 50;

/** Each name that no client has, with the clients that it may mean. */
export function unknownLines(unknown: readonly UnknownName[], advice = byMatch): string[] {
  if (unknown.length === 0) return [];
  const lines = unknown.slice(0, mostUnknown).map(({ name, rows, listed, proposals }) => {
    const meant = proposals.map((each) => `${each.name} (${each.id})`).join(', ');
    return `unknown name "${name}"${listed ? ` in the list of ${listed.list}` : ''}: ${counted(rows, 'row')}${meant === '' ? '' : `; did you mean ${meant}?`}`;
  });
  const more = unknown.length > mostUnknown ? [`… and ${unknown.length - mostUnknown} more unknown names`] : [];
  const mayBeNew = unknown.some(({ listed }) => listed)
    ? [
        'A client that the leading list lacks can be a new one: say so on the page of the account, or import it as clients.csv with a Service ID.',
      ]
    : [];
  return [...lines, ...more, advice, ...mayBeNew];
}
