import { escaped, isolated } from '../../board/view/text.ts';
import type { ClientDetail } from '../../client/index.ts';
import { dateOf, dayAt, dayOf, isDate } from '../../shared/domain/dates.ts';
import { type followUpStates, mostDays } from '../../shared/domain/follow-up.ts';
import { clientById } from '../../shared/table/entities/client.ts';
import { followUp as entity, type StoredFollowUp } from '../../shared/table/entities/follow-up.ts';
import { schemaOf } from '../../shared/table/entities/statement.ts';
import { writeFacts } from '../../shared/table/facts/facts.ts';
import type { PageCall, RouteAnswer } from '../call.ts';
import { logChange } from '../log-change.ts';
import { Refusal } from '../ports.ts';
import { form as formOf } from '../view/html.ts';

/** What somebody did about a client, and forms to say it: one click each. In a row of the board they lead back there. */
export function followUpForms(call: PageCall, { id, name, followUp }: ClientDetail): string {
  const day = dayAt(call.ports.clock());
  const back = call.query.has('row') ? '<input type="hidden" name="from" value="board">' : '';
  const path = `/clients/${encodeURIComponent(id)}/follow-up`;
  const about = `<span class="off"> (${escaped(name)})</span>`;
  const offer = (state: (typeof followUpStates)[number], button: string, fields = '') =>
    formOf(
      call,
      path,
      `<input type="hidden" name="state" value="${state}">${back}${fields}<button>${button}${about}</button>`,
    );
  const until = `<label>Waiting until<input type="date" name="until" required min="${dateOf(day + 1)}" max="${dateOf(day + mostDays)}" value="${dateOf(day + 7)}"></label>`;
  const said = followUp
    ? `<p><strong>${isolated(followUp.text)}</strong>, by ${isolated(followUp.by)}.</p>${offer('open', 'Take it back')}`
    : '';
  return `<div class="card follow" role="group" aria-label="What was done">${said}${offer('called', 'Called')}${offer('waiting', 'Waiting', until)}${offer('no-risk', 'Not a risk', '<label>Not a risk, because<input name="because" required maxlength="200" autocomplete="off"></label>')}</div>`;
}

/** Stores what somebody did about a client. */
export async function followUp(call: PageCall): Promise<RouteAnswer> {
  const { ports, who, request, form } = call;
  const [clientId = ''] = call.open;
  const value = givenIn(call, clientId);
  await ports.facts.change(async (writer) => {
    const client = await clientById(writer.table, who.account, clientId, { consistent: true });
    if (!client) throw new Refusal('There is no such client any more.');
    const until = value.until === undefined ? '' : ` until ${value.until}`;
    await logChange(call, { what: 'client followed up', about: `${clientId}, ${value.state}${until}` });
    await writeFacts(writer, who.account, [{ kind: 'follow-up', value }]);
  });
  const id = encodeURIComponent(clientId);
  return { location: `${request.base}${form.get('from') === 'board' ? `#client-${id}` : `/clients/${id}`}` };
}

function givenIn({ ports, who, form: given }: PageCall, clientId: string): StoredFollowUp {
  const now = ports.clock();
  const text = (name: string) => given.get(name)?.trim() ?? '';
  const [state, until, because] = [text('state'), text('until'), text('because')];
  const days = isDate(until) ? dayOf(until) - dayAt(now) : 0;
  if (state === 'waiting' && (days < 1 || days > mostDays))
    throw new Refusal(`Choose a day of the next ${mostDays} days.`);
  if (state === 'no-risk' && because === '') throw new Refusal('Say why it is no risk.');
  const { data, error } = schemaOf(entity).safeParse({
    clientId,
    at: new Date(now).toISOString(),
    by: who.person,
    state,
    ...(state === 'waiting' && { until }),
    ...(state === 'no-risk' && { because }),
  });
  if (!data) throw new Refusal(`${error.issues.map(({ message }) => message).join('; ')}.`);
  return data;
}
