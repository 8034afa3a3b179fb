import { flag, number, text } from '../../shared/domain/cells/cells.ts';
import type { Kind } from '../../shared/table/entities/entity.ts';
import { columnOf, similarColumn } from './kinds.ts';

export const ownColumnTypes = { text, number, boolean: flag } as const;

export interface OwnColumn {
  readonly key: string;
  readonly type: keyof typeof ownColumnTypes;
}

const typed = /^(.*) \((text|number|boolean)\)$/s;

/** True if the header gives a type, which marks a column of the customer's own: `Employees (number)`. */
export function hasType(header: string): boolean {
  return typed.test(header);
}

export function ownColumnOf(header: string): OwnColumn {
  const [, key, type] = typed.exec(header) ?? [];
  return key !== undefined && type !== undefined
    ? { key, type: type as OwnColumn['type'] }
    : { key: header.trim(), type: 'text' };
}

/** The header by which an import finds the column again. */
export function ownColumnHeader(kind: Kind, { key, type }: OwnColumn): string {
  const needsType =
    type !== 'text' || columnOf(kind, key) || similarColumn(kind, key) || hasType(key) || key.trim() !== key;
  return needsType ? `${key} (${type})` : key;
}
