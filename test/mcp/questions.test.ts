import { beforeAll, expect, it } from 'vitest';
import { brightwater } from '../../bin/local/demo/accounts.ts';
import { loadDemo } from '../../bin/local/demo/load.ts';
import { dayOf } from '../../shared/domain/dates.ts';
import { putKey } from '../support/service/api-keys.ts';
import { fakeDeps } from '../support/service/deps.ts';
import { type Answered, askerOf } from '../support/service/whole-service.ts';
import { memoryTable } from '../support/store/table.ts';
import { type Assistant, mcpInProcess } from './assistant.ts';

// What an account manager asks an assistant about the demo, with the calls that it makes. Whole answers are in
// questions.txt.

const client = { client_id: 'c-1044' };
const questions: readonly [question: string, tool: string, given: object][] = [
  ['Who fell most this month?', 'get_movers', { direction: 'declining', limit: 1 }],
  ['And why?', 'get_client', client],
  ['Who needs me first, and what do I do?', 'get_movers', { direction: 'to_do_first' }],
  ['Prepare my call with Juniper Row Solar', 'find_clients', { name: 'juniper row solar' }],
  ['What was talked about, and with whom?', 'get_notes_and_people', { ...client, limit: 3 }],
  ['How do its streams do?', 'get_streams', client],
  ['Which portfolio is at risk?', 'list_portfolios_or_alignment', { about: 'portfolios' }],
  ['How are we doing?', 'get_overview', {}],
  ['Which five clients have the lowest scores?', 'find_clients', { limit: 5 }],
  ['Which high-risk clients have a name with "row"?', 'find_clients', { name: 'row', risk_level: 'highRisk' }],
  ['How did its score develop in a year?', 'get_history', { ...client, days: 365 }],
  ['Who is read red?', 'list_portfolios_or_alignment', { about: 'alignment', value: 'red' }],
  ['Which is the best stream?', 'get_streams', { limit: 1 }],
];

/** What a question about many clients is compared with, beside the answers that it got. */
const others = [
  '/clients/export/csv',
  ...['highRisk', 'mediumRisk', 'lowRisk', 'onTrack'].map((level) => `/clients/by-risk/${level}?limit=1`),
  ...['7day', '30day'].map((period) => `/clients/trending?period=${period}&limit=500`),
];

/** What the API has answered since the last question. */
const answers: string[] = [];
let ask: (path: string) => Promise<Answered>;
let assistant: Assistant;
beforeAll(async () => {
  const table = memoryTable();
  await loadDemo(table, brightwater, dayOf('2026-11-20'));
  const baseUrl = 'https://api.example.com/v1';
  const deps = fakeDeps(table);
  // with a key for each request: one has 100 in a minute
  ask = async (path) => (await askerOf(deps, await putKey(table, { customerId: brightwater.customerId })))(path);
  assistant = await mcpInProcess({
    baseUrl,
    apiKey: 'svctest',
    fetch: async (url) => {
      const { status, headers, body } = await ask(url.slice(baseUrl.length));
      answers.push(body);
      return { status, headers: new Headers(headers), text: async () => body };
    },
  });
});

/** Each number and text of an answer, or of a file. */
function leavesOf(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(leavesOf);
  return [String(value)];
}
const cellsOf = (file: string) =>
  [...file.matchAll(/"((?:[^"]|"")*)"|[^,\r\n]+/g)].map(([cell, quoted]) => quoted?.replaceAll('""', '"') ?? cell);

it.each(questions)('%s Each figure and text of the answer is one of the API', async (_, tool, given) => {
  const {
    total: _t,
    left_out: _l,
    hint: _h,
    remarks: _r,
    sinceAWeek: _s,
    ...shown
  } = (await assistant.ask(tool, given)).data;
  const ids: string[] = (shown.clients ?? []).slice(0, 3).flatMap(({ id }: { id?: string }) => id ?? []);
  for (const path of [...others, ...ids.map((id) => `/clients/${id}/priorities`)]) answers.push((await ask(path)).body);
  const said = new Set(
    answers.splice(0).flatMap((body) => (body.startsWith('{') ? leavesOf(JSON.parse(body)) : cellsOf(body))),
  );
  expect(leavesOf(shown).length).toBeGreaterThan(3);
  expect(leavesOf(shown).filter((leaf) => !said.has(leaf))).toEqual([]);
});
