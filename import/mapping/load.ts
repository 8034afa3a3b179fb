import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { kindOf } from '../../shared/table/entities/kinds.ts';
import { columnOf } from '../files/header.ts';
import { presets } from './presets.ts';
import { type FileMapping, type MappingFile, mappingSchema } from './schema.ts';
import { openPartOf } from './signals.ts';

export const presetNames = [...presets.keys()];

/** A mapping and the name by which messages call it. */
export interface LoadedMapping extends MappingFile {
  readonly name: string;
  /** Somebody has chosen the columns on the page. */
  readonly isChosen?: boolean;
}

/** Reads a mapping: a preset by its name, or a file. */
export async function loadMapping(name: string): Promise<LoadedMapping> {
  const preset = presets.get(name);
  if (preset) return { name, ...checkedMapping(preset, name) };
  if (!existsSync(name)) {
    throw new Error(`--map: there is no file ${name}, and the presets are ${presetNames.join(', ')}.`);
  }
  return { name, ...parseMapping(await readFile(name, 'utf8'), name) };
}

/** Reads a mapping from its text. */
export function parseMapping(text: string, name: string): MappingFile {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new Error(`${name} is not JSON: ${(error as Error).message}`);
  }
  return checkedMapping(json, name);
}

function checkedMapping(json: unknown, name: string): MappingFile {
  const result = mappingSchema.safeParse(json);
  const issues = result.success
    ? result.data.files.flatMap((file, at) => fileIssues(file).map((issue) => `files[${at}]: ${issue}`))
    : result.error.issues.map(({ path, message }) => `${pathText(path)}: ${message}`);
  if (!result.success || issues.length > 0) throw new Error(`${name} is not a valid mapping. ${issues.join('. ')}.`);
  return result.data;
}

function pathText(path: readonly PropertyKey[]): string {
  const text = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
  return text.replace(/^\./, '') || 'mapping';
}

function fileIssues({ kind: name, columns, dateColumns, signals, match, others }: FileMapping): string[] {
  const kind = kindOf(name);
  const issues = Object.keys(columns)
    .filter((target) => !columnOf(kind, target) && !kind.ownColumns)
    .map(
      (target) =>
        `columns."${target}" is not a column of ${name}; its columns are ${kind.columns.map(({ header }) => header).join(', ')}`,
    );
  if (signals && name !== 'signals') issues.push('signals are for the kind signals');
  for (const target of dateColumns ? [dateColumns.date, dateColumns.value] : []) {
    if (!columnOf(kind, target)) issues.push(`dateColumns: "${target}" is not a column of ${name}`);
  }
  if (others === 'metadata' && kind.ownColumns !== 'metadata') issues.push('others: metadata is for the kind clients');
  if (!match?.name && !match?.headers) issues.push('match needs a name or headers');
  if (signals?.some(({ polarity }) => openPartOf(polarity)) && columns['Signal ID'] === undefined) {
    issues.push('rules with today need the column Signal ID');
  }
  for (const rule of signals ?? []) {
    const { polarity } = rule;
    const lists =
      typeof polarity === 'object' && 'steps' in polarity ? [polarity.steps, openPartOf(polarity)?.steps ?? []] : [];
    const descends = (steps: readonly (readonly [number, number | null])[]) =>
      steps.some(([limit], at) => at > 0 && limit <= (steps[at - 1]?.[0] ?? 0));
    if (lists.some(descends)) {
      issues.push(`signals."${rule.name}": the limits of steps must ascend`);
    }
  }
  return issues;
}
