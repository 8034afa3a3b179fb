/** The portfolio with this id, else those with this name, ignoring case. The rule for assistants, board and morning. */
export function portfoliosMeant<P extends { readonly id: string; readonly name: string }>(
  portfolios: readonly P[],
  given: string,
): P[] {
  const fold = (text: string) => text.trim().toLowerCase();
  const byId = portfolios.filter(({ id }) => id === given);
  return byId.length > 0 ? byId : portfolios.filter(({ name }) => fold(name) === fold(given));
}
