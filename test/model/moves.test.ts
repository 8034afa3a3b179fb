import { describe, expect, it } from 'vitest';
import { northlight } from '../../bin/local/demo/accounts.ts';
import { loadDemo } from '../../bin/local/demo/load.ts';
import type { ClientDetail } from '../../client/index.ts';
import { dateOf, dayOf, mondayOf } from '../../shared/domain/dates.ts';
import { openSignalsIn } from '../../shared/table/entities/open-signal.ts';
import { namedSignalsIn } from '../../shared/table/entities/signal.ts';
import { fromStreamItem } from '../../shared/table/entities/stream.ts';
import { allRecords } from '../../shared/table/records/all-records.ts';
import { asAccount, isOpenSignals, isSignals, isStream } from '../../shared/table/store/item-keys.ts';
import type { Table } from '../../shared/table/store/table.ts';
import { processIn } from '../functions/worker/world.ts';
import { helpDesks } from '../proof/warning/help-desk.ts';
import { agencyOf, clientId } from '../proof/warning/served.ts';
import { firstDay } from '../proof/warning/world.ts';
import { type Life, lifeOf } from '../support/service/life.ts';
import { isFullSize } from '../support/size.ts';
import { type Facts, movesOf, type Observed, usualOf } from './moves.ts';

// Why a score moved, as the service says it, and worked out again by the plain model from the stored signals.

type Ask = Awaited<ReturnType<Life['asker']>>;
const detailOf = async (ask: Ask, id: string) => JSON.parse((await ask(`/clients/${id}`)).body) as ClientDetail;

/** The signals that count for a client, and its open ones as they were on a day. */
async function knownOf(table: Table, account: string, id: string) {
  const items = await allRecords(table, asAccount(account), id);
  const streams = items.filter(isStream).map(fromStreamItem);
  const isCounted = ({ stream }: { stream?: string }) =>
    stream === undefined || streams.some((each) => each.id === stream && each.state === 'active');
  const closed: Observed[] = items.filter(isSignals).flatMap(namedSignalsIn).filter(isCounted);
  const open = items.filter(isOpenSignals).flatMap(openSignalsIn).filter(isCounted);
  const openOn = (day: number) =>
    open.flatMap(({ since, seen, steps, measure, ...each }): Observed[] => {
      const until = Math.min(day - 1, seen);
      const age = until - since;
      const { polarity } = steps.find(({ most = age }) => age <= most) ?? {};
      const value = measure === 'days-late' ? age : age * 24;
      return polarity === undefined ? [] : [{ ...each, day: until, polarity, measure, value, isOpen: true }];
    });
  return { closed, on: (day: number) => [...closed, ...openOn(day)] };
}

/** Parts that add up to the change, and the signals behind it; `today` is the day of the newest score. */
function expectMoves(detail: ClientDetail, facts: Omit<Facts, 'stored'>, today: number) {
  const { topics, historicalData: points } = detail;
  const expected = movesOf({ ...facts, stored: (day) => points.at(day - today - 1) ?? Number.NaN }, today);
  for (const [at, period] of (['7day', '30day'] as const).entries()) {
    const { change, topics: moved = [], other } = topics.changes?.[period] ?? {};
    const byId = new Map(expected.changes[at]?.topics.map((each) => [each.id, each]));
    expect(new Map(moved.map((each) => [each.id, each]))).toEqual(byId);
    expect({ change, other }).toEqual({ change: expected.changes[at]?.change, other: expected.changes[at]?.other });
  }
  const evidence = topics.evidence.filter(({ text }) => !text.includes(', usually every '));
  const shown = evidence.map(({ topic, date, signalId, points }) => ({ topic, day: dayOf(date), signalId, points }));
  expect(shown).toEqual(expected.evidence.slice(0, 5 - (topics.evidence.length - evidence.length)));
}

describe('the moves that the API tells are those of the model', () => {
  it('of the clients of a demo', async () => {
    const today = dayOf('2026-11-20');
    const life = lifeOf(new Map(), today * 86_400_000);
    const { table } = processIn(life.world);
    await loadDemo(table, northlight, today);
    const ask = await life.asker((await life.newKey('northlight')).apiKey);
    const { clients } = JSON.parse((await ask('/clients?limit=100')).body);
    let moved = 0;
    for (const { id } of clients) {
      const [detail, { on }] = [await detailOf(ask, id), await knownOf(table, 'northlight', id)];
      if (!detail.topics.changes) continue;
      expectMoves(detail, { on, usualOn: () => undefined }, today);
      moved += 1;
    }
    expect(moved, 'too few clients of the demo: this tries nothing').toBeGreaterThanOrEqual(8);
  });

  it.runIf(isFullSize)('of thirty clients of an agency whose list of meetings ends', async () => {
    const world = helpDesks.find(({ name }) => name === 'list of meetings ends')?.clientsOf(1) ?? [];
    const [then, today] = [244, 274].map((day) => firstDay + day) as [number, number];
    const { life, apiKey, evening } = await agencyOf(world);
    const { table } = processIn(life.world);
    const known = () => Promise.all(world.map((_, at) => knownOf(table, 'agency', clientId(at))));
    await evening(0, 244);
    await life.run(`score --account agency --date ${dateOf(then)} --history 30`);
    const valuesThen = (await known()).map(({ closed }) => closed);
    await evening(244, 274);
    await life.night(today);
    const clients = await known();
    const values = clients.map(({ closed }) => closed);
    const ask = await life.asker(apiKey);
    // a week is compared with what was usual when a night first met it
    const usual = new Map<number, ReturnType<typeof usualOf>>();
    const usualOn = (day: number) => {
      const monday = mondayOf(day);
      const here = usual.get(monday) ?? usualOf(monday <= then ? valuesThen : values, day);
      usual.set(monday, here);
      return here;
    };
    const told: string[] = [];
    for (const [at, { on }] of clients.entries()) {
      const detail = await detailOf(ask, clientId(at));
      // without any data a score is carried over
      if (detail.topics.topics.every(({ hasInsufficientData }) => hasInsufficientData)) continue;
      expectMoves(detail, { on, usualOn }, today);
      told.push(detail.spotlightSummary);
    }
    expect(told.length, 'too few clients have data: the proof tries nothing').toBeGreaterThanOrEqual(30);
    const falls = told.filter((text) => /, down ([3-9]|\d\d).*: Communication and Engagement/.test(text));
    expect(falls.length, 'too few clients fell when the meetings ended: the proof tries nothing').toBeGreaterThan(5);
    // the meetings ended on 10 June
    for (const fall of falls)
      expect(fall).toMatch(
        /Engagement -[\d.]+( in 30 days)? \((nothing new since \d+ Jun|no ticket, meeting or work for)/,
      );
  });
});
