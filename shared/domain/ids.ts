const idPattern = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

export function isId(text: string): boolean {
  return idPattern.test(text);
}

/** Path segments that follow `/clients/` in other endpoints, so no client may have them as its id. */
export const reservedClientIds: ReadonlySet<string> = new Set([
  'alignment',
  'by-risk',
  'export',
  'portfolio-health',
  'search',
  'statistics',
  'trending',
]);

export function isClientId(text: string): boolean {
  return isId(text) && !reservedClientIds.has(text);
}

type SystemPortfolioId = 'all-clients' | 'favorite-clients' | 'archived-clients';
export type SystemPortfolio = { id: SystemPortfolioId; name: string; color: string };

/** In the order in which they are listed. */
export const systemPortfolios: readonly SystemPortfolio[] = [
  { id: 'all-clients', name: 'All Clients', color: '#2563EB' },
  { id: 'favorite-clients', name: 'Favorites', color: '#F59E0B' },
  { id: 'archived-clients', name: 'Archived', color: '#6B7280' },
];
