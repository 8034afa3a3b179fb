import type { BoardData } from '../data/collect.ts';
import type { Scale } from './lines.ts';

/** What a row shows in addition to the client's own figures. */
export interface RowSetting {
  readonly data: BoardData;
  readonly now: number;
  readonly owners: readonly string[];
  readonly portfolioIds: readonly string[];
  readonly spark: Scale;
  readonly year: Scale;
  readonly nameOf: (id: string) => string;
}
