/** How many rows of a file may have problems: a number, or a share of the rows. */
export type RejectLimit = { readonly rows: number } | { readonly percent: number };

/** How many rows of a file may be rejected; without a limit 5 % or 5 rows, whichever is more. */
export function mostOf(rows: number, limit?: RejectLimit): number {
  if (limit && 'rows' in limit) return limit.rows;
  const share = Math.floor((rows * (limit?.percent ?? 5)) / 100);
  return limit ? share : Math.max(5, share);
}
