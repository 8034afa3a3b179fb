import { csvRow } from '../csv.ts';
import type { FeedRecord } from '../feeds.ts';
import { bandOf, levelNames } from '../scoring/bands.ts';
import { type Considered, hasNoData } from './attention.ts';

// Scores and reasons as files that the import wizards of CRMs take, keyed by the id that the CRM gave the client.

export const crms = ['hubspot', 'salesforce', 'pipedrive'] as const;
export type Crm = (typeof crms)[number];

interface Described {
  readonly name: string;
  readonly idHeader: string;
  readonly nameHeader: string;
  /** Before the headers of the other columns. */
  readonly prefix: string;
  /** The id as the CRM wants it; undefined if it cannot be one of the CRM. */
  readonly idIn: (text: string) => string | undefined;
}

const wholeNumber = (text: string) => (/^[1-9]\d{0,18}$/.test(text) ? text : undefined);

export const crmsByName: Readonly<Record<Crm, Described>> = {
  hubspot: { name: 'HubSpot', idHeader: 'Record ID', nameHeader: 'Company name', prefix: '', idIn: wholeNumber },
  salesforce: {
    name: 'Salesforce',
    idHeader: 'Account ID',
    nameHeader: 'Account Name',
    prefix: '',
    idIn: longAccountId,
  },
  pipedrive: {
    name: 'Pipedrive',
    idHeader: 'Organization - ID',
    nameHeader: 'Organization - Name',
    prefix: 'Organization - ',
    idIn: wholeNumber,
  },
};

const checkCharacters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345';

/**
 * The 18 characters of the id of a Salesforce account, which begins with 001. The last three say for each five characters
 * which are capitals: the first of them is the lowest bit.
 */
export function longAccountId(id: string): string | undefined {
  if (!/^001[A-Za-z0-9]{12}([A-Z0-5]{3})?$/.test(id)) return undefined;
  const short = id.slice(0, 15);
  const check = [0, 5, 10].map((from) => {
    const bits = [...short.slice(from, from + 5)].map((character, bit) => (/[A-Z]/.test(character) ? 1 << bit : 0));
    return checkCharacters[bits.reduce((sum, bit) => sum + bit, 0)];
  });
  const long = short + check.join('');
  return id === short || id === long ? long : undefined;
}

/** The CRMs whose presets read clients. Numbers do not say which system they are of, so nothing else shows it. */
export function crmsOf(feeds: readonly FeedRecord[]): Crm[] {
  return crms.filter((crm) => feeds.some(({ feed, follows }) => feed === `${crm}/clients` && !follows));
}

interface CrmClient extends Considered {
  readonly name: string;
  /** Absent if the CRM's id is the client's own. */
  readonly externalId?: string | undefined;
}

export interface CrmFile {
  readonly text: string;
  readonly rows: number;
  /** How many clients have no id of the CRM. */
  readonly leftOut: number;
}

/** Wizards leave a field as it was where a cell is empty, so that an old reason would stay. */
const nothing = 'none';

/** The file for clients that are not archived; `day` is that of their scores. */
export function crmFile(crm: Crm, clients: readonly CrmClient[], day: string | undefined): CrmFile {
  const { idIn, idHeader, nameHeader, prefix } = crmsByName[crm];
  const headers = ['Score', 'Level', 'Change in 30 Days', 'Reason', 'Next Step', 'Day'];
  const rows = clients.flatMap((client) => {
    const id = idIn(client.externalId ?? client.id);
    if (id === undefined) return [];
    const isUnknown = hasNoData(client);
    return csvRow([
      ...[id, client.name, isUnknown ? undefined : client.score],
      ...[isUnknown ? 'no data' : levelNames[bandOf(client.score)], isUnknown ? undefined : client.moved30],
      ...[client.reason ?? nothing, client.nextStep ?? nothing, day],
    ]);
  });
  const head = csvRow([idHeader, nameHeader, ...headers.map((header) => `${prefix}Health ${header}`)]);
  return { text: head + rows.join(''), rows: rows.length, leftOut: clients.length - rows.length };
}
