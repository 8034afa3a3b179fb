import type { BoardData } from '../data/collect.ts';

/** What a row shows in addition to the client's own figures. */
export interface RowSetting {
  readonly data: BoardData;
  readonly now: number;
  readonly owners: readonly string[];
  readonly portfolioIds: readonly string[];
  /** The room of all sparklines. */
  readonly span: number;
  /** Where there is a page of the client; a file has none. */
  readonly addressOf?: ((id: string) => string) | undefined;
}
