import { type CellType, externalId, id, numberBetween, text, topic } from '../../domain/cells/cells.ts';
import type { ColumnOfField } from './entity.ts';

// Columns that several kinds share.

export const required = { required: true } as const;

export function column(
  header: string,
  type: CellType,
  about: string,
  more: Omit<ColumnOfField, 'header' | 'type' | 'about'> = {},
): ColumnOfField {
  return { header, type, about, ...more };
}

/** How a row names its client: by either of the two. */
export const clientColumns = {
  serviceId: { header: 'Service ID', type: id, about: 'the id that the API shows' },
  externalId: {
    header: 'Client ID',
    synonyms: [
      'Record ID',
      'Account ID',
      'Company ID',
      'Customer ID',
      'Organization ID',
      'Organisation ID',
      'Client Number',
    ],
    type: externalId,
    about: 'your own id of the client',
    example: 'CRM-1001',
  },
} as const satisfies Readonly<Record<string, ColumnOfField>>;

/** How a row of another kind refers to its client. */
export const clientReference = {
  ...clientColumns,
  clientName: {
    header: 'Client Name',
    synonyms: [
      'Customer Name',
      'Company Name',
      'Account Name',
      'Organization Name',
      'Company',
      'Customer',
      'Organization',
    ],
    type: text,
    about: 'the name of the client, if only one has it; import only',
    importOnly: true,
  },
  clientEmail: {
    header: 'Client Email',
    type: text,
    about: 'mail addresses: the client whose `Domain` or `Website` they have, if no name finds it; import only',
    importOnly: true,
  },
} as const satisfies Readonly<Record<string, ColumnOfField>>;

/** Fields that are cells. */
export type CellsOf<Value> = { readonly [Field in keyof Value]: Value[Field] };

/** The cells of a record of a client. */
export type OfClient<Value> = Omit<Value, 'clientId'> & { readonly serviceId: string };

export const streamIdColumn = (about: string): ColumnOfField => ({ header: 'Stream ID', type: id, about });

export const nameColumn: ColumnOfField = {
  header: 'Name',
  synonyms: ['Company name', 'Account Name', 'Client Name', 'Customer Name', 'Organization name', 'Company'],
  type: text,
  ...required,
  about: 'up to 200 characters',
};

export const topicColumn: ColumnOfField = {
  header: 'Topic',
  type: topic,
  ...required,
  about: 'one of the 15, by id or name',
  example: 'timeliness',
};

export const weightColumn: ColumnOfField = {
  header: 'Weight',
  type: numberBetween(0, 1000),
  about: '0 to 1,000; default 1; 0 is kept, and is no evidence',
  example: '1',
};
