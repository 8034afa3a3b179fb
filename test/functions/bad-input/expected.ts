import { membersOfOwn, shared, type Tenant } from '../../support/service/tenants.ts';
import type { Documented, DocumentedOperation } from './document.ts';

// A second implementation of the design's rules for 400 / 422, portfolio_id and the order of checks.
// It uses none of the code under test.

/** The decoded values of each parameter, by its place and name (`query limit`). */
export type SentParameters = ReadonlyMap<string, readonly string[]>;

/** The allowed statuses; more than one only where the contract leaves it open. */
export function expectedStatuses(
  { parameters }: DocumentedOperation,
  said: SentParameters,
  tenant: Tenant,
  meant: readonly string[],
): readonly number[] {
  const faults = parameters
    .filter((parameter) => parameter.in !== 'header')
    .map((parameter) => faultOf(parameter, textsOf(parameter, said)));
  for (const { name, in: place } of parameters) {
    if (place === 'query' && meant.includes(name)) faults.push(isScope(name) ? 400 : 422);
  }
  for (const name of meant.filter((each) => each.startsWith('any '))) faults.push(isScope(name.slice(4)) ? 400 : 422);
  if (faults.includes(400)) return [400];
  if (faults.includes('400 or 422')) return [400, 422];
  if (faults.includes(422)) return [422];
  const [both] = together(said);
  return [both ?? (isKnown(said, tenant) ? 200 : 404)];
}

/** Rules about two parameters. They are looked at when each alone is fine. */
function together(said: SentParameters): (400 | 422)[] {
  const is = (name: string, test: (text: string) => boolean) => said.get(`query ${name}`)?.some(test) === true;
  const isLong = is('include', (text) => text === 'details') && is('limit', (text) => Number(text) > 100);
  if (isLong) return [422];
  return is('ids', () => true) && ![null, ''].includes(echoOf(said)) ? [400] : [];
}

/** Both spellings of portfolio_id are one parameter. */
function textsOf({ name, in: place }: Documented, said: SentParameters): readonly string[] {
  return place === 'query' && isScope(name) ? scopesOf(said) : (said.get(`${place} ${name}`) ?? []);
}

/** The same value once in each spelling counts once. */
function scopesOf(said: SentParameters): readonly string[] {
  const [one = [], other = []] = ['query portfolio_id', 'query portfolioId'].map((name) => said.get(name));
  return one.length === 1 && other.length === 1 && one[0] === other[0] ? one : [...one, ...other];
}
const isScope = (name: string) => name === 'portfolio_id' || name === 'portfolioId';
const isBlank = (text: string) => text.trim() === '';

function faultOf(parameter: Documented, texts: readonly string[]): 400 | 422 | '400 or 422' | undefined {
  const { name, in: place, required } = parameter;
  const [text] = texts;
  if (place === 'path') return parameter.schema.enum && !isMet(parameter, text ?? '') ? 422 : undefined;
  if (isScope(name)) {
    return texts.length > 1 || text === 'favorite-clients' || text === 'archived-clients' ? 400 : undefined;
  }
  if (required && texts.every(isBlank)) return 400;
  if (texts.length > 1) return required && texts.some(isBlank) ? '400 or 422' : 422;
  return text === undefined || isMet(parameter, text) ? undefined : 422;
}

function isMet({ name, schema }: Documented, text: string): boolean {
  if (schema.enum) return schema.enum.includes(text);
  if (schema.type === 'boolean') return text === 'true' || text === 'false';
  if (schema.type === 'integer') {
    if (!/^(0|[1-9][0-9]*)$/.test(text)) return false;
    const number = BigInt(text);
    return number >= BigInt(schema.minimum ?? 0) && number <= BigInt(schema.maximum ?? 0);
  }
  if (schema.format === 'date') {
    if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text)) return false;
    const date = new Date(`${text}T00:00:00Z`);
    return !text.startsWith('0000') && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
  }
  if (schema.pattern) {
    const isDate = name !== 'before' || !Number.isNaN(Date.parse(text.slice(0, 24)));
    return isDate && new RegExp(schema.pattern).test(text);
  }
  const { length } = Array.from(text);
  return length >= (schema.minLength ?? 0) && length <= (schema.maxLength ?? Number.POSITIVE_INFINITY);
}

function isKnown(said: SentParameters, { clientIds, streamIds, portfolioIds }: Tenant): boolean {
  const one = (name: string) => said.get(`path ${name}`)?.[0];
  const client = one('client_id');
  const stream = one('stream_id');
  const portfolio = one('portfolio_id');
  const scope = scopesOf(said)[0];
  const system = ['all-clients', 'favorite-clients', 'archived-clients'];
  return (
    (client === undefined || clientIds.includes(client)) &&
    (stream === undefined || streamIds[clientIds.indexOf(client ?? '')] === stream) &&
    (portfolio === undefined || portfolioIds.includes(portfolio) || system.includes(portfolio)) &&
    (scope === undefined || scope === 'all-clients' || portfolioIds.includes(scope))
  );
}

/** The largest number of clients that a response may cover, by its scope. */
export function mostClients(said: SentParameters, { clientIds }: Tenant): number {
  const scope = scopesOf(said)[0];
  return scope === undefined || scope === 'all-clients' || scope === shared ? clientIds.length : membersOfOwn;
}

/** The `portfolioId` that the response must contain; null for the whole list. */
export function echoOf(said: SentParameters): string | null {
  const scope = scopesOf(said)[0];
  return scope === undefined || scope === 'all-clients' ? null : scope;
}
