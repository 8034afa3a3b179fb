import type { InboxJobDeps } from '../../import/inbox/aws/start.ts';
import { tellLateFeeds } from '../../import/inbox/late-feeds.ts';
import { watchInboxes } from '../../import/inbox/watch-inboxes.ts';
import { loggedError, withMetrics } from '../../shared/log.ts';

const minute = 60_000;
const patience = { quiet: 5 * minute, longest: 30 * minute };
const betweenChecks = 5 * minute;
const mostNamed = 20;
const checksADay = (24 * 60) / 5;
/** 06:00 UTC, when the files of the night should be there. */
const feedsAt = (6 * 60) / 5;

/** A schedule calls it every five minutes: it asks the importer to work on accounts whose files wait no longer. */
export function create(deps: InboxJobDeps): () => Promise<void> {
  const { clock, log, queue } = deps;
  return async () => {
    const slot = Math.floor(clock() / betweenChecks);
    try {
      // once an hour also without files: a run may have been killed after it moved its last one
      const { due, again, givenUp, failures, refused, oldest } = await watchInboxes(deps, patience, {
        always: slot % 12 === 0,
      });
      // a check that is delivered twice sends its messages once
      const all = [...due, ...again];
      await queue.send(all.map((customerId) => ({ message: { customerId }, id: `${customerId}-${slot}` })));
      if (slot % checksADay === feedsAt) await tellLateFeeds(deps);
      for (const { account, error } of failures) {
        log({ level: 'error', kind: 'inbox', customerId: account, error: loggedError(error) });
      }
      const errors = givenUp.length + failures.length + refused.length;
      const level = errors > 0 ? 'error' : 'info';
      const first = { givenUp: givenUp.slice(0, mostNamed), refused: refused.slice(0, mostNamed) };
      log(
        withMetrics({ level, kind: 'inboxes', due: all.length, ...first }, clock(), {
          InboxAge: Math.round(oldest / 1000),
          InboxRunsFailed: givenUp.length,
          InboxErrors: errors,
        }),
      );
    } catch (error) {
      log(withMetrics({ level: 'error', kind: 'inboxes', error: loggedError(error) }, clock(), { InboxErrors: 1 }));
    }
  };
}
