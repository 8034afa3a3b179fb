import { readRows } from '../../board/data/rows.ts';
import { counted, escaped, isolated } from '../../board/view/text.ts';
import { allAliases, comparedName } from '../../shared/table/entities/alias.ts';
import { changesBy } from '../../shared/table/facts/facts.ts';
import { bothClients, type Merge, mergeClients, mergeOf } from '../../shared/table/facts/merge-clients.ts';
import { CapExceeded } from '../../shared/table/facts/totals.ts';
import type { PageCall, RouteAnswer } from '../call.ts';
import { logChange } from '../log-change.ts';
import { Refusal } from '../ports.ts';
import { clientLabel, facts, form, offered } from '../view/html.ts';

// Two clients that are one: somebody chooses which of them stays, and sees before what moves.

interface Shown {
  readonly id: string;
  readonly name: string;
}

/** Asks for the other client, and then which of the two stays. */
export async function mergePage({ ports, request, open, query }: PageCall): Promise<RouteAnswer> {
  const [id = ''] = open;
  const { rows } = await readRows(ports.api, { include_archived: true });
  const one = rows.find((row) => row.id === id);
  if (!one) return { title: 'No such client', status: 404, html: '<h1>There is no such client</h1>' };
  const asked = query.get('with')?.trim() ?? '';
  const others = rows.filter((row) => row.id !== id);
  const named = others.filter((row) => [row.id, row.name, clientLabel(row)].some((each) => each === asked));
  const at = `${request.base}/clients/${encodeURIComponent(id)}`;
  const head = `<p><a href="${escaped(at)}">Everything about ${isolated(one.name)}</a></p>`;
  const [other] = named;
  if (other && named.length === 1) {
    const [first, second] = await Promise.all([ports.facts.mergeOf(id, other.id), ports.facts.mergeOf(other.id, id)]);
    const html = `${head}<h1>Which of the two stays?</h1>
<p>The other is removed: its records move, and files that name it, by its name or its ids, mean the one that stays. In lists of clients the rows of the one that stays count, and the report says which were left out. The history of scores of the other is deleted, and its id is not found any more; the score of the one that stays is counted anew in the next night. <b>Nobody can take this back.</b></p>
<div class="cards">${choice({ ports, request }, one, other, first)}${choice({ ports, request }, other, one, second)}</div>`;
    return { title: 'Which of the two stays?', html };
  }
  const wrong =
    asked === ''
      ? ''
      : `<p role="alert">${named.length > 1 ? 'Several clients are called' : 'There is no other client'} ${isolated(asked)}. Choose one of the list.</p>`;
  const html = `${head}<h1>Merge ${isolated(one.name)} with another client</h1>
${wrong}<form class="fields card" method="get" action="${escaped(at)}/merge">${offered('clients', others.map(clientLabel))}<label>The other client<input name="with" list="clients" required autocomplete="off"></label><button>See what would move</button></form>`;
  return { title: 'Merge two clients', html };
}

const kindNames = {
  signal: 'Signals',
  'open-signal': 'Open signals',
  note: 'Notes',
  person: 'People',
  alignment: 'Weekly reads',
  'follow-up': 'Follow-ups',
  stream: 'Streams',
  insights: 'Weeks of insights',
  member: 'Portfolios',
} as const;

function choice(
  call: Pick<PageCall, 'ports' | 'request'>,
  stays: Shown,
  goes: Shown,
  { facts: moved, both }: Merge,
): string {
  const rows = Object.entries(kindNames).flatMap(([kind, name]): [string, string][] => {
    const count = moved.filter((fact) => fact.kind === kind).length;
    return count === 0 ? [] : [[name, String(count)]];
  });
  const same =
    both === 0 ? '' : `<p>${counted(both, 'record')} that both have: those of ${isolated(stays.name)} count.</p>`;
  const path = `/clients/${encodeURIComponent(stays.id)}/merge`;
  const field = `<input type="hidden" name="goes" value="${escaped(goes.id)}">`;
  return `<section class="card"><h2>${isolated(clientLabel(stays))} stays</h2><p>From ${isolated(clientLabel(goes))} would move:</p>${rows.length === 0 ? '<p class="quiet">No records.</p>' : facts(rows)}${same}${form(call, path, `${field}<button>Keep ${isolated(stays.name)}</button>`)}</section>`;
}

/** The client of the address stays. */
export async function merge(call: PageCall): Promise<RouteAnswer> {
  const { ports, request, who, open } = call;
  const [stays = ''] = open;
  const goes = call.form.get('goes') ?? '';
  const at = `${request.base}/clients/${encodeURIComponent(stays)}`;
  if (goes === '' || goes === stays) return { location: `${at}/merge` };
  const { account } = who;
  await ports.facts.change(async (writer) => {
    const both = await bothClients(writer.table, account, [stays, goes]);
    if (!both) {
      const aliases = await allAliases(writer.table, account);
      // the answer of the first time may have been lost
      if (aliases.some(({ name, clientId }) => clientId === stays && comparedName(name) === comparedName(goes))) return;
      throw new Refusal('There is no such client any more.');
    }
    await expectRoom(() =>
      mergeOf(writer.table, account, stays, goes).then((found) => changesBy(writer.table, account, found.facts)),
    );
    await logChange(call, { what: 'clients merged', about: `${goes} into ${stays}` });
    await mergeClients(writer, account, both, { by: who.person, at: new Date(ports.clock()).toISOString() });
  });
  return { location: at };
}

/** Before the log says that they were merged. */
async function expectRoom(check: () => Promise<unknown>): Promise<void> {
  try {
    await check();
  } catch (error) {
    if (!(error instanceof CapExceeded)) throw error;
    throw new Refusal(`They have too much for one client: ${error.message}.`, { cause: error });
  }
}
