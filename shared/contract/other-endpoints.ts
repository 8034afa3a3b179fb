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
  ['ids', '/clients'],
  ['include', '/clients'],
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
  ['updated_since', '/clients'],
  ['week', '/clients/alignment'],
]);

const namesByFolded = new Map([...endpointOf.keys()].map((name) => [folded(name), name]));

/** Whether the wrong scope would be answered: such mistakes give 400. */
export const isOfPortfolios = (sent: string) => namesByFolded.get(folded(sent)) === 'portfolio_id';

/**
 * Names of other APIs, which would widen an answer if they were ignored, and what to use instead. Those that mean a
 * parameter are in its `mistakenFor`.
 */
const foreignNames: ReadonlyMap<string, string> = new Map(
  [
    ['Use GET /clients/{client_id}.', 'id', 'client'],
    ['Use GET /clients/search?query=…', 'q', 'search', 'name'],
    [
      'Archived clients are listed with `include_archived=true`, inactive streams with `include_inactive=true`.',
      'status',
    ],
    ['Answers always have all fields.', 'fields'],
    ['Each list has one order.', 'sort', 'sortby', 'order', 'orderby'],
    [
      'Pages are chosen with `limit` and `offset` where the endpoint has them.',
      ...['page', 'perpage', 'pagesize', 'cursor'],
    ],
    ['Answers are of today; GET /clients/{client_id}/history has the scores of earlier days.', 'asof'],
    ['What changed is at GET /clients?updated_since=… and GET /streams?updated_since=….', 'since'],
    ['Lists are not filtered by a field.', 'value', 'filter'],
  ].flatMap(([advice = '', ...names]) => names.map((name) => [name, advice] as const)),
);

function foreign(sent: string): string | undefined {
  const name = folded(sent);
  const advice = foreignNames.get(name.startsWith('filter') ? 'filter' : name);
  return advice && `Unknown parameter${/^[\w.-]{1,40}$/.test(sent) ? ` \`${sent}\`` : ''}. ${advice}`;
}

/** What to say about a parameter of another endpoint or of other APIs; undefined if it is neither. */
export function misplaced(sent: string, path: string): string | undefined {
  const name = namesByFolded.get(folded(sent));
  if (name === undefined) return foreign(sent);
  if (path.includes(`{${name}}`)) return `\`${name}\` is a part of the path of GET ${path}, not of its query.`;
  const home = endpointOf.get(name) ?? '';
  if (home.includes(`{${name}}`)) return `\`${name}\` is not a parameter of GET ${path}. Use GET ${home}.`;
  // the clients of a portfolio are paged there
  const scope = path.includes('{portfolio_id}') && home === '/clients' ? 'portfolio_id=…&' : '';
  return `\`${name}\` is not a parameter of GET ${path}. Use GET ${home}?${name === 'portfolio_id' ? '' : scope}${name}=…`;
}
