export const total = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0);

/** Of the products of each column with each column, over rows that end with what is to be predicted. */
export function sumsOf(rows: readonly (readonly number[])[]): Float64Array[] {
  const width = rows[0]?.length ?? 1;
  const sums = Array.from({ length: width - 1 }, () => new Float64Array(width));
  for (const row of rows)
    for (let i = 0; i < sums.length; i += 1) {
      const [sum, factor] = [sums[i] ?? [], row[i] ?? 0];
      for (let j = 0; factor !== 0 && j < width; j += 1) sum[j] = (sum[j] ?? 0) + factor * (row[j] ?? 0);
    }
  return sums;
}

/** The weights of a ridge regression on all these sums, by elimination. */
export function ridge(sums: readonly (readonly Float64Array[])[], penalty = 30): number[] {
  const rows = (sums[0] ?? []).map((row, i) =>
    row.map((_, j) => total(sums.map((each) => each[i]?.[j] ?? 0)) + (i === j ? penalty : 0)),
  );
  for (const [i, pivot] of rows.entries())
    for (const row of rows) {
      const factor = row === pivot ? 0 : (row[i] ?? 0) / (pivot[i] ?? 1);
      for (let j = i; factor !== 0 && j < row.length; j += 1) row[j] = (row[j] ?? 0) - factor * (pivot[j] ?? 0);
    }
  return rows.map((row, i) => (row.at(-1) ?? 0) / (row[i] ?? 1));
}
