import { type Day, dateOf } from '../../shared/domain/dates.ts';
import { windowDays } from '../../shared/domain/scoring/model.ts';
import { type OpenSignal, signalsOfRun } from '../../shared/domain/scoring/open-signals.ts';
import { topics } from '../../shared/domain/scoring/topics.ts';
import type { FactOptions, KindName, Statement } from '../../shared/table/entities/entity.ts';
import { dayIn, entityOf, type Fact, recordName } from '../../shared/table/entities/kinds.ts';
import { copyOf } from '../files/copy.ts';
import { Problems } from '../files/problems.ts';
import type { CsvRow } from '../files/readers/csv.ts';
import { kindsOf } from '../files/source.ts';
import { warnAboutFact } from '../files/warnings.ts';
import type { FileOfRows } from '../rows/read.ts';
import type { RowReader } from '../rows/rows.ts';
import { type ClientTotals, tooMuchMetadata } from './issues.ts';
import { NameIndex, nameOf } from './name-index.ts';
import { StatementList } from './statement-list.ts';

const mostFirst = 20;

interface EndedLater {
  readonly clientId: string;
  readonly open: OpenSignal;
}

/** What a file states. It counts once the file is kept. */
export class FileFacts {
  readonly file: FileOfRows;
  readonly reader: RowReader;
  /** A file with open matters states signals and open signals. */
  readonly statements: ReadonlyMap<KindName, StatementList>;
  /** The lines of its records, by their names. */
  readonly names = new NameIndex();
  /** The ids of its rows in the system that wrote them. */
  readonly records = new NameIndex();
  /** The ids of the open matters that its rows could be about; a rejected row without one could be about any. */
  readonly open = {
    present: new NameIndex(),
    rejected: new NameIndex(),
    /** Of rows that say that it came to its end. */
    ended: new NameIndex(),
    isUncertain: false,
  };
  /** What this file had open, the newest that had, and a newer file of this import has ended. */
  readonly endedLater = new Map<string, EndedLater>();
  readonly totals: ClientTotals = new Map();
  readonly signals: SignalSummary;
  /** The newest day that they are about, until today. */
  newest: Day | undefined;
  readonly warnings = new Problems();
  /** Its first statements, to show how it is read. */
  readonly first: Statement[] = [];
  /** Alignment reads given for another day than a Monday. */
  movedReads = 0;
  /** Rows that a newer file of the same feed has too. */
  superseded = 0;
  readonly #today: Day;

  constructor(file: FileOfRows, reader: RowReader, today: Day) {
    this.file = file;
    this.reader = reader;
    this.statements = new Map(kindsOf(file.source).map((name) => [name, new StatementList()]));
    this.signals = new SignalSummary(today);
    this.#today = today;
  }

  /** Notes what the reports tell of a fact, and what a prune looks for. */
  observe(statement: Statement, fact: Fact, { prune }: FactOptions): void {
    const { line, own, given } = statement.row;
    const warn = (message: string, column: string) =>
      this.warnings.add({ file: statement.file, line, column, message });
    this.signals.add(fact);
    if (this.first.length < mostFirst) this.first.push(statement);
    const day = dayIn(fact);
    // later ones than today are mistakes or plans
    if (day !== undefined && day <= this.#today && day > (this.newest ?? -Infinity)) this.newest = day;
    const place = prune ? entityOf(fact.kind).placeIn?.(fact.value) : undefined;
    if (place !== undefined) this.names.add(nameOf(`${recordName(statement)} ${place}`), line);
    if (fact.kind === 'alignment' && fact.value.week !== given.week) this.movedReads += 1;
    if (fact.kind === 'client')
      for (const key of own.keys()) if (!Object.hasOwn(fact.value.metadata, key)) warn(tooMuchMetadata, key);
    warnAboutFact(fact, this.#today, warn);
  }

  /** Notes the open matters that a row could be about. */
  addOpen({ cells }: CsvRow, is: 'present' | 'rejected'): void {
    const { mapping, isLate } = this.file.source;
    if (!mapping?.hasOpen || isLate) return;
    const found = this.reader.mapped?.openIdsOf?.(cells) ?? [];
    if (is === 'rejected' && found.length === 0) this.open.isUncertain = true;
    for (const id of found) this.open[is].add(nameOf(id), 1);
    if (is === 'present')
      for (const id of this.reader.mapped?.endedIdsOf?.(cells) ?? []) this.open.ended.add(nameOf(id), 1);
  }
}

/** Numbers for clients, because texts take ten times the memory. */
export class ClientNumbers {
  readonly ids: string[] = [];
  readonly #numbers = new Map<string, number>();

  of(clientId: string): number {
    const known = this.#numbers.get(clientId);
    if (known !== undefined) return known;
    // a part of a row would keep the whole row in the heap
    const own = copyOf(clientId);
    this.#numbers.set(own, this.ids.length);
    this.ids.push(own);
    return this.ids.length - 1;
  }
}

export interface TopicSummary {
  readonly topic: string;
  readonly count: number;
  readonly samples: readonly string[];
}

const mostSamples = 3;

/** How many signals of a file each topic gets, and which clients have any. */
class SignalSummary {
  readonly #today: Day;
  readonly #byTopic = new Map<string, { count: number; samples: string[] }>();
  readonly #clients = new Set<string>();

  constructor(today: Day) {
    this.#today = today;
  }

  add(fact: Fact): void {
    if (fact.kind !== 'signal' && fact.kind !== 'open-signal') return;
    const signal = fact.kind === 'signal' ? fact.value : signalsOfRun([fact.value], this.#today)[0];
    if (!signal) return;
    const { topic, day, polarity } = signal;
    const summary = this.#byTopic.get(topic) ?? { count: 0, samples: [] };
    this.#byTopic.set(topic, summary);
    if (day >= this.#today - windowDays) this.#clients.add(fact.clientId);
    summary.count += 1;
    if (summary.samples.length < mostSamples) summary.samples.push(`${fact.clientId} ${dateOf(day)} ${polarity}`);
  }

  /** True if the client has a signal that a score of today, or of a later day, uses. */
  hasRecent(clientId: string): boolean {
    return this.#clients.has(clientId);
  }

  ofTopic(topic: string): Omit<TopicSummary, 'topic'> | undefined {
    return this.#byTopic.get(topic);
  }
}

/** The signals of all files, by topics in their order. */
export function topicsIn(summaries: readonly SignalSummary[]): TopicSummary[] {
  return topics.flatMap(({ id: topic }) => {
    const found = summaries.flatMap((each) => each.ofTopic(topic) ?? []);
    const samples = found.flatMap((each) => each.samples).slice(0, mostSamples);
    return found.length === 0 ? [] : [{ topic, count: found.reduce((sum, { count }) => sum + count, 0), samples }];
  });
}
