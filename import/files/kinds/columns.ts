import { externalId, id, numberBetween, text, topic } from '../../../shared/domain/cells/cells.ts';
import type { Column } from './kind.ts';

// Columns that several kinds share.

export const required = { required: true } as const;

/** How a row names its client: by either of the two. */
export const clientColumns: readonly Column[] = [
  { header: 'Service ID', field: 'serviceId', type: id, about: 'the id that the API shows' },
  {
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
    field: 'externalId',
    type: externalId,
    about: 'your own id of the client',
  },
];

/** How a row of another kind refers to its client. */
export const clientReference: readonly Column[] = [
  ...clientColumns,
  {
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
    field: 'clientName',
    type: text,
    about: 'the name of the client, if only one has it; import only',
    importOnly: true,
  },
  {
    header: 'Client Email',
    field: 'clientEmail',
    type: text,
    about: 'mail addresses: the client whose `Domain` or `Website` they have, if no name finds it; import only',
    importOnly: true,
  },
];

export const streamIdColumn = (about: string): Column => ({ header: 'Stream ID', field: 'streamId', type: id, about });

export const nameColumn: Column = {
  header: 'Name',
  synonyms: ['Company name', 'Account Name', 'Client Name', 'Customer Name', 'Organization name', 'Company'],
  field: 'name',
  type: text,
  ...required,
  about: 'up to 200 characters',
};

export const topicColumn: Column = {
  header: 'Topic',
  field: 'topic',
  type: topic,
  ...required,
  about: 'one of the 15, by id or name',
};

export const weightColumn: Column = {
  header: 'Weight',
  field: 'weight',
  type: numberBetween(0, 1000),
  about: '0 to 1,000; default 1; 0 is kept, and is no evidence',
};
