import type { CellType } from './cells.ts';
import * as cells from './cells.ts';

/** A column that has a meaning. `field` is what the fact calls it. */
export interface Column {
  readonly header: string;
  readonly also?: readonly string[];
  readonly field: string;
  readonly type: CellType;
  readonly required?: true;
  readonly example: string;
  readonly about: string;
}

export interface Kind {
  readonly name: KindName;
  readonly about: string;
  readonly columns: readonly Column[];
  /** What columns that are not among these become; without it they are refused. */
  readonly further?: 'metadata' | 'extra columns';
}

export type KindName =
  | 'portfolios'
  | 'clients'
  | 'streams'
  | 'scores'
  | 'portfolio-members'
  | 'key-people'
  | 'notes'
  | 'insights'
  | 'alignment'
  | 'signals';

const { choice, date, externalId, flag, id, list, number, text, time, topic } = cells;

const ofClient: readonly Column[] = [
  { header: 'Service ID', field: 'serviceId', type: id, example: '', about: 'the id that the API shows' },
  {
    header: 'Client ID',
    field: 'externalId',
    type: externalId,
    example: 'CRM-1001',
    about: 'your own id of the client',
  },
];
const streamId = (about: string): Column => ({
  header: 'Stream ID',
  field: 'streamId',
  type: id,
  example: 'website',
  about,
});
const required = { required: true } as const;

/** In the order in which they are checked and written: what is referred to comes first. */
export const kinds: readonly Kind[] = [
  {
    name: 'portfolios',
    about: 'sets of clients',
    columns: [
      { header: 'Portfolio ID', field: 'id', type: id, ...required, example: 'key-accounts', about: 'its id' },
      {
        header: 'Name',
        field: 'name',
        type: text,
        ...required,
        example: 'Key accounts',
        about: 'up to 200 characters',
      },
      {
        header: 'Color',
        also: ['Colour'],
        field: 'color',
        type: text,
        example: '#336699',
        about: '# and six hexadecimal digits; #6B7280 if not given',
      },
      {
        header: 'Description',
        field: 'description',
        type: text,
        example: 'The ten largest',
        about: 'up to 500 characters',
      },
      { header: 'User IDs', field: 'userIds', type: list, example: 'u-1;u-2', about: 'with ; between them' },
      {
        header: 'Created At',
        field: 'createdAt',
        type: time,
        example: '2026-01-05T09:00:00Z',
        about: 'a time or a date',
      },
    ],
  },
  {
    name: 'clients',
    about: 'the clients',
    further: 'metadata',
    columns: [
      ...ofClient,
      {
        header: 'Name',
        field: 'name',
        type: text,
        ...required,
        example: 'Harbor Light Foods',
        about: 'up to 200 characters',
      },
      { header: 'Archived', field: 'archived', type: flag, example: 'false', about: 'false if not given' },
      {
        header: 'Favorite',
        also: ['Favourite'],
        field: 'favorite',
        type: flag,
        example: 'true',
        about: 'false if not given',
      },
      {
        header: 'Last Contact',
        field: 'lastContactDate',
        type: time,
        example: '2026-11-18',
        about: 'a time or a date; empty: never',
      },
      {
        header: 'Account Owner',
        field: 'accountOwner',
        type: text,
        example: 'Ada Okafor',
        about: 'metadata.accountOwner',
      },
      { header: 'Industry', field: 'industry', type: text, example: 'Food', about: 'metadata.industry' },
      { header: 'Location', field: 'location', type: text, example: 'Lisbon', about: 'metadata.location' },
      {
        header: 'Revenue TTM',
        field: 'revenueTTM',
        type: number,
        example: '1250000',
        about: 'metadata.revenueTTM, a number',
      },
      {
        header: 'Summary',
        field: 'spotlightSummary',
        type: text,
        example: '',
        about: 'shown in place of the composed summary; up to 2,000 characters',
      },
      {
        header: 'Updated At',
        field: 'updatedAt',
        type: time,
        example: '',
        about: 'when this was last changed; if not given, when an import changed it',
      },
    ],
  },
  {
    name: 'streams',
    about: 'sub-projects of clients',
    columns: [
      ...ofClient,
      { ...streamId('its id'), ...required },
      { header: 'Name', field: 'name', type: text, ...required, example: 'Website', about: 'up to 200 characters' },
      {
        header: 'State',
        field: 'state',
        type: choice('active', 'inactive', 'pending'),
        example: 'active',
        about: 'active, inactive or pending; active if not given',
      },
      { header: 'Goals', field: 'goals', type: text, example: 'Launch in spring', about: 'up to 2,000 characters' },
      { header: 'Spotlight', field: 'spotlight', type: text, example: '', about: 'up to 2,000 characters' },
    ],
  },
  {
    name: 'scores',
    about: 'scores of an earlier system, which stand until one is computed',
    columns: [
      ...ofClient,
      { ...streamId('the score of a stream; empty: of the client'), example: '' },
      { header: 'Score', field: 'score', type: number, ...required, example: '118.5', about: '0 to 200' },
    ],
  },
  {
    name: 'portfolio-members',
    about: 'which clients are in which portfolio',
    further: 'extra columns',
    columns: [
      {
        header: 'Portfolio ID',
        field: 'portfolioId',
        type: id,
        ...required,
        example: 'key-accounts',
        about: 'a portfolio',
      },
      ...ofClient,
    ],
  },
  {
    name: 'key-people',
    about: 'people at the clients',
    columns: [
      ...ofClient,
      {
        header: 'Person ID',
        field: 'id',
        type: id,
        example: 'p-1',
        about: 'if not given, made of the e-mail, or of the name',
      },
      { header: 'Name', field: 'name', type: text, ...required, example: 'Grace Nunes', about: 'up to 200 characters' },
      { header: 'Title', field: 'title', type: text, example: 'CMO', about: '' },
      {
        header: 'Email',
        also: ['E-mail'],
        field: 'email',
        type: text,
        example: 'grace@harborlight.example',
        about: '',
      },
      { header: 'Phone', field: 'phone', type: text, example: '+351 21 000 0000', about: '' },
      { header: 'Role', field: 'role', type: text, example: 'Sponsor', about: '' },
      { header: 'Department', field: 'department', type: text, example: 'Marketing', about: '' },
    ],
  },
  {
    name: 'notes',
    about: 'notes on clients',
    columns: [
      ...ofClient,
      {
        header: 'Note ID',
        field: 'id',
        type: id,
        example: 'n-1',
        about: 'if not given, made of the time, the author and the text',
      },
      {
        header: 'Created At',
        field: 'createdAt',
        type: time,
        ...required,
        example: '2026-11-18T15:30:00Z',
        about: 'a time or a date',
      },
      { header: 'Created By', field: 'createdBy', type: text, ...required, example: 'Ada Okafor', about: 'the author' },
      {
        header: 'Type',
        field: 'type',
        type: text,
        example: 'call',
        about: 'general, meeting, call, email, update, milestone or another word; general if not given',
      },
      {
        header: 'Content',
        field: 'content',
        type: text,
        ...required,
        example: 'Asked for an offer.',
        about: 'up to 8,000 characters',
      },
    ],
  },
  {
    name: 'insights',
    about: 'what the analytics engine noticed about a stream in a week; rows of one week stand together',
    columns: [
      ...ofClient,
      { ...streamId('a stream of the client'), ...required },
      {
        header: 'Week',
        field: 'weekDate',
        type: date,
        ...required,
        example: '2026-11-16',
        about: 'any day of the week',
      },
      {
        header: 'Topic',
        field: 'topic',
        type: text,
        ...required,
        example: 'timeliness',
        about: 'up to 100 characters',
      },
      {
        header: 'Summary',
        field: 'summary',
        type: text,
        ...required,
        example: 'Two milestones on time',
        about: 'up to 500 characters',
      },
      {
        header: 'Sentiment',
        field: 'sentiment',
        type: text,
        ...required,
        example: 'positive',
        about: 'positive, neutral, negative, mixed or another word',
      },
    ],
  },
  {
    name: 'alignment',
    about: 'alignment reads',
    columns: [
      ...ofClient,
      {
        header: 'Week',
        field: 'week',
        type: date,
        ...required,
        example: '2026-11-16',
        about: 'any day of the week; it is stored for its Monday',
      },
      {
        header: 'Value',
        field: 'value',
        type: choice('red', 'amber', 'green'),
        ...required,
        example: 'green',
        about: 'red, amber or green',
      },
      {
        header: 'Updated At',
        field: 'updatedAt',
        type: time,
        example: '2026-11-17T10:00:00Z',
        about: 'if not given, the Monday; of two reads for a week the later one stands',
      },
      {
        header: 'Updated By',
        field: 'updatedBy',
        type: text,
        ...required,
        example: 'Ben Larsson',
        about: 'who filed it',
      },
    ],
  },
  {
    name: 'signals',
    about: 'what was observed, and how good or bad it was: scores are computed from these',
    columns: [
      ...ofClient,
      { header: 'Signal ID', field: 'id', type: id, example: 's-1', about: 'if not given, made of the other cells' },
      { header: 'Date', field: 'date', type: date, ...required, example: '2026-11-17', about: 'the day' },
      {
        header: 'Topic',
        field: 'topic',
        type: topic,
        ...required,
        example: 'timeliness',
        about: 'one of the 15, by id or name',
      },
      { header: 'Polarity', field: 'polarity', type: number, ...required, example: '0.5', about: '-1 to 1' },
      { header: 'Weight', field: 'weight', type: number, example: '1', about: 'above 0, up to 1,000; 1 if not given' },
      { ...streamId('the stream that it is about, if one'), example: '' },
    ],
  },
];

export function kindOf(name: KindName): Kind {
  const found = kinds.find((kind) => kind.name === name);
  if (!found) throw new Error(`${name} is no kind of file`);
  return found;
}

/** However it is written: with any case, spaces, dashes. */
export function folded(header: string): string {
  return header.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

export function columnOf(kind: Kind, header: string): Column | undefined {
  const wanted = folded(header);
  return kind.columns.find(({ header: own, also = [] }) => [own, ...also].some((each) => folded(each) === wanted));
}
