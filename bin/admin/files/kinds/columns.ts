import { externalId, id, text } from '../cells.ts';
import type { Column } from './kind.ts';

// Columns that several kinds share.

export const required = { required: true } as const;

/** How a row names its client: by either of the two. */
export const clientColumns: readonly Column[] = [
  { header: 'Service ID', field: 'serviceId', type: id, example: '', about: 'the id that the API shows' },
  {
    header: 'Client ID',
    field: 'externalId',
    type: externalId,
    example: 'CRM-1001',
    about: 'your own id of the client',
  },
];

export const streamIdColumn = (about: string): Column => ({
  header: 'Stream ID',
  field: 'streamId',
  type: id,
  example: 'website',
  about,
});

export const nameColumn = (example: string): Column => ({
  header: 'Name',
  field: 'name',
  type: text,
  ...required,
  example,
  about: 'up to 200 characters',
});
