import { mostChanged } from '../contract/parameters.ts';
import type { Deps } from '../deps.ts';
import { Invalid } from '../domain/errors.ts';
import type { Account } from '../table/store/item-keys.ts';
import type { ChangedPart } from '../table/views/model/changed.ts';
import { type Changes, changesAfter } from '../table/views/read/changed.ts';
import { liveVersion } from '../table/views/read/live-version.ts';
import { type Answer, textAnswer } from './operation.ts';
import { fromLiveVersion } from './roster-answer.ts';

interface Asked {
  readonly account: Account;
  readonly query: { readonly updated_since: string | undefined; readonly limit: number; readonly offset: number };
}

/**
 * What changed after a place. `render` reads the records consistently: then they have the change, since it was written
 * before the list named it. What a record has more is named by a later version.
 */
export function changedAnswer(
  part: ChangedPart,
  { account, query: { updated_since = '', limit, offset } }: Asked,
  deps: Deps,
  render: (changes: Changes) => Promise<string>,
): Answer {
  const wrong = [
    ...(limit > mostChanged
      ? [`\`limit\` must be a whole number from 1 to ${mostChanged} with \`updated_since\`.`]
      : []),
    ...(offset > 0 ? ['`offset` must be 0 with `updated_since`. Go on with the `next` of the answer.'] : []),
  ];
  if (wrong.length > 0) throw new Invalid(wrong);
  return {
    body: async () => {
      const changes = await fromLiveVersion(
        async (reading) => (await liveVersion(deps, account, reading)).list('changed'),
        (list) => changesAfter(list, part, placeOf(updated_since), limit),
      );
      return textAnswer(await render(changes));
    },
  };
}

/** Places have milliseconds. */
function placeOf(since: string): string {
  if (since.length === '2026-11-20'.length) return `${since}T00:00:00.000Z`;
  return since.replace(/(:\d\d)Z/, '$1.000Z');
}
