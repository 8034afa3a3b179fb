import type { LogLine } from '../shared/table/access/account-log.ts';
import type { PageCall } from './call.ts';

/** Writes who changes what, before the change takes effect, or who reads what, before it is shown. */
export function logChange({ ports, who }: Pick<PageCall, 'ports' | 'who'>, line: Omit<LogLine, 'at' | 'who'>) {
  return ports.audit.append({ at: new Date(ports.clock()).toISOString(), who: who.id, ...line });
}
