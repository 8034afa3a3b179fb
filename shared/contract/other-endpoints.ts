import { folded } from '../domain/near-miss.ts';

/**
 * The endpoint that has each parameter of the contract, for callers who send it elsewhere. A list of its own, because a
 * function knows only its own endpoints; a test compares it with the contract.
 */
export const endpointOf: ReadonlyMap<string, string> = new Map([
  ['before', '/clients/{client_id}/notes'],
  ['bom', '/clients/export/csv'],
  ['client_id', '/clients/{client_id}'],
  ['days', '/clients/{client_id}/history'],
  ['direction', '/clients/trending'],
  ['include', '/clients/export/csv'],
  ['include_archived', '/clients'],
  ['include_clients', '/portfolios/{portfolio_id}'],
  ['include_inactive', '/streams'],
  ['include_system', '/portfolios'],
  ['limit', '/clients'],
  ['offset', '/clients'],
  ['period', '/clients/trending'],
  ['portfolio_id', '/clients'],
  ['query', '/clients/search'],
  ['risk_level', '/clients/by-risk/{risk_level}'],
  ['stream_id', '/clients/{client_id}/streams/{stream_id}'],
  ['week', '/clients/alignment'],
]);

const namesByFolded = new Map([...endpointOf.keys()].map((name) => [folded(name), name]));

/** Whether the wrong scope would be answered: such mistakes give 400. */
export const isOfPortfolios = (sent: string) => namesByFolded.get(folded(sent)) === 'portfolio_id';

/** What to say about a parameter of another endpoint; undefined if no endpoint has one of this name. */
export function misplaced(sent: string, path: string): string | undefined {
  const name = namesByFolded.get(folded(sent));
  if (name === undefined) return undefined;
  const home = endpointOf.get(name) ?? '';
  if (home.includes(`{${name}}`)) return `\`${name}\` is not a parameter of GET ${path}. Use GET ${home}.`;
  // the clients of a portfolio are paged there
  const scope = path.includes('{portfolio_id}') && home === '/clients' ? 'portfolio_id=…&' : '';
  return `\`${name}\` is not a parameter of GET ${path}. Use GET ${home}?${name === 'portfolio_id' ? '' : scope}${name}=…`;
}
