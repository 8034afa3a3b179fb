import { longAccountId } from '../../shared/domain/lists/crm.ts';

/** What an alias of a client calls it, if another system has this id or name for it. */
export function otherId(system: string, text: string): string {
  // aliases are compared without case, and ids of Salesforce with 15 characters have it
  return `${system} ${longAccountId(text) ?? text}`;
}
