import { isId } from '../ids.ts';

// The row of another system's file that a signal was made of, in the id of the signal: `invoice-late_INV-2393` was made
// by the rule `invoice-late` of the invoice INV-2393.

/** What a row is: the first word of its rule. */
const rowKinds = ['ticket', 'invoice', 'issue', 'survey', 'meeting', 'deal', 'contract'] as const;
export type RowKind = (typeof rowKinds)[number];

export interface SignalRow {
  readonly rule: string;
  readonly kind?: RowKind;
  /** Its id in its system. */
  readonly record: string;
}

/** Longer ids are hashes: people do not read them, and a night reads hundreds. */
const mostReadable = 40;

/** The id of the signal that a rule makes of a row; undefined if only a hash can be its id. */
export function signalIdOfRow({ rule, record }: Pick<SignalRow, 'rule' | 'record'>): string | undefined {
  if (!record.isWellFormed()) return undefined;
  const id = `${rule}_${isId(`x${record}`) ? record : encoded(record)}`;
  return id.length <= mostReadable && isId(id) ? id : undefined;
}

/** The row of a signal; undefined if its id does not name one. */
export function rowOfSignal(id: string): SignalRow | undefined {
  const [, rule, record] = /^([a-z0-9-]+)_(.+)$/.exec(id) ?? [];
  if (rule === undefined || record === undefined) return undefined;
  const kind = rowKinds.find((each) => rule === each || rule.startsWith(`${each}-`));
  return { rule, ...(kind && { kind }), record: decoded(record) };
}

/** INV/2026/12 becomes INV--2F2026--2F12. */
function encoded(record: string): string {
  return encodeURIComponent(record)
    .replaceAll(/[!'()*.~]/g, hex)
    .replaceAll('%', '--');
}

function decoded(record: string): string {
  try {
    return decodeURIComponent(record.replaceAll(/--([0-9A-F]{2})/g, '%$1'));
  } catch {
    return record;
  }
}

function hex(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
}
