import { laterNames } from '../feeds/name-date.ts';
import type { Format } from '../files/format.ts';
import type { Kind } from '../files/kinds/kind.ts';
import { columnOf, kindOf, kinds, similarColumn } from '../files/kinds.ts';
import { createProblems } from '../files/problems.ts';
import { bytesOf } from '../files/readers/bytes.ts';
import { actualEncoding } from '../files/readers/encoding.ts';
import { inspect } from '../inspect.ts';
import { scratchFolder } from '../scratch-folder.ts';
import { type Input, inputsAt, kindNamed } from '../sources.ts';
import { hasHeaders } from './bind.ts';
import { loadMapping, presetNames } from './load.ts';
import type { FileMapping, MappingFile } from './schema.ts';

/** A mapping of the files as JSON, with guesses, sample values and open questions. */
export async function suggestMapping(path: string, format: Format): Promise<string> {
  const scratch = scratchFolder();
  try {
    const inputs = await inputsAt(path, scratch, {});
    if (inputs.length === 0) throw new Error(`There is no file to inspect in ${path}.`);
    const files = [];
    for (const input of inputs) files.push(await suggestFile(input, format));
    const mapping: MappingFile = { version: 1, about: 'Suggested; check the notes of each file.', files };
    return JSON.stringify(mapping, undefined, 2);
  } finally {
    await scratch.remove();
  }
}

async function suggestFile(input: Input, given: Format): Promise<FileMapping> {
  const { name, stem, isSheet } = input;
  const encoding = isSheet ? undefined : await actualEncoding(bytesOf(input.path), given.encoding ?? 'windows-1252');
  const format: Format = { ...given, ...(encoding && { encoding }) };
  const as = { kind: kindOf('clients'), feed: name, contains: 'full', metadata: 'all' } as const;
  const source = { ...input, ...as, format };
  const { report, source: inspected } = await inspect(source, createProblems());
  const shown = report.columns.filter(({ header }) => header !== '');
  const headers = shown.map(({ header }) => header);
  const kind = kindNamed(stem) ?? bestKind(headers);
  const columns: Record<string, string> = {};
  const rules = kind.name === 'signals' ? rulesFor(headers) : [];
  const notes = await presetNotes(headers);
  for (const { header, filled, samples } of shown) {
    const known = columnOf(kind, header);
    const column = known ?? similarColumn(kind, header);
    const sample = `filled in ${filled} of ${report.rows} rows, for example ${samples.join(' | ')}`;
    const rule = rules.find(({ polarity }) => polarity.from === header);
    if (rule) notes.push(`${header}: guessed to measure ${rule.topic}; check the topic and the polarities; ${sample}`);
    else if (!column || columns[column.header] !== undefined) notes.push(`${header}: not mapped; ${sample}`);
    else {
      columns[column.header] = header;
      if (!known) notes.push(`${header}: guessed to be ${column.header}; ${sample}`);
    }
  }
  for (const header of missingFor(kind, Object.keys(columns), rules)) {
    notes.push(`${header}: required, and no column of the file looks like it`);
  }
  const { dates } = inspected.format;
  return {
    notes: [...notes, ...report.notes],
    match: { name: laterNames(stem) },
    kind: kind.name,
    columns,
    unknownClients: 'refuse',
    headerRows: 1,
    repeatedIds: 'refuse',
    others: kind.name === 'clients' ? 'metadata' : 'drop',
    ...(rules.length > 0 && { signals: rules }),
    ...(encoding === 'windows-1252' && { encoding }),
    ...(kind.name === 'clients' && { decimal: 'detect' as const }),
    ...(dates && { dates }),
  };
}

/** The presets that describe a file with these headers. */
async function presetNotes(headers: readonly string[]): Promise<string[]> {
  const fitting: string[] = [];
  for (const preset of presetNames) {
    const { files } = await loadMapping(preset);
    if (files.some((file) => file.match?.headers && hasHeaders(file, headers))) fitting.push(preset);
  }
  return fitting.map((preset) => `the preset ${preset} fits these headers: import with --map ${preset}`);
}

/** Guesses by words in headers: ratings from 1 to 5, and the question whether clients would recommend you. */
function rulesFor(headers: readonly string[]) {
  const nps = headers.find((header) => /\bnps\b|recommend/i.test(header));
  const rating = headers.find((header) => header !== nps && /csat|satisfaction|rating|stars/i.test(header));
  const npsSteps: [number, number][] = [
    [6, -1],
    [8, 0],
  ];
  return [
    ...(nps ? [{ name: 'nps', topic: 'advocacy' as const, polarity: { from: nps, steps: npsSteps, above: 1 } }] : []),
    ...(rating
      ? [
          {
            name: 'rating',
            topic: 'results_impact' as const,
            polarity: { from: rating, scale: [1, 5] as [number, number] },
          },
        ]
      : []),
  ];
}

/** Required columns that neither a header nor a rule gives. */
function missingFor(kind: Kind, found: readonly string[], rules: readonly unknown[]): string[] {
  const byRules = rules.length > 0 ? ['Topic', 'Polarity'] : [];
  return kind.columns
    .filter(({ header, required }) => required && !found.includes(header) && !byRules.includes(header))
    .map(({ header }) => header);
}

/** The kind with the most columns in the file, less the required ones that it lacks. */
function bestKind(headers: readonly string[]): Kind {
  const scored = kinds.map((kind) => {
    const found = headers.flatMap((header) => (columnOf(kind, header) ?? similarColumn(kind, header))?.header ?? []);
    const rules = kind.name === 'signals' ? rulesFor(headers) : [];
    return { kind, points: new Set(found).size + rules.length - missingFor(kind, found, rules).length };
  });
  const [best] = scored.toSorted((a, b) => b.points - a.points);
  return best && best.points > 0 ? best.kind : kindOf('clients');
}
