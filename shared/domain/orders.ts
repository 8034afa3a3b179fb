// Every order ends with an id, so that it is total; texts compare by code unit, names folded beforehand (search.ts).

export type Named = { foldedName: string; id: string };
export type Scored = Named & { score: number };

export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Alignment lists, people and, among themselves, custom portfolios. */
export function byName(a: Named, b: Named): number {
  return compareTexts(a.foldedName, b.foldedName) || compareTexts(a.id, b.id);
}

/** Clients and streams. */
export function byScore(a: Scored, b: Scored): number {
  return b.score - a.score || byName(a, b);
}

const systemRanks = new Map([
  ['all-clients', 0],
  ['favorite-clients', 1],
  ['archived-clients', 2],
]);

export function byPortfolio(a: Named, b: Named): number {
  return portfolioRank(a) - portfolioRank(b) || byName(a, b);
}

/** Notes: the stored order backwards, ids included, so that a query can cut it. */
export function newestFirst(a: { createdAt: string; id: string }, b: { createdAt: string; id: string }): number {
  return compareTexts(b.createdAt, a.createdAt) || compareTexts(b.id, a.id);
}

function portfolioRank({ id }: Named): number {
  return systemRanks.get(id) ?? systemRanks.size;
}
