import { namesClient } from './meanings.ts';

// Tables that are not about clients: what each is, and what would help. Of one of the signs, all headers are there.

const strangers: readonly { readonly is: string; readonly help: string; readonly signs: readonly RegExp[][] }[] = [
  {
    is: 'a list of your own employees',
    help: 'who looks after a client is in the column Account Owner of the list of clients',
    signs: [
      [/employee|personalnummer|mitarbeiter|salary|gehalt|hire date|eintritt|birth|geburt|vacation|urlaub/i],
      [/^(full |first |last )?name$|vorname|nachname/i, /department|abteilung|job ?title|^position$|^team$/i],
    ],
  },
  {
    is: 'a list of prices',
    help: 'what clients pay is in the invoices',
    signs: [[/price|preis/i, /article|artikel|item|sku|product|produkt|service|leistung|unit|einheit|bezeichnung/i]],
  },
];

/** Undefined if the headers may be about clients. */
export function strangerText(headers: readonly string[]): string | undefined {
  if (headers.some(namesClient)) return undefined;
  const has = (name: RegExp) => headers.some((header) => header.length <= 60 && name.test(header.trim()));
  const found = strangers.find(({ signs }) => signs.some((names) => names.every(has)));
  return found && `it looks like ${found.is}, which says nothing about clients; ${found.help}`;
}
