import { escaped } from '../board/view/text.ts';
import { mayAs } from '../shared/table/access/people.ts';
import type { PageCall, Route, RouteAnswer } from './call.ts';
import { logChange } from './log-change.ts';
import { apiPage } from './pages/api.ts';
import { boardPage, peopleNames, sheet } from './pages/board.ts';
import { addName, leave, rename } from './pages/change-client.ts';
import { clientPage, clientYear, leaversPage } from './pages/client.ts';
import { chooseColumns, columnsPage } from './pages/columns.ts';
import { crmDownload } from './pages/crm.ts';
import { eraseClient, eraseClientPage, erasePage, erasePerson, exportPerson, foundPerson } from './pages/erase.ts';
import { filesPage, rejectFile, runPage, uploadForm } from './pages/files.ts';
import { followUp } from './pages/follow-up.ts';
import { decideHeld } from './pages/held.ts';
import { issue, keysPage, revoke, roll } from './pages/keys.ts';
import { logPage } from './pages/log.ts';
import { mend, mendPage } from './pages/mend.ts';
import { merge, mergePage } from './pages/merge.ts';
import {
  addNotice,
  noticesPage,
  removeNotice,
  rollSecret,
  sendAgain,
  switchOff,
  switchOn,
  testNotice,
} from './pages/notices.ts';
import { invite, peoplePage, remove } from './pages/people.ts';
import { takeBackPage, takeItBack } from './pages/take-back.ts';
import { type PageAnswer, type PageRequest, type Ports, Refusal, type Who } from './ports.ts';
import { safeHeaders } from './view/document.ts';
import { pageAnswer } from './view/layout.ts';

export const routes: readonly Route[] = [
  { method: 'GET', path: '', role: 'viewer', answer: boardPage },
  { method: 'GET', path: '/clients.csv', role: 'viewer', read: 'file downloaded', answer: sheet },
  { method: 'GET', path: '/crm/*', role: 'viewer', read: 'file downloaded', answer: crmDownload },
  { method: 'GET', path: '/names', role: 'viewer', answer: peopleNames },
  { method: 'GET', path: '/clients/*', role: 'viewer', read: 'client read', answer: clientPage },
  { method: 'GET', path: '/clients/*/year', role: 'viewer', read: 'file downloaded', answer: clientYear },
  { method: 'GET', path: '/leavers', role: 'viewer', answer: leaversPage },
  { method: 'POST', path: '/clients/*/follow-up', role: 'reader', answer: followUp },
  { method: 'POST', path: '/clients/*/rename', role: 'reader', answer: rename },
  { method: 'POST', path: '/clients/*/other-name', role: 'reader', answer: addName },
  { method: 'GET', path: '/clients/*/merge', role: 'reader', answer: mergePage },
  { method: 'POST', path: '/clients/*/merge', role: 'reader', answer: merge },
  { method: 'POST', path: '/clients/*/left', role: 'reader', answer: leave },
  { method: 'GET', path: '/files', role: 'reader', answer: filesPage },
  { method: 'POST', path: '/files/upload', role: 'reader', answer: uploadForm },
  { method: 'GET', path: '/files/runs/*', role: 'reader', answer: runPage },
  { method: 'POST', path: '/files/runs/*/decide', role: 'reader', answer: decideHeld },
  { method: 'GET', path: '/files/runs/*/take-back', role: 'reader', answer: takeBackPage },
  { method: 'POST', path: '/files/runs/*/take-back', role: 'reader', answer: takeItBack },
  { method: 'GET', path: '/files/runs/*/rejects/*', role: 'reader', read: 'file downloaded', answer: rejectFile },
  { method: 'GET', path: '/files/mend', role: 'reader', answer: mendPage },
  { method: 'POST', path: '/files/mend', role: 'reader', answer: mend },
  { method: 'GET', path: '/files/columns/*/*', role: 'reader', answer: columnsPage },
  { method: 'POST', path: '/files/columns/*/*', role: 'reader', answer: chooseColumns },
  { method: 'GET', path: '/keys', role: 'administrator', answer: keysPage },
  { method: 'POST', path: '/keys/issue', role: 'administrator', answer: issue },
  { method: 'POST', path: '/keys/*/roll', role: 'administrator', answer: roll },
  { method: 'POST', path: '/keys/*/revoke', role: 'administrator', answer: revoke },
  { method: 'GET', path: '/people', role: 'administrator', answer: peoplePage },
  { method: 'POST', path: '/people/invite', role: 'administrator', answer: invite },
  { method: 'POST', path: '/people/remove', role: 'administrator', answer: remove },
  { method: 'GET', path: '/erase', role: 'administrator', answer: erasePage },
  { method: 'POST', path: '/erase/found', role: 'administrator', answer: foundPerson },
  { method: 'POST', path: '/erase/export', role: 'administrator', answer: exportPerson },
  { method: 'POST', path: '/erase/person', role: 'administrator', answer: erasePerson },
  { method: 'GET', path: '/clients/*/erase', role: 'administrator', answer: eraseClientPage },
  { method: 'POST', path: '/clients/*/erase', role: 'administrator', answer: eraseClient },
  { method: 'GET', path: '/notices', role: 'administrator', answer: noticesPage },
  { method: 'POST', path: '/notices/add', role: 'administrator', answer: addNotice },
  { method: 'POST', path: '/notices/*/test', role: 'administrator', answer: testNotice },
  { method: 'POST', path: '/notices/*/roll', role: 'administrator', answer: rollSecret },
  { method: 'POST', path: '/notices/*/on', role: 'administrator', answer: switchOn },
  { method: 'POST', path: '/notices/*/off', role: 'administrator', answer: switchOff },
  { method: 'POST', path: '/notices/*/remove', role: 'administrator', answer: removeNotice },
  { method: 'POST', path: '/notices/*/again', role: 'administrator', answer: sendAgain },
  { method: 'GET', path: '/log', role: 'administrator', answer: logPage },
  { method: 'GET', path: '/api', role: 'viewer', answer: apiPage },
];

/** Answers a request for the page of the account of `who`. Never throws. */
export async function answer(request: PageRequest, who: Who, ports: Ports): Promise<PageAnswer> {
  const note = (status: number, title: string, text: string) =>
    pageAnswer(request, who, ports, { title, status, html: noteHtml(request, title, text) });
  const refused = (status: number, reason: string, title: string, text: string) => {
    ports.log({ level: 'warn', kind: 'refused', reason, path: request.path, person: who.person });
    return note(status, title, text);
  };
  try {
    const found = routes.flatMap((route) => {
      const open = openParts(route.path, request.path);
      return open ? [{ ...route, open }] : [];
    });
    const route = found.find(({ method }) => method === (request.method === 'HEAD' ? 'GET' : request.method));
    if (!route) {
      return found.length === 0
        ? note(404, 'There is no such page', 'The address is wrong, or the page was removed.')
        : note(405, 'This cannot be done here', 'Use the links and buttons of the page.');
    }
    if (!mayAs(who.role, route.role)) {
      const text =
        route.role === 'administrator'
          ? 'Only administrators of the account may do this. Ask one of them.'
          : 'You may see the board and its clients. Ask an administrator for more.';
      return refused(403, 'role', 'You may not do this', text);
    }
    const call: PageCall = {
      request,
      who,
      ports,
      open: route.open,
      query: new URLSearchParams(request.query),
      form: new URLSearchParams(route.method === 'POST' ? request.body : ''),
    };
    const reason = route.method === 'POST' ? foreignReason(call) : undefined;
    if (reason !== undefined) {
      const text = 'The form is too old, or another site has sent it. Load the page again and send it once more.';
      return refused(403, reason, 'This form was not accepted', text);
    }
    if (route.read !== undefined && ports.audit.logsReads) {
      const about = route.read === 'client read' ? (route.open[0] ?? '') : request.path.slice(1);
      await logChange(call, { what: route.read, about });
    }
    return answerOf(call, await route.answer(call));
  } catch (error) {
    if (error instanceof Refusal) return note(409, 'Nothing was changed', error.message);
    ports.log({ level: 'error', kind: 'account-page', path: request.path, error });
    return note(500, 'This did not work', 'The service has failed; it is not your fault. Try it again in a minute.');
  }
}

/** The parts that the pattern leaves open; undefined if the path does not fit. */
function openParts(pattern: string, path: string): string[] | undefined {
  const wanted = pattern.split('/');
  const given = path.replace(/\/$/, '').split('/');
  if (wanted.length !== given.length) return undefined;
  if (!wanted.every((part, at) => part === '*' || part === given[at])) return undefined;
  try {
    const open = given.filter((_, at) => wanted[at] === '*').map(decodeURIComponent);
    // an address of the API cannot have them
    return open.some((part) => /^\.{0,2}$/.test(part)) ? undefined : open;
  } catch {
    return undefined;
  }
}

/** Why a form cannot be one of this page. */
function foreignReason({ request: { headers, origin }, form, ports }: PageCall): string | undefined {
  if (headers.origin !== origin) return 'origin';
  // other types can be sent by scripts of other sites only after asking, and nobody would allow it
  if (!headers['content-type']?.startsWith('application/x-www-form-urlencoded')) return 'content-type';
  return ports.token.check(form.get('token') ?? '') ? undefined : 'token';
}

function answerOf({ request, who, ports }: PageCall, answer: RouteAnswer): PageAnswer {
  if ('location' in answer) return { status: 303, headers: { ...safeHeaders, Location: answer.location }, body: '' };
  if ('json' in answer) {
    const headers = { ...safeHeaders, 'Content-Type': 'application/json' };
    return { status: 200, headers, body: JSON.stringify(answer.json) };
  }
  if ('file' in answer) {
    const named = `attachment; filename*=UTF-8''${encodeURIComponent(answer.file)}`;
    const headers = { ...safeHeaders, 'Content-Type': typeOf(answer.file), 'Content-Disposition': named };
    return { status: 200, headers, body: answer.text };
  }
  return pageAnswer(request, who, ports, answer);
}

const typeOf = (file: string) => (file.endsWith('.json') ? 'application/json' : 'text/csv; charset=utf-8');

function noteHtml({ base, path }: PageRequest, title: string, text: string): string {
  // where the form was; an unknown place leads to the board
  const [section = ''] = /^\/(keys|files|people|erase|notices|clients\/[^/]+)(?=\/)/.exec(path) ?? [];
  return `<h1>${escaped(title)}</h1><p class="card bad" role="alert">${escaped(text)}</p><p><a href="${escaped(base + section)}">Back</a></p>`;
}
