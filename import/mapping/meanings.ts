// What a file that nothing describes can be, and what its columns can mean: the words of the page on which somebody chooses.

/** What the cells of a column have to look like. */
type Looks = 'client' | 'id' | 'mail' | 'date' | 'number' | 'rating' | 'duration' | 'words' | 'text';

export interface Meaning {
  readonly id: string;
  /** As the page says it. */
  readonly label: string;
  readonly looks: Looks;
  /** Headers that usually mean it. */
  readonly names: RegExp;
  /** Without it, nothing of such a file can be read. `client`: one of the three that find the client. */
  readonly needed?: 'itself' | 'client';
}

const mean = (id: string, label: string, looks: Looks, names: RegExp, needed?: 'itself'): Meaning => ({
  ...{ id, label, looks, names },
  ...(needed && { needed }),
});

const mostHeader = 60;

const clientNames =
  /client|customer|compan(y|ies)|organi[sz]ation|account( ?name)?$|project|workspace|kunde|firma|unternehmen|mandant|geschäftspartner|debitor|projekt/i;
const idOfClient =
  /(client|customer|company|account|organi[sz]ation|kunden?|debitoren|konto|partner)[ _.-]*(id|no|nr|num|number|nummer|key)\b|konto$/i;

/** Whether a header says that its cells name a client. */
export const namesClient = (header: string): boolean =>
  header.length <= mostHeader && (clientNames.test(header) || idOfClient.test(header));

const theClient: readonly Meaning[] = [
  { ...mean('client-name', 'the client, by its name', 'client', clientNames), needed: 'client' },
  { ...mean('client-id', 'the client, by your own id of it', 'id', idOfClient), needed: 'client' },
  {
    ...mean(
      'client-mail',
      'the client, by mail addresses of its people',
      'mail',
      /e-?mail|attendee|guest|invitee|requester|participant|contact handle|recipient|teilnehmer/i,
    ),
    needed: 'client',
  },
];

const created = /creat|open(ed)?\b|start|erstellt|angelegt|begin|eingang/i;
const finished = /complet|clos|resolv|solv|finish|done|erledigt|abgeschlossen|geschlossen|archived at/i;
const due = /\bdue\b|deadline|fällig|frist|zahlbar bis/i;
const status = /status|state|stage|stand\b/i;
const currency = /currency|währung|waehrung|wkz/i;
const rated = /csat|satisf|rating|zufrieden|bewertung|feedback score/i;
const idOf = (what: string) => new RegExp(`((${what})[ _.-]*)(id|no|nr|num|number|nummer|key)\\b|^(id|key|nr|#)$`, 'i');

/** Kinds of files, by what they are about. Which entry of a mapping each becomes is in chosen.ts. */
export interface FileKind {
  readonly id: FileKindId;
  readonly label: string;
  /** Names of files and headers that say so. */
  readonly names: RegExp;
  readonly meanings: readonly Meaning[];
}

export type FileKindId =
  | 'clients'
  | 'people'
  | 'tickets'
  | 'tasks'
  | 'invoices'
  | 'answers'
  | 'meetings'
  | 'hours'
  | 'notes';

export const fileKinds: readonly FileKind[] = [
  {
    id: 'tickets',
    label: 'tickets or conversations: how fast you reply',
    names: /ticket|conversation|case|support|helpdesk|anfrage|message|inbox/i,
    meanings: [
      ...theClient,
      mean('record', 'the number of the ticket', 'id', idOf('ticket|conversation|case|message|anfrage'), 'itself'),
      mean('created', 'when it came', 'date', created),
      mean('replied', 'when it was first answered', 'date', /first.*(repl|respon|answer)|erste.*antwort/i),
      mean(
        'reply-hours',
        'time until the first reply: hours, or like 2h 13m',
        'duration',
        /(first.*)?(repl|respon|reaktion|antwort).*(time|zeit|hour|stund)/i,
      ),
      mean('reply-minutes', 'minutes until the first reply', 'number', /(repl|respon|antwort|reaktion).*\(?min/i),
      mean('reply-seconds', 'seconds until the first reply', 'number', /(repl|respon|antwort|reaktion).*\(?sec/i),
      mean('finished', 'when it was solved', 'date', finished),
      mean('rating', 'a rating', 'rating', rated),
      mean('status', 'its status', 'words', status),
    ],
  },
  {
    id: 'tasks',
    label: 'tasks, projects or milestones: whether they are in time',
    names: /task|issue|milestone|to-?do|aufgabe|vorgang|assignee|section/i,
    meanings: [
      ...theClient,
      mean('record', 'the number of the task', 'id', idOf('task|issue|item|aufgabe|vorgang'), 'itself'),
      mean('due', 'when it is due', 'date', due, 'itself'),
      mean('finished', 'when it was done; empty as long as it is not', 'date', finished),
      mean('status', 'its status', 'words', status),
      mean('rating', 'a rating', 'rating', rated),
    ],
  },
  {
    id: 'invoices',
    label: 'invoices: whether they are paid in time',
    names: /invoice|rechnung|beleg|payment|zahlung|mahn|offene posten|opos|saldo/i,
    meanings: [
      ...theClient,
      mean(
        'record',
        'the number of the invoice',
        'id',
        /(invoice|rechnung|rechnungs|beleg|belegfeld)[ _.-]*(id|no|nr|num|number|nummer|feld|1)?\b(?!.*(date|datum))/i,
        'itself',
      ),
      mean('due', 'when it is due', 'date', due, 'itself'),
      mean(
        'paid',
        'when it was paid; empty as long as it is not',
        'date',
        /paid|payment date|bezahlt|zahlungs(datum|eingang)|ausgeglichen|ausgleich|cleared|settled/i,
      ),
      mean('amount', 'the sum', 'number', /amount|total|sum|betrag|brutto|umsatz|value/i),
      mean('currency', 'the currency', 'words', currency),
      mean('status', 'its status', 'words', status),
    ],
  },
  {
    id: 'answers',
    label: 'answers to a survey',
    names: /survey|response|answer|umfrage|antwort|nps|csat|respondent/i,
    meanings: [
      ...theClient,
      mean('record', 'the number of the answer', 'id', idOf('response|respondent|answer|token|submission')),
      mean('date', 'when it was given', 'date', /date|time|submitted|datum|zeit|created|responded/i, 'itself'),
      mean('recommend', 'whether they would recommend you, 0 to 10', 'rating', /nps|recommend|empfehl|score|likely/i),
      mean('rating', 'how content they are', 'rating', rated),
      mean('quality', 'the quality of the work', 'rating', /quality|qualität/i),
      mean('punctual', 'whether you are in time', 'rating', /on.?time|timel|punctual|pünktlich|termintreue/i),
      mean('contact', 'how you communicate', 'rating', /communicat|kommunikation/i),
      mean('worth', 'whether it is worth its price', 'rating', /value|price|worth|preis/i),
    ],
  },
  {
    id: 'meetings',
    label: 'meetings: whether they take place',
    names: /meeting|event|appointment|calendar|termin|invitee|attendee|organizer/i,
    meanings: [
      ...theClient,
      mean('record', 'the number of the meeting', 'id', idOf('meeting|event|appointment|termin|uid')),
      mean('date', 'when it takes place', 'date', /start|date|when|beginn|datum|time/i, 'itself'),
      mean('status', 'whether it was held or cancelled', 'words', /status|outcome|cancel|result|ergebnis/i),
    ],
  },
  {
    id: 'hours',
    label: 'hours of work for clients',
    names: /hours|time.?sheet|stunden|zeiterfassung|duration|tracked/i,
    meanings: [
      ...theClient,
      mean('date', 'the day', 'date', /date|day|datum|tag|start/i, 'itself'),
      mean('hours', 'the hours, or like 2h 13m', 'duration', /hours|duration|stunden|dauer|time \(h/i, 'itself'),
    ],
  },
  {
    id: 'notes',
    label: 'notes or activities',
    names: /note|activit|comment|notiz|aktivität|log/i,
    meanings: [
      ...theClient,
      mean('date', 'when it was written', 'date', /date|time|created|datum|activity/i, 'itself'),
      mean('author', 'who wrote it', 'words', /author|by\b|owner|user|from|agent|verfasser|autor|von\b/i, 'itself'),
      mean('content', 'the text', 'text', /note|content|body|text|comment|description|subject|notiz|inhalt/i, 'itself'),
      mean('type', 'what kind of note it is', 'words', /type|kind|channel|art\b|typ\b/i),
    ],
  },
  {
    id: 'people',
    label: 'people at your clients',
    names: /contact|people|person|ansprechpartner|kontakt|first.?name|vorname/i,
    meanings: [
      ...theClient,
      mean('person', 'the name of the person', 'text', /full.?name|^name$|contact|person|ansprechpartner/i, 'itself'),
      mean('mail', 'the mail address', 'mail', /e-?mail/i),
      mean('title', 'the title', 'words', /title|position|titel/i),
      mean('phone', 'the phone', 'text', /phone|mobile|telefon/i),
      mean('role', 'the role', 'words', /role|rolle|funktion/i),
      mean('department', 'the department', 'words', /department|abteilung/i),
    ],
  },
  {
    id: 'clients',
    label: 'a list of your clients, a row each',
    names: /client|customer|account|compan|kunde|firmen|mandant/i,
    meanings: [
      {
        ...mean(
          'client-name',
          'the name of the client',
          'text',
          /^name$|client|customer|compan|organi[sz]ation|account( name)?$|kunde|firma|mandant/i,
        ),
        needed: 'itself',
      },
      mean('client-id', 'your own id of the client', 'id', new RegExp(`${idOfClient.source}|^(id|nr|no)\\.?$`, 'i')),
      mean('owner', 'who looks after it', 'words', /owner|manager|betreuer|responsible|verantwortlich/i),
      mean('industry', 'the industry', 'words', /industry|sector|branche/i),
      mean('location', 'the place', 'words', /location|city|country|^ort$|stadt|land\b/i),
      mean('revenue', 'what it pays you in a year', 'number', /revenue|mrr|arr\b|umsatz|fee|retainer|honorar/i),
      mean('currency', 'the currency', 'words', currency),
      mean('last-contact', 'the last contact', 'date', /last.*(contact|activity|touch)|letzter/i),
      mean('left-at', 'the day of notice', 'date', /left|churn.*(date|on)|cancel|gekündigt|kündigung/i),
      mean('left-because', 'why it left', 'words', /(churn|left|cancel).*(reason|because)|grund/i),
      mean('renews-on', 'when the contract ends', 'date', /renew|contract.*end|vertragsende|verlänger/i),
      mean('status', 'its status: says which clients are gone', 'words', status),
    ],
  },
];

export function fileKindOf(id: string): FileKind | undefined {
  return fileKinds.find((kind) => kind.id === id);
}

/** Whether a cell could be the header of a column that means something; a row of values has fewer of them. */
export function isNameOfMeaning(cell: string): boolean {
  const isShort = cell.length <= mostHeader && !/\d{3}|@/.test(cell);
  return isShort && fileKinds.some(({ meanings }) => meanings.some(({ names }) => names.test(cell)));
}
