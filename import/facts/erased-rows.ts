import { clientTexts, type Erased } from '../../shared/table/access/erased.ts';
import { comparedName } from '../../shared/table/entities/alias.ts';
import { clientIdFrom, ownDomain } from '../../shared/table/entities/client.ts';
import type { Row } from '../../shared/table/entities/entity.ts';
import { isErasedPerson } from '../../shared/table/entities/kinds.ts';
import type { ProblemGroup } from '../files/problems.ts';
import { otherId } from '../rows/other-id.ts';
import { domainsIn } from './client-index.ts';

// Rows about what was erased are left out. Reports say on which day that was, and never whom a row names.

/** Why a row is left out; undefined if it is not. `isKnown`: it is about a client of the account. */
export function erasedText(row: Row, isKnown: boolean, erased: Erased): string | undefined {
  if (erased.isEmpty) return undefined;
  const { kind, given } = row;
  const about = (what: string, day: string) => `${what} was erased on ${day}, so the row is not imported`;
  const isList = kind.name === 'clients' && row.follows === undefined;
  const client = isList || !isKnown ? erased.clientOn(callingsIn(row)) : undefined;
  if (client !== undefined) return about('the client', client);
  if (!erased.hasPeople || !isErasedPerson(kind, given as never, erased.scrub)) return undefined;
  const days = (kind.personIn?.(given as never) ?? []).map((name) => erased.personOn(String(name ?? '')));
  return about('the person', days.find((day) => day !== undefined) ?? '');
}

/** What a row calls its client by. Of the list of all clients the ids alone: two clients may have one name. */
function callingsIn({ kind, given, own, follows }: Row): string[] {
  const { serviceId, externalId, clientName, clientEmail } = given;
  const texts = (cell: unknown) => (cell == null || cell === '' ? [] : [String(cell)]);
  if (kind.name === 'clients' && follows !== undefined) {
    const names = [...texts(given.name), ...texts(externalId).map((id) => otherId(follows, id))].map(comparedName);
    return clientTexts({ names, domains: texts(ownDomain(own)) });
  }
  const [id, external] = [texts(serviceId), texts(externalId)];
  return clientTexts({
    ids: [...id, ...external.map(clientIdFrom)],
    externalIds: external,
    // ids of clients that were merged with it are other names of it
    names: [...texts(clientName), ...texts(clientEmail), ...id, ...external].map(comparedName),
    domains: texts(clientEmail).flatMap(domainsIn),
  });
}

/** Whether a text is what an erased client was called, or names an erased person. */
export function namesErased(text: string, erased: Erased): boolean {
  return !erased.isEmpty && (isErasedClient(text, erased) || erased.scrub(text) !== text);
}

function isErasedClient(text: string, erased: Erased): boolean {
  const asClient = clientTexts({ ids: [text], externalIds: [text], names: [comparedName(text)] });
  return erased.clientOn(asClient) !== undefined;
}

/** A row as reports and files of rejected rows show it: nothing of a row about an erased client. */
export function withoutErasedNames(row: readonly string[], erased: Erased): readonly string[] {
  if (erased.isEmpty) return row;
  const isHidden = row.some((cell) => isErasedClient(cell, erased));
  return row.map((cell) => (isHidden || namesErased(cell, erased) ? '[erased]' : cell));
}

/** What is wrong with rows, without the people whom cells name. */
export function withoutErasedPeople(groups: readonly ProblemGroup[], { scrub }: Erased): ProblemGroup[] {
  return groups.map((group) => ({ ...group, message: scrub(group.message) }));
}
