import { join } from 'node:path';

/** An account of the demo. */
export interface DemoAccount {
  readonly customerId: string;
  readonly name: string;
  /** With its files. */
  readonly folder: string;
  /** What describes those of other systems. */
  readonly presets: readonly string[];
}

const folder = (name: string) => join(import.meta.dirname, name);

/** An agency with the exports of its systems. */
export const brightwater: DemoAccount = {
  customerId: 'brightwater',
  name: 'Brightwater Agency',
  folder: folder('brightwater'),
  presets: ['hubspot', 'zendesk', 'invoices', 'meetings', 'harvest', 'surveys'],
};

/** A second, small account: with two, a caller can check that a key sees its own account only. */
export const northlight: DemoAccount = {
  customerId: 'northlight',
  name: 'Northlight Partners',
  folder: folder('northlight'),
  presets: [],
};

/** Edge cases that every program that calls the API should be tested with, kept out of the other accounts. */
export const edgeCases: DemoAccount = {
  customerId: 'edgecases',
  name: 'Edge Cases',
  folder: folder('edgecases'),
  presets: [],
};
