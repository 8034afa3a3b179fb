import { quoted } from '../../shared/domain/cells/cells.ts';
import type { Day } from '../../shared/domain/dates.ts';
import type { Erased } from '../../shared/table/access/erased.ts';
import { comparedName } from '../../shared/table/entities/alias.ts';
import { ownDomain } from '../../shared/table/entities/client.ts';
import type { FactOptions, Row, Statement } from '../../shared/table/entities/entity.ts';
import { dayIn, type Fact, kindOf, recordName } from '../../shared/table/entities/kinds.ts';
import { openName } from '../../shared/table/entities/open-signal.ts';
import { emptyFile, type Issue, type Problem } from '../files/problems.ts';
import type { CsvRow } from '../files/readers/csv.ts';
import { isFollowing, kindsOf } from '../files/source.ts';
import { otherId } from '../rows/other-id.ts';
import type { FileOfRows } from '../rows/read.ts';
import { rowReader } from '../rows/rows.ts';
import type { ClientIndex } from './client-index.ts';
import { erasedText } from './erased-rows.ts';
import { type ClientNumbers, FileFacts } from './file-facts.ts';
import {
  addToTotals,
  aliasIssue,
  clientIdOf,
  clientIssue,
  couldHaveId,
  duplicateIssue,
  factOrIssues,
  portfolioIssue,
  streamIssue,
  streamOf,
  withoutServiceId,
} from './issues.ts';
import { MergedRows } from './merged-rows.ts';
import { type Name, type NameIndex, nameOf } from './name-index.ts';
import { isSummed, orderedStatements } from './ordered.ts';
import type { Rejects } from './rejects.ts';
import { weekOf } from './statement-list.ts';

/** What is known before a file is checked. */
export interface Known {
  /** The files that are kept so far. */
  readonly files: readonly FileFacts[];
  readonly clients: ClientIndex;
  /** True for records of these files. */
  readonly isNamed: (record: string) => boolean;
  readonly clientNumbers: ClientNumbers;
  /** There are other files of the same feed. */
  readonly isOfSeveral: boolean;
  /** Keeps a client that no row names itself. */
  readonly keep: (clientId: string) => void;
  readonly isStoredPortfolio: (id: string) => boolean;
  /** Those of the streams that stay stored. A stream is named by its client and its id, with a space between. */
  readonly storedStreams: (streams: readonly string[]) => Promise<ReadonlySet<string>>;
}

/** `declared`: as the mapping says. */
export type UnknownRows = 'rejected' | 'skipped' | 'declared';

export interface CheckOptions {
  readonly facts: FactOptions;
  readonly today: Day;
  /** What becomes of rows that refer to something unknown. */
  readonly unknown: UnknownRows;
  /** Names and addresses that are no clients: their rows are left out. */
  readonly notClients: ReadonlySet<string>;
  /** Names of rows of lists that another one leads, of which somebody said that they are new clients. */
  readonly newClients: ReadonlySet<string>;
  /** Rows about it are left out. */
  readonly erased: Erased;
  readonly onRows: (count: number) => void;
  /** Called with each row that refers to something unknown. */
  readonly onUnknown: (problem: Problem) => void;
}

/**
 * Checks a file row by row: a row of which anything is wrong is reported, and counts for nothing. Undefined if nothing of
 * the file can be read, or if it has too many rejects; `again` if rows that counted make no fact together.
 */
export async function checkFile(
  file: FileOfRows,
  known: Known,
  options: CheckOptions,
  rejects: Rejects,
): Promise<FileFacts | 'again' | undefined> {
  const { source, header, rows, unreadable } = file;
  const refused = (problem: Omit<Problem, 'file'>) =>
    rejects.add({ file: source.name, kind: source.kind.name, ...problem });
  if (!header || unreadable) {
    refused({ ...(unreadable ?? emptyFile), whole: true });
    return undefined;
  }
  const check = new FileCheck(file, header, known, options, rejects);
  for (const problem of check.problems) refused(problem);
  if (check.problems.length > 0) return undefined;
  for await (const { from, to } of rows.parts()) {
    // streams that no file has are looked up together
    const waiting: Line[] = [];
    for (let number = from; number < to; number += 1) {
      const line = check.lineAt(number);
      if (line && unknownStreams(line).length > 0) waiting.push(line);
      else if (line) check.take(line, noStreams);
    }
    if (waiting.length > 0) {
      const streams = await known.storedStreams(waiting.flatMap(unknownStreams));
      for (const line of waiting) check.take(line, streams);
    }
    options.onRows(to - from);
    if (rejects.isLost(source.name, rows.count)) break;
  }
  const isLost = rejects.isLost(source.name, rows.count);
  if (!isLost && check.rejectsSums() && rejects.isKept) return 'again';
  return rejects.allows(source.name, rows.count) ? check.facts : undefined;
}

const noStreams: ReadonlySet<string> = new Set();

function unknownStreams({ statements }: Line): string[] {
  return statements.flatMap(({ unknownStream }) => unknownStream ?? []);
}

/** A row of the file, the statements that it makes, and what is wrong with it. */
interface Line {
  readonly number: number;
  readonly row: CsvRow;
  readonly statements: StatementOfLine[];
  readonly issues: (Issue & Pick<Problem, 'kind' | 'given'>)[];
  /** The client that a list means which another one leads. */
  listed?: string;
}

interface StatementOfLine {
  readonly statement: Statement;
  readonly part: number;
  readonly record: Name;
  /** The stream that it is about, if no file has it. */
  readonly unknownStream: string | undefined;
  /** What it states, once it is judged. */
  fact?: Fact;
}

/** The check of one file under way. */
class FileCheck {
  readonly #file: FileOfRows;
  readonly #known: Known;
  readonly #options: CheckOptions;
  readonly #rejects: Rejects;
  /** The files before it of the same kind, and those of the same feed, which are newer. */
  readonly #others: readonly FileFacts[];
  readonly #newer: readonly FileFacts[];
  readonly #merged: MergedRows;
  readonly facts: FileFacts;

  constructor(file: FileOfRows, header: CsvRow, known: Known, options: CheckOptions, rejects: Rejects) {
    const { source } = file;
    this.#file = file;
    this.#known = known;
    this.#options = options;
    this.#rejects = rejects;
    this.#others = known.files.filter((other) => kindsOf(source).some((name) => other.statements.has(name)));
    this.#newer = this.#others.filter(({ file: other }) => other.source.feed === source.feed);
    this.facts = new FileFacts(file, rowReader(source, header), options.today);
    this.#merged = new MergedRows(this.facts, known.clients);
  }

  /** Why no row of the file can be read. */
  get problems() {
    return this.facts.reader.problems;
  }

  /** A row and the statements that it makes. Undefined if it does not count. */
  lineAt(number: number): Line | undefined {
    const { source, rows } = this.#file;
    const row = rows.at(number);
    if (this.#isLeftOut(row)) {
      this.facts.superseded += 1;
      this.#noteEnded(row);
      return undefined;
    }
    const line: Line = { number, row, statements: [], issues: [] };
    // rejected by an earlier check
    if (this.#rejects.hasRow(source.name, row.line)) {
      this.facts.addOpen(row, 'rejected');
      return undefined;
    }
    const found = this.facts.reader.read(row, (problem) => line.issues.push({ kind: source.kind.name, ...problem }));
    for (const [part, each] of found.entries()) {
      const merged = this.#merged.clientOf(each);
      if (merged && this.#merged.isElsewhere(merged)) {
        this.#known.keep(merged.id);
        const message = `${quoted(each.given.name)} is one client with ${quoted(merged.name)} (${merged.id}); the row is left out`;
        this.facts.warnings.add({ file: source.name, line: row.line, message });
        continue;
      }
      const listed = each.kind.name === 'aliases' && isFollowing(source) ? line.listed : undefined;
      if (listed !== undefined && !this.#isNewName(each, found[0], listed)) continue;
      const clientId =
        listed ?? merged?.id ?? clientIdOf(each, this.#known.clients, this.#options.newClients, source.follows);
      const erased = erasedText(each, typeof clientId === 'string', this.#options.erased);
      if (erased !== undefined) {
        this.facts.warnings.add({ file: source.name, line: row.line, message: erased });
        return undefined;
      }
      if (typeof clientId !== 'string') {
        // a mapping makes several records of a row; what is wrong with the row is reported once
        line.issues.push({ kind: each.kind.name, given: each.given, ...clientId });
        break;
      }
      const statement: Statement = { row: each, rows: [each], clientId, file: source.name };
      const record = nameOf(`${each.follows ?? ''} ${recordName(statement)}`.trimStart());
      if (each.follows !== undefined) {
        line.listed = clientId;
        // two of its records can be one client
        if (this.facts.names.lineOf(record) !== undefined) {
          this.facts.superseded += 1;
          continue;
        }
      }
      const isLate = source.isLate && each.kind.name === 'open-signals';
      // neither opened again nor ended nor pruned
      if (isLate) this.facts.names.add(record, row.line);
      if (isLate || this.#isReplaced(statement, record)) this.facts.superseded += 1;
      else line.statements.push({ statement, part, record, unknownStream: this.#unknownStream(statement) });
    }
    return line;
  }

  /** Whether a client is not known yet by what another list calls it. */
  #isNewName({ given: { alias } }: Row, listed: Row | undefined, clientId: string): boolean {
    const { clients } = this.#known;
    const { follows = '', given: { name = '' } = {} } = listed ?? {};
    const isCalledSo = clients.namedBy(String(name)) === clientId || !clients.has(clientId);
    const isItsName = alias === otherId(follows, String(name)) && isCalledSo;
    return !isItsName && clients.namedBy(String(alias)) === undefined;
  }

  #unknownStream(statement: Statement): string | undefined {
    const streamId = streamOf(statement);
    const name = `${statement.clientId} ${streamId}`;
    return streamId === undefined || this.#known.isNamed(`streams ${name}`) ? undefined : name;
  }

  /** Counts the statements of a row, or reports what is wrong with it. */
  take(line: Line, storedStreams: ReadonlySet<string>): void {
    const { statements, issues, row, number } = line;
    if (this.#isRepeated(line)) return;
    for (const each of issues.length > 0 ? [] : statements) {
      const { kind, given } = each.statement.row;
      for (const issue of this.#issuesOf(each, storedStreams)) issues.push({ kind: kind.name, given, ...issue });
    }
    if (issues.length > 0) {
      this.#reject(line);
      return;
    }
    this.facts.addOpen(row, 'present');
    for (const { statement, part, record, fact } of statements) {
      const { kind } = statement.row;
      this.facts.names.add(record, row.line);
      const client = this.#known.clientNumbers.of(statement.clientId);
      const day = fact && dayIn(fact);
      const week = day === undefined ? 0 : weekOf(day);
      this.facts.statements.get(kind.name)?.add({ row: number, part, client, week });
      addClient(statement, this.#known.clients, this.facts.names);
      if (fact && !isSummed(this.#file, kind)) this.facts.observe(statement, fact, this.#options.facts);
    }
  }

  /** True if rows that make a fact together make none. */
  rejectsSums(): boolean {
    const { source } = this.#file;
    let isAny = false;
    for (const name of this.facts.statements.keys()) {
      if (!isSummed(this.#file, kindOf(name))) continue;
      const ordered = orderedStatements(kindOf(name), [this.facts], this.#known.clientNumbers.ids);
      for (const batch of ordered.batches()) {
        for (const statement of batch.statements) {
          const fact = factOrIssues(statement, this.#options.facts);
          if (!Array.isArray(fact)) this.facts.observe(statement, fact, this.#options.facts);
          else {
            isAny = true;
            for (const { line, given } of statement.rows)
              for (const issue of fact) this.#rejects.add({ file: source.name, line, kind: name, given, ...issue });
          }
        }
      }
    }
    return isAny;
  }

  /** Of rows about one record of a system, that of the newest file counts; perhaps only the first row of a file. */
  #isLeftOut({ cells }: CsvRow): boolean {
    const { source } = this.#file;
    const { countsLinesOnce = false } = source;
    if (!this.#known.isOfSeveral && !countsLinesOnce) return false;
    const id = this.facts.reader.mapped?.recordIdOf?.(cells) ?? '';
    if (id === '') return false;
    const record = nameOf(id);
    const isKnown =
      this.#newer.some((other) => other.records.lineOf(record) && (countsLinesOnce || this.#isOther(other))) ||
      (countsLinesOnce && this.facts.records.lineOf(record) !== undefined);
    this.facts.records.add(record, 1);
    return isKnown;
  }

  /** Notes what a row that a newer file replaces had open, if a newer file has its end: that lies between the two. */
  #noteEnded(row: CsvRow): void {
    if (!this.#file.source.mapping?.hasOpen) return;
    this.facts.addOpen(row, 'present');
    for (const each of this.facts.reader.read(row, () => undefined)) {
      const clientId = clientIdOf(each, this.#known.clients, this.#options.newClients, this.#file.source.follows);
      if (each.kind.name !== 'open-signals' || typeof clientId !== 'string') continue;
      const fact = factOrIssues(
        { row: each, rows: [each], clientId, file: this.#file.source.name },
        this.#options.facts,
      );
      if (Array.isArray(fact) || fact.kind !== 'open-signal') continue;
      const [id, key] = [nameOf(fact.value.id), `${clientId} ${openName(fact.value)}`];
      const isNoted = this.#newer.some(({ endedLater }) => endedLater.has(key));
      if (!isNoted && this.#newer.some(({ open }) => open.ended.lineOf(id) !== undefined))
        this.facts.endedLater.set(key, { clientId, open: fact.value });
    }
  }

  /** A newer file of the feed describes the record. */
  #isReplaced({ row }: Statement, record: Name): boolean {
    if (row.kind.name === 'alignment') return false;
    return this.#newer.some((other) => this.#isOther(other) && other.names.lineOf(record) !== undefined);
  }

  /** Sheets of a workbook are one file. */
  #isOther({ file }: FileFacts): boolean {
    return file.source.origin !== this.#file.source.origin;
  }

  /** What is wrong with a statement that can be read. Keeps what it states. */
  #issuesOf(each: StatementOfLine, storedStreams: ReadonlySet<string>): Issue[] {
    const { statement, record, unknownStream: stream } = each;
    const { kind, given } = statement.row;
    const { portfolioId } = given;
    const hasPortfolio = (id: string) => this.#known.isStoredPortfolio(id) || this.#known.isNamed(`portfolios ${id}`);
    const issues = [
      this.#duplicate(statement, record),
      clientIssue(statement, (name) => [...this.#others, this.facts].some(({ names }) => names.lineOf(name))),
      aliasIssue(statement, this.#known.clients),
      portfolioId && !hasPortfolio(String(portfolioId)) ? portfolioIssue(String(portfolioId)) : undefined,
      stream !== undefined && !storedStreams.has(stream) ? streamIssue(statement) : undefined,
    ].filter((issue) => issue !== undefined);
    const fact = factOrIssues(statement, this.#options.facts);
    if (Array.isArray(fact)) return [...issues, ...fact];
    each.fact = fact;
    if (issues.length > 0 || isSummed(this.#file, kind)) return issues;
    const excess = addToTotals(this.facts, this.#others, each.fact, (id) => this.#known.clientNumbers.of(id));
    return excess === undefined ? [] : [{ message: excess }];
  }

  /** Whether a row is in the file twice, cell for cell, and cannot mean two things. */
  #isRepeated({ statements, issues, row }: Line): boolean {
    const { rows, source } = this.#file;
    const [first] = statements.map(({ record }) => this.facts.names.lineOf(record));
    const isOne = ({ statement, record }: StatementOfLine) =>
      !couldHaveId(statement) && !isSummed(this.#file, statement.row.kind) && this.facts.names.lineOf(record) === first;
    if (first === undefined || issues.length > 0 || !statements.every(isOne)) return false;
    const before = rows.withLine(first);
    if (before?.cells.join('\n') !== row.cells.join('\n')) return false;
    this.facts.warnings.add({ file: source.name, line: row.line, message: `is the same row as line ${first}` });
    return true;
  }

  #duplicate(statement: Statement, record: Name): Issue | undefined {
    // several reads for the same week are allowed: the newest one is kept; insights of a week are added
    const { kind } = statement.row;
    if (kind.name === 'alignment' || kind.name === 'insights') return undefined;
    const other = this.#others.find(({ names }) => names.lineOf(record) !== undefined);
    const own = isSummed(this.#file, kind) ? undefined : this.facts.names.lineOf(record);
    const line = own ?? other?.names.lineOf(record);
    return line === undefined
      ? undefined
      : duplicateIssue(statement, (own === undefined ? other?.file : undefined)?.source.name ?? statement.file, line);
  }

  /** Why a row is left out of which something else is wrong too: no cell of it may be given back. */
  #erased({ kind = this.#file.source.kind.name, given }: Line['issues'][number]): string | undefined {
    if (!given) return undefined;
    const row: Row = { kind: kindOf(kind), line: 0, given, own: new Map(), ownKeys: [], headers: {} };
    return erasedText(
      row,
      typeof clientIdOf(row, this.#known.clients, this.#options.newClients) === 'string',
      this.#options.erased,
    );
  }

  #reject(line: Line): void {
    const { row, issues } = line;
    const { source } = this.#file;
    const { unknown, notClients } = this.#options;
    const { follows = '' } = source;
    const isOfNobody = ({ reference, given }: Line['issues'][number]) =>
      reference &&
      ([given?.clientName, given?.clientEmail].some((name) => notClients.has(comparedName(String(name)))) ||
        this.#known.clients.isNobody(follows, String(given?.externalId)));
    if (issues.every(isOfNobody)) return;
    const erased = issues.map((issue) => this.#erased(issue)).find((text) => text !== undefined);
    if (erased !== undefined) {
      this.facts.warnings.add({ file: source.name, line: row.line, message: erased });
      return;
    }
    const isSkipped =
      issues.every(({ reference }) => reference) &&
      (unknown === 'skipped' || (unknown === 'declared' && source.skipsUnknownClients));
    const isLeftOut = issues.every(isOfNobody);
    // what else the file says of the row is left out too
    const { listedId } = issues[0]?.given ?? {};
    if (listedId != null && (isLeftOut || isSkipped)) this.#known.clients.addNobody(follows, String(listedId));
    if (isLeftOut) return;
    this.facts.addOpen(row, 'rejected');
    for (const issue of issues) {
      const client = issue.reference && issue.given && this.#rejects.rejectedClient(issue.given);
      const message = client ? `${issue.message}; the client was rejected, ${client}` : issue.message;
      const problem = { file: source.name, line: row.line, ...issue, message };
      if (issue.reference) this.#options.onUnknown(problem);
      if (isSkipped) this.facts.warnings.add({ ...problem, message: `${message}; the row is skipped` });
      else this.#rejects.add(problem);
    }
  }
}

/** Adds a client or another name of one. */
function addClient({ row, clientId }: Statement, clients: ClientIndex, names: NameIndex): void {
  const { kind, follows } = row;
  if (kind.name === 'aliases') clients.addAlias(String(row.given.alias), clientId);
  if (kind.name !== 'clients') return;
  if (follows !== undefined) {
    if (!clients.has(clientId)) clients.add(clientId, undefined, String(row.given.name), ownDomain(row.own));
    return;
  }
  const { serviceId, externalId } = row.given;
  const own = typeof externalId === 'string' ? externalId : undefined;
  if (own !== undefined && !serviceId) names.add(withoutServiceId(own), row.line);
  clients.add(clientId, own, String(row.given.name), ownDomain(row.own));
}
