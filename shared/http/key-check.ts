import type { Deps } from '../deps.ts';
import { type Table, withSignal } from '../table/store/table.ts';
import { KeyChecker } from './admission.ts';
import { headerOf } from './headers.ts';
import type { Middleware, Step } from './request-state.ts';

/** No request waits longer for DynamoDB, whatever fails; nor so long that Lambda would end it without an answer. */
const patience = 2500;
const reserve = 300;

/** The table for one step of a request, so many milliseconds long. */
export function withTimeout(table: Table, milliseconds = patience): Table {
  return withSignal(table, AbortSignal.timeout(Math.max(0, milliseconds)));
}

/** Starts the check of the key. Who needs the answer waits for `state.admission`; no answer leaves before its clean-up. */
export function keyCheck(deps: Deps): Middleware {
  const gatekeeper = new KeyChecker(deps);
  const tidied = async ({ context }: Step) => {
    await context.state?.admitted?.cleanUp;
  };
  return {
    before: ({ event, context }) => {
      const deadline = Math.min(deps.tableDeadline ?? patience, context.getRemainingTimeInMillis() - reserve);
      const table = withTimeout(deps.table, deadline);
      const { account, admission } = gatekeeper.check(headerOf(event, 'x-api-key'), table);
      const state = { table, knownAccount: account, admission };
      context.state = state;
      admission.then(
        (admitted) => Object.assign(state, { admitted }),
        () => undefined,
      );
    },
    after: tidied,
    onError: tidied,
  };
}
