import { quoted } from '../../shared/domain/cells/cells.ts';
import { comparedName } from '../../shared/table/entities/alias.ts';
import { clientIdFrom, ownDomain } from '../../shared/table/entities/client.ts';
import type { Row } from '../../shared/table/entities/entity.ts';
import type { Issue } from '../files/problems.ts';
import { otherId } from '../rows/other-id.ts';
import type { ClientIndex } from './client-index.ts';

const mailHeader = /^e-?mail([ _-]?address)?$/i;

/**
 * The client that a row means, of a list that another one leads: by its id, by the domain of its website or mail address,
 * or by its name. A row that means none, or perhaps several, is asked about.
 */
export function clientOfOtherList(
  { given, own, headers }: Row,
  system: string,
  clients: ClientIndex,
  newClients: ReadonlySet<string>,
): string | Issue {
  const [id, name] = [String(given.externalId), String(given.name)];
  const known = clients.idOfOther(system, id);
  if (known !== undefined) return known;
  const mails = [...own].flatMap(([key, value]) => (mailHeader.test(key) ? [String(value)] : []));
  const named = clients.namedBy(name);
  const found = new Set([
    ...clients.ofDomains([ownDomain(own) ?? '', ...mails].join(' ')),
    ...(named == null ? [] : [named]),
  ]);
  const [only] = found;
  if (only !== undefined && found.size === 1) return only;
  // an answer for a name that several may have would be wrong for the next one
  const isUnclear = found.size > 1 || named === null;
  const asked = isUnclear ? otherId(system, id) : name;
  if (newClients.has(comparedName(asked))) return clientIdFrom(`${system}-${id}`);
  const what = isUnclear
    ? `several clients could be ${quoted(name)}`
    : `there is no client with the id, the domain or the name of ${quoted(name)}`;
  return {
    column: headers.name ?? 'Name',
    message: `${what}; say once which client it is`,
    reference: true,
    given: { clientName: asked, name, list: system, listedId: id },
  };
}
