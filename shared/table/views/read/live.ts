import { type Account, headKey, portfolioViewKey, type RosterName } from '../../store/item-keys.ts';
import { type Item, readItem } from '../../store/read.ts';
import { fromHeadItem, type Head } from '../model/head.ts';
import { fromPortfolioViewItem, type PortfolioView } from '../model/portfolio-view.ts';
import type { Reader } from './list-version.ts';

interface Reading {
  readonly consistent?: boolean;
}

/** The live head of a roster. A container decodes each version once. Undefined before the first publication. */
export async function liveHead(
  { table, pages }: Reader,
  account: Account,
  roster: RosterName,
  reading: Reading = {},
): Promise<Head | undefined> {
  const item = await readItem(table, headKey(account, roster), reading);
  if (!item) return undefined;
  return pages.derived(`${account} ${roster} head ${item.version}`, () => {
    const value = fromHeadItem(item);
    return { value, bytes: value.parts.reduce((sum, part) => sum + part.pages.length, 0) * bytesPerPage };
  });
}

/** The live portfolio view. A container decodes each version once. Undefined before the first publication. */
export async function livePortfolios(
  { table, pages }: Reader,
  account: Account,
  reading: Reading = {},
): Promise<PortfolioView | undefined> {
  const item = await readItem(table, portfolioViewKey(account), reading);
  if (!item) return undefined;
  return pages.derived(`${account} portfolios ${item.version}`, () => ({
    value: fromPortfolioViewItem(item),
    bytes: decodedBytes(item),
  }));
}

const bytesPerPage = 100;

function decodedBytes({ z }: Item): number {
  return (z as Uint8Array).length * 16;
}
