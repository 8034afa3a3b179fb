import { portfoliosMeant } from '../../shared/domain/lists/portfolios.ts';

type Named = { readonly id: string; readonly name: string };

/** The portfolio that `--portfolio` means. */
export function portfolioNamed(portfolios: readonly Named[], given: string): Named {
  const found = portfoliosMeant(portfolios, given);
  const [only] = found;
  if (!only) {
    const names = portfolios.map(({ name }) => name).join(', ');
    throw new Error(`There is no portfolio ${given}. The account has: ${names}.`);
  }
  if (found.length > 1) {
    throw new Error(
      `${found.length} portfolios are called ${given}. Give one of their ids: ${found.map(({ id }) => id).join(', ')}.`,
    );
  }
  return only;
}
