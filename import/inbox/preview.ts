import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { comparedName } from '../../shared/table/entities/alias.ts';
import { allClients, ownDomain } from '../../shared/table/entities/client.ts';
import type { Statement } from '../../shared/table/entities/entity.ts';
import type { Account } from '../../shared/table/store/item-keys.ts';
import type { Table } from '../../shared/table/store/table.ts';
import { stemOf } from '../arrived/name-date.ts';
import type { FileSample } from '../arrived/samples.ts';
import { scratchFolder } from '../arrived/scratch-folder.ts';
import { importFiles } from '../import.ts';
import type { KnownClients } from '../mapping/guess.ts';
import type { MappingFile } from '../mapping/schema.ts';
import type { ImportResult } from '../result.ts';

/** What an import would make of the first rows of a file. */
export interface Preview {
  readonly result: ImportResult;
  readonly rows: readonly ReadRow[];
}

/** A row as it is read: the client that it is about, and the cells of its kind. */
export interface ReadRow {
  readonly line: number;
  readonly client: string;
  readonly cells: readonly (readonly [header: string, text: string])[];
}

/** The clients that rows can refer to, and the name of each by its id. */
export async function clientsOf(
  table: Table,
  account: Account,
): Promise<{ known: KnownClients; names: ReadonlyMap<string, string> }> {
  const found = { names: new Set<string>(), ids: new Set<string>(), domains: new Set<string>() };
  const names = new Map<string, string>();
  for await (const part of allClients(table, account))
    for (const { id, externalId, name, metadata } of part) {
      names.set(id, name);
      found.names.add(comparedName(name));
      found.ids.add(externalId ?? id);
      const domain = ownDomain(metadata);
      if (domain !== undefined) found.domains.add(domain);
    }
  return { known: found, names };
}

/** Imports the rows of the sample without writing anything: there is no other reader that could be of another opinion. */
export async function previewOf(
  { table, clock }: { readonly table: Table; readonly clock: () => number },
  account: Account,
  { name, headers, rows }: FileSample,
  mapping: MappingFile,
  clients: ReadonlyMap<string, string>,
): Promise<Preview> {
  const scratch = await scratchFolder();
  try {
    const file = `${stemOf(name).replaceAll(/[^\p{L}\p{N} ._()-]/gu, '_')}.csv`;
    await writeFile(join(scratch.path, file), [headers, ...rows].map(plainRow).join(''));
    const nothing = () => undefined;
    const { result, first } = await importFiles(
      {
        table,
        clock,
        importer: { place: 'the page' },
        randomBytes: (count) => Buffer.alloc(count),
        begin: () => ({ add: nothing, end: nothing }),
        confirm: async () => undefined,
      },
      scratch.path,
      {
        account,
        dryRun: true,
        arrivals: true,
        maps: [{ name: 'chosen', ...mapping }],
        rejects: scratch.path,
        maxRejects: { percent: 100 },
      },
    );
    return { result, rows: shownRows(first, clients) };
  } finally {
    scratch.remove();
  }
}

/** `clients`: their names by their ids. */
export function shownRows(statements: readonly Statement[], clients: ReadonlyMap<string, string>): ReadRow[] {
  return statements.map((statement) => shown(statement, clients));
}

function shown({ row, clientId }: Statement, clients: ReadonlyMap<string, string>): ReadRow {
  const { kind, given, own, line } = row;
  const client = clients.get(clientId) ?? String(given.name ?? given.clientName ?? clientId);
  const isOfClient = (field: string) => field.startsWith('client') || field === 'serviceId';
  const cells = kind.columns.flatMap(({ field, header, type }) => {
    const value = given[field];
    const isShown = value !== undefined && value !== null && !isOfClient(field) && field !== 'feed';
    return isShown ? [[header, type.write(value)] as const] : [];
  });
  return { line, client, cells: [...cells, ...[...own].map(([key, value]) => [key, String(value)] as const)] };
}

/** As it was read: no guard against formulas, and every cell quoted. */
function plainRow(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\r\n`;
}
