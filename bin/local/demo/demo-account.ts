import type { PortfolioPlan } from './generate/portfolios.ts';
import type { Profile } from './generate/profile.ts';

/** An account of the demo, before anything of it is worked out. */
export interface DemoAccount {
  readonly customerId: string;
  readonly name: string;
  /** The account managers. */
  readonly owners: readonly string[];
  readonly profiles: () => readonly Profile[];
  readonly portfolios: readonly PortfolioPlan[];
}
