// Every order ends with the id, so it is total. Texts compare by code unit; names are folded first (lists/search.ts).

export type Named = { foldedName: string; id: string };
export type Scored = Named & { score: number };

export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The order of alignment lists, key people and custom portfolios. */
export function byName(a: Named, b: Named): number {
  return compareTexts(a.foldedName, b.foldedName) || compareTexts(a.id, b.id);
}

/** The order of clients and streams. */
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

function portfolioRank({ id }: Named): number {
  return systemRanks.get(id) ?? systemRanks.size;
}
