import type { Deps } from '../deps.ts';
import { type RequestTable, withSignal } from '../table/store/table.ts';
import { KeyChecker } from './admission.ts';
import { headerOf, isRepeated } from './headers.ts';
import type { Middleware, Step } from './request-state.ts';

/** The longest time that a request waits for DynamoDB, in milliseconds. */
const longestWait = 2500;
/** Time left to respond before Lambda ends the invocation. */
const timeToRespond = 300;

/** The table with a deadline for one step of a request. */
export function withTimeout(table: RequestTable, milliseconds = longestWait): RequestTable {
  return withSignal(table, AbortSignal.timeout(Math.max(0, milliseconds)));
}

/** Starts the key check. Await `state.admission` for its result. The response is sent only after clean-up has finished. */
export function keyCheck(deps: Deps): Middleware {
  const keys = new KeyChecker(deps);
  const awaitCleanUp = async ({ context }: Step) => {
    await context.state?.admitted?.cleanUp;
  };
  return {
    before: ({ event, context }) => {
      const deadline = Math.min(deps.tableDeadline ?? longestWait, context.getRemainingTimeInMillis() - timeToRespond);
      const table = withTimeout(deps.table, deadline);
      // of two keys nothing says whose request it is
      const apiKey = isRepeated(event, 'x-api-key') ? undefined : headerOf(event, 'x-api-key');
      const { account, admission } = keys.check(apiKey, table);
      const state = { table, knownAccount: account, admission };
      context.state = state;
      admission.then(
        (admitted) => Object.assign(state, { admitted }),
        () => undefined,
      );
    },
    after: awaitCleanUp,
    onError: awaitCleanUp,
  };
}
