import { escaped } from '../../board/view/text.ts';
import type { ClientDetail } from '../../client/index.ts';
import { dateOf, dayAt, isDate } from '../../shared/domain/dates.ts';
import { allAliases, comparedName } from '../../shared/table/entities/alias.ts';
import { allClients, type ImportedClient, storedClient } from '../../shared/table/entities/client.ts';
import { entityOf } from '../../shared/table/entities/kinds.ts';
import * as limits from '../../shared/table/entities/limits.ts';
import { schemaOf } from '../../shared/table/entities/statement.ts';
import { type Fact, type FactWriter, removeAliases, writeFacts } from '../../shared/table/facts/facts.ts';
import { clientKey } from '../../shared/table/store/item-keys.ts';
import { readItem } from '../../shared/table/store/read.ts';
import type { PageCall, RouteAnswer } from '../call.ts';
import { logChange } from '../log-change.ts';
import { Refusal } from '../ports.ts';
import { form } from '../view/html.ts';

/** Forms that say what a file could say too: another name, or that the client left. */
export function changeForms(call: PageCall, { id, metadata: { leftAt } }: ClientDetail): string {
  const at = `/clients/${encodeURIComponent(id)}`;
  const today = dateOf(dayAt(call.ports.clock()));
  const name = (label: string) =>
    `<label>${label}<input name="name" required maxlength="200" autocomplete="off"></label>`;
  const left =
    leftAt === undefined
      ? `<label>Day of notice<input type="date" name="day" required max="${today}" value="${today}"></label><label>Why<input name="because" maxlength="500" autocomplete="off"></label><button>It left</button>`
      : '<input type="hidden" name="back" value="yes"><button>It has not left</button>';
  return `<section class="card wide change"><h2>Change this client</h2><p class="quiet">Kept when the next list comes: also under its old name a list means this client.</p>${form(call, `${at}/rename`, `${name('New name')}<button>Rename</button>`)}${form(call, `${at}/other-name`, `${name('Another name')}<button>Also called so</button>`)}${form(call, `${at}/left`, left)}<p><a href="${escaped(call.request.base + at)}/merge">Merge it with another client</a></p></section>`;
}

/** The client gets another name, and keeps the one of before as another name. */
export async function rename(call: PageCall): Promise<RouteAnswer> {
  const name = nameIn(call);
  return changed(call, 'client renamed', expectFree(name), async (writer, client, now) => {
    // first, so that a list cannot undo a change that is killed here
    if (comparedName(client.name) !== comparedName(name))
      await write(writer, call, [otherName(call, client.id, client.name, now)]);
    await write(writer, call, [{ kind: 'client', value: { ...client, name, updatedAt: now } }]);
    await removeAliases(writer, call.who.account, [name]);
  });
}

export async function addName(call: PageCall): Promise<RouteAnswer> {
  const name = nameIn(call);
  return changed(call, 'client named', expectFree(name), async (writer, client, now) => {
    if (comparedName(client.name) === comparedName(name)) return;
    await write(writer, call, [otherName(call, client.id, name, now)]);
  });
}

/** The client has left, or has not. */
export async function leave(call: PageCall): Promise<RouteAnswer> {
  const [day, because, back] = ['day', 'because', 'back'].map((name) => call.form.get(name)?.trim() ?? '') as [
    string,
    string,
    string,
  ];
  if (back === '' && (!isDate(day) || day > dateOf(dayAt(call.ports.clock()))))
    throw new Refusal('Give the day of notice, today at the latest.');
  return changed(
    call,
    back === '' ? 'client left' : 'client back',
    async () => {},
    async (writer, client, now) => {
      const { leftAt: _, leftBecause: __, leftInferred: ___, leftBy: ____, ...others } = client;
      const left = { leftAt: day, ...(because !== '' && { leftBecause: because }), leftBy: call.who.person };
      const value = { ...others, ...(back === '' ? left : { archived: false }), updatedAt: now };
      await write(writer, call, [{ kind: 'client', value }]);
    },
  );
}

async function changed(
  call: PageCall,
  what: Parameters<typeof logChange>[1]['what'],
  /** Throws what speaks against the change, before the log says that it was made. */
  check: (writer: FactWriter, call: PageCall, id: string) => Promise<void>,
  work: (writer: FactWriter, client: ImportedClient, now: string) => Promise<void>,
): Promise<RouteAnswer> {
  const { ports, who, request, open } = call;
  const [id = ''] = open;
  await ports.facts.change(async (writer) => {
    const item = await readItem(writer.table, clientKey(who.account, id), { consistent: true });
    if (!item) throw new Refusal('There is no such client any more.');
    await check(writer, call, id);
    await logChange(call, { what, about: id });
    await work(writer, storedClient(item), new Date(ports.clock()).toISOString());
  });
  return { location: `${request.base}/clients/${encodeURIComponent(id)}` };
}

/** Checked before anything is written: a rename writes twice. */
function nameIn({ form: given }: PageCall): string {
  const { data, error } = limits.name.safeParse(given.get('name')?.trim() ?? '');
  if (data === undefined) throw new Refusal(`${error.issues.map(({ message }) => message).join('; ')}.`);
  return data;
}

const otherName = ({ who }: PageCall, clientId: string, name: string, at: string): Fact => ({
  kind: 'alias',
  value: { name, clientId, by: who.person, at },
});

/** Rows find a client by its name, so no two may have it. */
const expectFree =
  (name: string) =>
  async ({ table }: FactWriter, { who }: PageCall, id: string): Promise<void> => {
    const isOther = (each: { readonly name: string }, owner: string) =>
      owner !== id && comparedName(each.name) === comparedName(name);
    for await (const part of allClients(table, who.account))
      if (part.some((each) => isOther(each, each.id))) throw new Refusal('Another client has this name.');
    if ((await allAliases(table, who.account)).some((each) => isOther(each, each.clientId)))
      throw new Refusal('Files mean another client by this name.');
  };

async function write(writer: FactWriter, { who }: PageCall, facts: readonly Fact[]): Promise<void> {
  for (const { kind, value } of facts) {
    const { error } = schemaOf(entityOf(kind)).safeParse(value);
    if (error) throw new Refusal(`${error.issues.map(({ message }) => message).join('; ')}.`);
  }
  await writeFacts(writer, who.account, facts);
}
