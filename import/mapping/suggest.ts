import { laterNames } from '../feeds/name-date.ts';
import type { Format } from '../files/format.ts';
import type { Column, Kind } from '../files/kinds/kind.ts';
import { columnOf, kindOf, kinds, similarColumn } from '../files/kinds.ts';
import { createProblems, problemLine } from '../files/problems.ts';
import { bytesOf } from '../files/readers/bytes.ts';
import { actualEncoding } from '../files/readers/encoding.ts';
import { Unreadable } from '../files/readers/unreadable.ts';
import { type Input, inputsAt, kindNamed } from '../inputs.ts';
import { inspect } from '../inspect.ts';
import { scratchFolder } from '../scratch-folder.ts';
import { type Evidence, evidenceIn, pairsIn, pointsByRows } from './evidence.ts';
import { type FittingPreset, fittingPresets } from './preset-check.ts';
import type { FileMapping, MappingFile, SignalRule } from './schema.ts';

export interface Suggestion {
  /** A mapping of the files as JSON, with guesses, sample values and open questions. */
  readonly mapping: string;
  /** What to import with, one line for each file that a preset reads. */
  readonly advice: readonly string[];
}

/** Files that a preset reads are in the mapping only if there are no others. */
export async function suggestMapping(path: string, format: Format): Promise<Suggestion> {
  const scratch = scratchFolder();
  try {
    const inputs = await inputsAt(path, scratch, {});
    if (inputs.length === 0) throw new Error(`There is no file to inspect in ${path}.`);
    const suggested = [];
    for (const input of inputs) suggested.push({ input, ...(await suggestFile(input, format)) });
    const unread = suggested.filter(({ presets }) => presets.length === 0);
    const about = 'Suggested; check the notes of each file.';
    const files = (unread.length > 0 ? unread : suggested).map(({ file }) => file);
    const mapping: MappingFile = { version: 1, about, files };
    const advice = suggested.flatMap(({ input: { name }, presets: [preset] }) =>
      preset ? [`${name}: ${presetText(preset)}`] : [],
    );
    return { mapping: JSON.stringify(mapping, undefined, 2), advice };
  } finally {
    await scratch.remove();
  }
}

function presetText({ preset, bad, problem }: FittingPreset): string {
  if (bad === 0) return `the preset ${preset} reads this file: import with --map ${preset}`;
  const rows = bad === 1 ? 'one row' : `${bad} rows`;
  return `the preset ${preset} reads this file, except ${rows} (${problem}): import with --map ${preset} --rejects FOLDER`;
}

/** The kind whose rows those of the file look like, and what that shows. */
async function lookAt(input: Input, given: Format) {
  try {
    return await look(input, given);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    throw new Error(problemLine({ file: input.name, line: error.line, message: error.message }), { cause: error });
  }
}

async function look(input: Input, given: Format) {
  const { name, stem, isSheet } = input;
  const encoding = isSheet ? undefined : await actualEncoding(bytesOf(input.path), given.encoding ?? 'windows-1252');
  const format: Format = { ...given, ...(encoding && { encoding }) };
  const as = { kind: kindOf('clients'), feed: name, contains: 'full', metadata: 'all' } as const;
  const source = { ...input, ...as, format };
  const { report, source: inspected } = await inspect(source, createProblems());
  const shown = report.columns.filter(({ header }) => header !== '');
  const headers = shown.map(({ header }) => header);
  const evidence = await evidenceIn(inspected);
  const kind = kindNamed(stem) ?? bestKind(headers, evidence);
  return { report, inspected, shown, headers, evidence, kind, encoding };
}

/** The presets that read a file whose name is not that of a kind, best first. */
export async function presetsFor(input: Input, given: Format): Promise<FittingPreset[]> {
  return await fittingPresets(input, given, (await lookAt(input, given)).kind);
}

async function suggestFile(
  input: Input,
  given: Format,
): Promise<{ file: FileMapping; presets: readonly FittingPreset[] }> {
  const { stem } = input;
  const { report, inspected, shown, headers, evidence, kind, encoding } = await lookAt(input, given);
  const columns: Record<string, string> = {};
  const rules = kind.name === 'signals' ? rulesFor(evidence) : [];
  const measured = new Set(rules.flatMap(headersOfSuggested));
  const isOwn = kindNamed(stem) === kind && missingFor(kind, knownIn(kind, headers), rules).length === 0;
  const presets = isOwn ? [] : await fittingPresets(input, given, kind);
  const notes = presets.map(presetText);
  const byRows = columnsByRows(kind, evidence, headers);
  for (const { header, filled, samples } of shown) {
    const known = columnOf(kind, header);
    const column = known ?? similarColumn(kind, header) ?? byRows.get(header);
    const sample = `filled in ${filled} of ${report.rows} rows, for example ${samples.join(' | ')}`;
    const rule = rules.find((each) => headersOfSuggested(each).includes(header));
    if (rule) notes.push(`${header}: guessed to measure ${rule.topic}; check the topic and the polarities; ${sample}`);
    if (rule && (!column || !measured.has(header) || column.header !== 'Date')) continue;
    if (!column || columns[column.header] !== undefined) notes.push(`${header}: not mapped; ${sample}`);
    else {
      columns[column.header] = header;
      if (!known) notes.push(`${header}: guessed to be ${column.header}; ${sample}`);
    }
  }
  for (const header of missingFor(kind, Object.keys(columns), rules)) {
    notes.push(`${header}: required, and no column of the file looks like it`);
  }
  const { dates } = inspected.format;
  const file: FileMapping = {
    notes: [...notes, ...report.notes],
    match: { name: laterNames(stem) },
    kind: kind.name,
    columns,
    unknownClients: 'refuse',
    headerRows: 1,
    repeatedIds: 'refuse',
    others: kind.name === 'clients' ? 'metadata' : 'drop',
    ...(rules.length > 0 && { signals: [...rules] }),
    ...(encoding === 'windows-1252' && { encoding }),
    ...(kind.name === 'clients' && { decimal: 'detect' as const }),
    ...(dates && { dates }),
  };
  return { file, presets };
}

/** The columns of the kind that the headers name. */
function knownIn(kind: Kind, headers: readonly string[]): string[] {
  return headers.flatMap((header) => columnOf(kind, header)?.header ?? []);
}

/** Guesses by what the rows hold: ratings from 1 to 5 and from 0 to 10, days until payment, hours until an answer. */
function rulesFor(evidence: Evidence): SignalRule[] {
  const { payment, response, delivery } = pairsIn(evidence);
  const recommends = (header: string) => /\bnps\b|recommend/i.test(header);
  const ratings = evidence.ratings.map(({ header, scale }, at): SignalRule => {
    const isNps = recommends(header) || (scale === 10 && !evidence.ratings.some((each) => recommends(each.header)));
    if (isNps && evidence.ratings.findIndex((each) => each.header === header) === firstNps(evidence, recommends)) {
      return { name: 'nps', topic: 'advocacy', polarity: { from: header, steps: [...npsSteps], above: 1 } };
    }
    const name = at === 0 || evidence.ratings.length === 1 ? 'rating' : `rating-${at + 1}`;
    return { name, topic: 'results_impact', polarity: { from: header, scale: scale === 5 ? [1, 5] : [0, 10] } };
  });
  const [due, paid] = payment;
  const [created, answered] = response;
  const [promised, done] = delivery;
  return [
    ...ratings.toSorted((a, b) => Number(b.name === 'nps') - Number(a.name === 'nps')),
    ...(due && paid
      ? [
          {
            name: 'days-late',
            topic: 'billing_payment' as const,
            polarity: { days: [due, paid] as [string, string], ...lateSteps },
          },
        ]
      : []),
    ...(promised && done && !paid
      ? [
          {
            name: 'on-time',
            topic: 'timeliness' as const,
            polarity: { days: [promised, done] as [string, string], ...lateSteps },
          },
        ]
      : []),
    ...(created && answered
      ? [
          {
            name: 'first-response',
            topic: 'responsiveness' as const,
            polarity: { hours: [created, answered] as [string, string], ...slowSteps },
          },
        ]
      : []),
  ];
}

function firstNps({ ratings }: Evidence, recommends: (header: string) => boolean): number {
  const named = ratings.findIndex(({ header }) => recommends(header));
  return named >= 0 ? named : ratings.findIndex(({ scale }) => scale === 10);
}

const npsSteps: readonly [number, number][] = [
  [6, -1],
  [8, 0],
];
const lateSteps = {
  steps: [
    [0, 0.5],
    [14, 0],
    [30, -0.5],
  ] as [number, number][],
  above: -0.8,
};
const slowSteps = {
  steps: [
    [1, 1],
    [4, 0.5],
    [24, 0],
    [72, -0.5],
  ] as [number, number][],
  above: -1,
};

function headersOfSuggested({ polarity }: SignalRule): string[] {
  if (typeof polarity !== 'object') return [];
  if ('from' in polarity) return [polarity.from].flat();
  return 'days' in polarity ? polarity.days : 'hours' in polarity ? polarity.hours : [];
}

/** Columns that no header names, but the rows show. */
function columnsByRows(kind: Kind, evidence: Evidence, headers: readonly string[]): ReadonlyMap<string, Column> {
  const named = new Set(
    headers.flatMap((header) => (columnOf(kind, header) ?? similarColumn(kind, header))?.header ?? []),
  );
  const found = new Map<string, Column>();
  const guess = (target: string, header: string | undefined) => {
    const column = columnOf(kind, target);
    if (header !== undefined && column && !named.has(target) && !found.has(header)) found.set(header, column);
  };
  const { ids, dates, names, repeated, emails, texts } = evidence;
  const isClient = (header: string) => /client|compan|customer|account|organi[sz]ation|firma|kunde/i.test(header);
  const hasClient = ['Client ID', 'Client Name', 'Service ID'].some((each) => named.has(each));
  const [date] = dates.toSorted((a, b) => Number(isEnd.test(b)) - Number(isEnd.test(a)));
  if (kind.name === 'clients') {
    guess('Client ID', ids.find((header) => !names.includes(header)) ?? ids[0]);
    guess(
      'Name',
      names.find((header) => !found.has(header)),
    );
    return found;
  }
  const isProject = (header: string) => /project/i.test(header);
  if (!hasClient) {
    guess('Client Name', [...repeated, ...names].find(isClient) ?? [...repeated, ...names].find(isProject));
  }
  if (kind.name === 'signals') {
    guess(
      'Signal ID',
      ids.find((header) => !isClient(header)),
    );
    guess('Date', date);
  }
  if (kind.name === 'key-people') {
    guess('Email', emails[0]);
    guess(
      'Name',
      names.find((header) => !isClient(header)),
    );
  }
  if (kind.name === 'notes') {
    guess('Content', texts[0]);
    guess('Created At', date);
  }
  return found;
}

const isEnd = /clos|resol|solved|paid|submi|complet|end|received/i;

/** Required columns that neither a header nor a rule gives. */
function missingFor(kind: Kind, found: readonly string[], rules: readonly unknown[]): string[] {
  const byRules = rules.length > 0 ? ['Topic', 'Polarity'] : [];
  return kind.columns
    .filter(({ header, required }) => required && !found.includes(header) && !byRules.includes(header))
    .map(({ header }) => header);
}

/** The kind with the most columns in the file, less the required ones that it lacks, and what the rows speak for. */
function bestKind(headers: readonly string[], evidence: Evidence): Kind {
  const byRows = pointsByRows(evidence);
  const scored = kinds.map((kind) => {
    const found = headers.flatMap((header) => (columnOf(kind, header) ?? similarColumn(kind, header))?.header ?? []);
    const rules = kind.name === 'signals' ? rulesFor(evidence) : [];
    const guessed = [...columnsByRows(kind, evidence, headers).values()].map(({ header }) => header);
    const lacks = missingFor(kind, [...found, ...guessed], rules).length;
    return { kind, points: new Set(found).size + rules.length - lacks + (byRows.get(kind.name) ?? 0) };
  });
  const [best] = scored.toSorted((a, b) => b.points - a.points);
  return best && best.points > 0 ? best.kind : kindOf('clients');
}
