import type { clientsGroup } from '../../shared/contract/clients.ts';
import { mostDetails } from '../../shared/contract/parameters.ts';
import type { Deps } from '../../shared/deps.ts';
import { type Day, dayAt } from '../../shared/domain/dates.ts';
import { BadRequest, Invalid } from '../../shared/domain/errors.ts';
import { changedAnswer } from '../../shared/http/changed-answer.ts';
import { type Answer, type Call, type Operation, textAnswer } from '../../shared/http/operation.ts';
import { fromLiveVersion, listBody, scopedAnswer } from '../../shared/http/roster-answer.ts';
import { asOf } from '../../shared/table/entities/client.ts';
import { type ScoredClient, scoredClients } from '../../shared/table/records/known-client.ts';
import type { Account } from '../../shared/table/store/item-keys.ts';
import { clientDetail } from '../../shared/table/views/model/client-detail.ts';
import { clientEntry, inOrder } from '../../shared/table/views/model/entries.ts';
import type { Reading } from '../../shared/table/views/read/live-version.ts';
import { portfolioIdOf, scopedClients } from '../../shared/table/views/read/scoped-clients.ts';
import { clientsBody, pageInOrder } from './page.ts';

type Endpoint = typeof clientsGroup.endpoints.listClients;

export const listClients: Operation<Endpoint> = (call, deps) => {
  const { include, limit, ids, portfolio_id, updated_since } = call.query;
  if (include && limit > mostDetails)
    throw new Invalid([`\`limit\` must be a whole number from 1 to ${mostDetails} with \`include=details\`.`]);
  const choice = ids === undefined ? updated_since && 'updated_since' : 'ids';
  if (choice && portfolioIdOf(portfolio_id) !== null) throw new BadRequest(apart(choice, 'portfolio_id'));
  if (ids !== undefined) {
    if (updated_since !== undefined) throw new Invalid([apart(choice ?? '', 'updated_since')]);
    return chosenClients(call, [...new Set(ids.split(','))], deps);
  }
  if (updated_since !== undefined) return changedClients(call, deps);
  if (include) return detailedClients(call, deps);
  return scopedAnswer('clients', call, deps, async (scope) => clientsBody(scope, await pageInOrder(scope, call.query)));
};

const apart = (a: string, b: string) => `\`${a}\` and \`${b}\` cannot be combined. Leave one of them out.`;

/** A page of the list, with what the records of its clients say now. */
async function detailedClients({ account, query }: Call<Endpoint>, deps: Deps): Promise<Answer> {
  const portfolioId = portfolioIdOf(query.portfolio_id);
  const open = (reading: Reading) => scopedClients(deps, account, portfolioId, reading);
  const live = await fromLiveVersion(open, async (scope) => scope);
  const make = async (scope: typeof live) => {
    const { texts, total } = await pageInOrder(scope, query);
    const ids = texts.map((text) => (JSON.parse(text) as { id: string }).id);
    const known = await scoredClients(deps.table, account, ids);
    const detailed = texts.map((text, at) => {
      const found = known.get(ids[at] ?? '');
      // removed since the list was made
      return found ? detailText(account, found, dayAt(deps.clock())) : text;
    });
    const { body, etag } = textAnswer(clientsBody(scope, { texts: detailed, total }));
    // the records may change while the list does not; its version tells whether pages belong together
    return { body, etag: `${scope.list.version}.${etag}` };
  };
  return { body: () => fromLiveVersion(open, make, live) };
}

/** What people did about 100 clients would not fit into an answer (largest-answers.test.ts). */
function detailText(account: Account, client: ScoredClient, today: Day): string {
  const { followUp: _, ...detail } = clientDetail(account, client, today);
  return JSON.stringify(detail);
}

/** Clients by their ids, made of their records: no list says where in it an id is. */
function chosenClients({ account, query }: Call<Endpoint>, ids: readonly string[], deps: Deps): Answer {
  const { include, offset, limit } = query;
  return {
    body: async () => {
      const known = await scoredClients(deps.table, account, ids);
      const entries = [...known.values()].map(entryOf(account, deps));
      const texts = inOrder(entries)
        .slice(offset, offset + limit)
        .map(({ text, detail }) => (include ? detail() : text));
      const missing = ids.filter((id) => !known.has(id));
      const echo = { customerId: account, portfolioId: null };
      return textAnswer(listBody('clients', texts, { total: known.size, ...echo, missing }));
    },
  };
}

/** Clients that changed, in the order in which they did. */
function changedClients({ account, query }: Call<Endpoint>, deps: Deps): Answer {
  return changedAnswer('clients', { account, query }, deps, async ({ changed, removed, ...rest }) => {
    const known = await scoredClients(deps.table, account, changed, { consistent: true });
    const entries = changed.flatMap((id) => known.get(id) ?? []).map(entryOf(account, deps));
    const texts = entries.map(({ text, detail }) => (query.include ? detail() : text));
    return listBody('clients', texts, { ...rest, customerId: account, portfolioId: null, removed });
  });
}

/** As lists show it, and its detail. */
function entryOf(account: Account, { clock }: Deps) {
  const today = dayAt(clock());
  return (found: ScoredClient) => ({
    ...clientEntry(account, asOf(found.client, today), found.score, [], new Map()),
    detail: () => detailText(account, found, today),
  });
}
