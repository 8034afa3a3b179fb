import { type LogLine, writeLogLine } from '../../../shared/table/access/account-log.ts';
import type { Account } from '../../../shared/table/store/item-keys.ts';
import type { Target } from '../service/target.ts';
import type { Context } from './context.ts';

/** Writes what an operator changes, before the change takes effect. */
export async function logChange(
  { clock, randomBytes }: Pick<Context, 'clock' | 'randomBytes'>,
  { table, operator }: Pick<Target, 'table' | 'operator'>,
  account: Account,
  line: Omit<LogLine, 'at' | 'who'>,
): Promise<void> {
  const name = await operator?.();
  const who = name === undefined ? 'operator' : `operator ${name}`;
  await writeLogLine(table, account, { at: new Date(clock()).toISOString(), who, ...line }, randomBytes);
}
