import { isDeepStrictEqual } from 'node:util';
import { currency, day, flag, number, text, time } from '../../../shared/domain/cells/cells.ts';
import { caps, factSchemas } from '../../../shared/table/facts/schemas.ts';
import { clientKey } from '../../../shared/table/store/item-keys.ts';
import type { Item } from '../../../shared/table/store/read.ts';
import { clientColumns, nameColumn } from './columns.ts';
import { merged, trimmedName, Unstorable, validated, withOwnColumns } from './fact.ts';
import type { FactOptions, Kind, Statement } from './kind.ts';

export const clients: Kind = {
  name: 'clients',
  about: 'the clients',
  ownColumns: 'metadata',
  columns: [
    ...clientColumns,
    nameColumn,
    { header: 'Archived', field: 'archived', type: flag, about: 'default false' },
    { header: 'Favorite', aliases: ['Favourite'], field: 'favorite', type: flag, about: 'default false' },
    {
      header: 'Last Contact',
      synonyms: ['Last Activity', 'Last Activity Date', 'Last Contacted', 'Last Contact Date', 'Last activity on'],
      field: 'lastContactDate',
      type: time,
      about: 'a time or a date; empty means never',
    },
    {
      header: 'Account Owner',
      synonyms: ['Company owner', 'Owner', 'Owner Name', 'Account Manager', 'Organization - Owner'],
      field: 'accountOwner',
      type: text,
      about: 'metadata.accountOwner',
    },
    { header: 'Industry', synonyms: ['Sector', 'Branche'], field: 'industry', type: text, about: 'metadata.industry' },
    { header: 'Location', field: 'location', type: text, about: 'metadata.location' },
    {
      header: 'Revenue TTM',
      synonyms: ['Annual Revenue', 'Revenue', 'Yearly Revenue', 'Turnover'],
      field: 'revenueTTM',
      type: number,
      about: 'metadata.revenueTTM, a number',
    },
    {
      header: 'Currency',
      synonyms: ['Currency Code', 'Währung'],
      field: 'currency',
      type: currency,
      about: 'metadata.currency, of Revenue TTM. Revenue in different currencies is never added',
    },
    {
      header: 'Left At',
      synonyms: ['Churned At', 'Churn Date', 'Date of Notice', 'Cancelled At', 'Cancellation Date'],
      field: 'leftAt',
      type: day,
      about: 'the day of notice; from then on the client is archived and not scored',
    },
    {
      header: 'Left Because',
      synonyms: ['Churn Reason', 'Cancellation Reason'],
      field: 'leftBecause',
      type: text,
      about: 'up to 500 characters',
    },
    {
      header: 'Left Inferred',
      field: 'leftInferred',
      type: flag,
      about: 'true if nobody gave the day: a list of all clients did not have it any more',
    },
    {
      header: 'Renews On',
      synonyms: ['Renewal Date', 'Contract End Date', 'Contract Renewal Date'],
      field: 'renewsOn',
      type: day,
      about: 'when the contract ends or is renewed',
    },
    {
      header: 'Summary',
      field: 'spotlightSummary',
      type: text,
      about: 'replaces the composed summary; up to 2,000 characters',
    },
    {
      header: 'Updated At',
      field: 'updatedAt',
      type: time,
      about: 'when the client last changed; empty: the time of the import, if it changes the client',
    },
  ],
  identity: ({ clientId }) => [clientId],
  storedAt: (account, { clientId }) => clientKey(account, clientId),
  toFact: (statement, [stored], options) => ({ kind: 'client', value: clientFrom(statement, stored, options) }),
};

const metadataColumns = ['accountOwner', 'industry', 'location', 'revenueTTM', 'currency'];

function clientFrom(statement: Statement, stored: Item | undefined, { now, prune }: FactOptions) {
  const { row, clientId } = statement;
  const { serviceId: _, accountOwner, industry, location, revenueTTM, currency, updatedAt, ...rest } = row.given;
  const twice = metadataColumns.filter((key) => row.given[key] != null && row.own.has(key));
  if (twice.length > 0) throw new Unstorable(twice.map((column) => ({ column, message: 'is given in two columns' })));
  const defaults = { archived: false, favorite: false, lastContactDate: null };
  const before = (stored?.metadata ?? {}) as Record<string, unknown>;
  // with --prune, only the customer's own values that the file does not have are removed
  const storedMetadata = prune
    ? Object.fromEntries(Object.entries(before).filter(([key]) => metadataColumns.includes(key)))
    : before;
  // a key may have two columns, of which one is empty
  const metadata = atMost(
    caps.metadataKeys,
    withOwnColumns(merged({}, storedMetadata, { accountOwner, industry, location, revenueTTM, currency }), {
      ...row,
      ownKeys: row.ownKeys.filter((key) => row.given[key] == null),
    }),
    row.ownKeys,
  );
  const fields = { ...trimmedName(withLeaving(merged(defaults, stored, rest), rest)), id: clientId, metadata };
  const client = validated(statement, 'client', { ...fields, updatedAt: updatedAt ?? stored?.updatedAt ?? now });
  const isChanged = updatedAt == null && stored !== undefined && !isDeepStrictEqual(client, storedClient(stored));
  return isChanged ? { ...client, updatedAt: now } : client;
}

/** A client that a list has again has not left, unless the list says so: the inferred day was wrong. */
function withLeaving(fields: Record<string, unknown>, given: Readonly<Record<string, unknown>>) {
  const { leftInferred, leftAt, ...others } = fields;
  const isGuess = leftInferred === true;
  if (isGuess && given.leftAt == null) return others;
  return {
    ...others,
    ...(leftAt !== undefined && { leftAt }),
    ...(isGuess && given.leftInferred === true && { leftInferred }),
  };
}

/** Leaves out the values of the last columns. */
function atMost(count: number, metadata: Record<string, unknown>, ownKeys: readonly string[]): Record<string, unknown> {
  const excess = Object.keys(metadata).length - count;
  if (excess <= 0) return metadata;
  const dropped = new Set(ownKeys.filter((key) => Object.hasOwn(metadata, key)).slice(-excess));
  return Object.fromEntries(Object.entries(metadata).filter(([key]) => !dropped.has(key)));
}

/** The client of a stored item, without the attributes that only the table uses. */
export function storedClient(stored: Item) {
  return factSchemas.client.parse(stored);
}
