import type { PortfolioPlan } from './generate/portfolios.ts';
import type { Profile } from './generate/profile.ts';

/** The description from which an account of the demo is generated. */
export interface DemoAccount {
  readonly customerId: string;
  readonly name: string;
  /** Names of the account managers. */
  readonly owners: readonly string[];
  readonly profiles: () => readonly Profile[];
  readonly portfolios: readonly PortfolioPlan[];
}
