import type { Format } from '../../files/format.ts';
import type { Kind } from '../../files/kinds/kind.ts';
import { columnOf, kinds, similarColumn } from '../../files/kinds.ts';
import { createProblems } from '../../files/problems.ts';
import { inspect } from '../inspect.ts';
import { createScratchFolder } from '../scratch-folder.ts';
import { type Input, inputsAt, kindNamed } from '../sources.ts';
import type { MappingFile } from './schema.ts';

/** A mapping of the files as JSON, with guesses, sample values and open questions. */
export async function suggestMapping(path: string, format: Format): Promise<string> {
  const scratch = await createScratchFolder();
  try {
    const inputs = await inputsAt(path, scratch.path, {});
    if (inputs.length === 0) throw new Error(`There is no file to inspect in ${path}.`);
    const files = [];
    for (const input of inputs) files.push(await suggestFile(input, format));
    const mapping: MappingFile = { version: 1, about: 'Suggested; check the notes of each file.', files };
    return JSON.stringify(mapping, undefined, 2);
  } finally {
    await scratch.remove();
  }
}

async function suggestFile(
  { name, path, stem, isSheet }: Input,
  format: Format,
): Promise<MappingFile['files'][number]> {
  const anyKind = kinds.find((kind) => kind.name === 'clients') as Kind;
  const source = { kind: anyKind, path, name, format, isSheet, metadata: 'all' as const };
  const { report, source: inspected } = await inspect(source, createProblems());
  const headers = report.columns.filter(({ header }) => header !== '');
  const kind = kindNamed(stem) ?? bestKind(headers.map(({ header }) => header)) ?? anyKind;
  const columns: Record<string, string> = {};
  const unsure: string[] = [];
  for (const { header, filled, samples } of headers) {
    const known = columnOf(kind, header);
    const column = known ?? similarColumn(kind, header);
    const shown = `filled in ${filled} of ${report.rows} rows, for example ${samples.join(' | ')}`;
    if (!column || columns[column.header] !== undefined) unsure.push(`${header}: not mapped; ${shown}`);
    else {
      columns[column.header] = header;
      if (!known) unsure.push(`${header}: guessed to be ${column.header}; ${shown}`);
    }
  }
  for (const { header, required } of kind.columns) {
    if (required && columns[header] === undefined)
      unsure.push(`${header}: required, and no column of the file looks like it`);
  }
  const { dates } = inspected.format;
  return {
    notes: [...unsure, ...report.notes],
    match: { name: `${stem.replaceAll(/\d+/g, '*')}` },
    kind: kind.name,
    columns,
    unknownClients: 'refuse',
    others: kind.name === 'clients' ? 'metadata' : 'drop',
    ...(dates && { dates }),
  };
}

/** The kind that shares the most columns with the file. */
function bestKind(headers: readonly string[]): Kind | undefined {
  const scored = kinds.map((kind) => ({
    kind,
    known: headers.filter((header) => columnOf(kind, header) ?? similarColumn(kind, header)).length,
  }));
  const [best] = scored.toSorted((a, b) => b.known - a.known);
  return best && best.known > 0 ? best.kind : undefined;
}
