import { fromLiveVersion } from '../../../shared/http/roster-answer.ts';
import type { Account, RosterName } from '../../../shared/table/store/item-keys.ts';
import { PageCache } from '../../../shared/table/store/page-cache.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import type { EntryFields } from '../../../shared/table/views/model/entries.ts';
import { liveVersion } from '../../../shared/table/views/read/live-version.ts';

/** Everything that the live version of an account shows, read as a request does it, by a container that has read nothing. */
export function readViews(table: Table, account: Account) {
  return fromLiveVersion(
    (reading) => liveVersion({ table, pages: new PageCache(1024 * 1024) }, account, reading),
    async (live) => {
      const view = await live.portfolios();
      const linesOf = async (name: RosterName, hasFields = false) => {
        const list = live.list<EntryFields>(name);
        const positions = await list.positions([...(await list.item()).parts.keys()], 0, Number.POSITIVE_INFINITY);
        const texts = await list.textsAt(positions);
        const fields = hasFields ? await list.fieldsAt(positions) : [];
        return positions.map(({ part }, at) => ({ part, text: texts[at], fields: fields[at] }));
      };
      return {
        version: live.version,
        scoredFor: live.scoredFor,
        clients: await linesOf('clients', true),
        streams: await linesOf('streams'),
        alignment: await linesOf('alignment'),
        trending7day: await linesOf('trending7day'),
        trending30day: await linesOf('trending30day'),
        view,
      };
    },
  );
}
