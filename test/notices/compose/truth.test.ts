import { expect, it } from 'vitest';
import { type Row, readRows } from '../../../board/data/rows.ts';
import { ownApi } from '../../../functions/account/own-api.ts';
import type { Delivery } from '../../../notices/delivery.ts';
import { dayOf, mondayOf } from '../../../shared/domain/dates.ts';
import { points, signed } from '../../../shared/domain/morning/sections.ts';
import { type Band, bandOf, levelNames } from '../../../shared/domain/scoring/bands.ts';
import { rescoring } from '../../../shared/jobs/requests.ts';
import { createAccount } from '../../../shared/table/access/accounts.ts';
import { addNotice, type Notice } from '../../../shared/table/access/notices.ts';
import type { Fact } from '../../../shared/table/facts/facts.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import { drain, processIn, runNight, worldOf } from '../../functions/worker/world.ts';
import { choicesOf } from '../../support/choices.ts';
import { memTable } from '../../support/mem-dynamo/table.ts';
import { bytesOf, randomOf } from '../../support/random.ts';
import { fakeDeps } from '../../support/service/deps.ts';
import { tried } from '../../support/size.ts';
import { aClient, aMember, aPortfolio, aSignal } from '../../support/store/facts.ts';
import { writeFacts } from '../../support/store/writer.ts';

// Messages say of each client what the API says of it, and what it said after the night before: also where files arrived
// in between and the day was scored again, and of clients that left with a date of weeks ago.

const account = asAccount('acme');
const clients = Array.from({ length: 9 }, (_, at) => `c${at}`);
const owners = ['Ann', 'Bob'];
const ownerOf = (id: string) => owners[Number(id.slice(1)) % 2] ?? '';

const created = '2026-11-01T10:00:00.000Z';
const notices: readonly Notice[] = [
  { id: 'all', kind: 'mail', to: 'a@example.com', when: 'mornings', about: 'both', names: true },
  { id: 'anns', kind: 'mail', to: 'b@example.com', when: 'changes', about: 'morning', names: true, owner: 'Ann' },
  { id: 'gold', kind: 'mail', to: 'c@example.com', when: 'changes', about: 'morning', names: false, portfolio: 'gold' },
  { id: 'weeks', kind: 'mail', to: 'd@example.com', when: 'mondays', about: 'morning', names: true },
  { id: 'hook', kind: 'webhook', to: 'https://example.com', when: 'mornings', about: 'morning', names: true },
].map((each) => ({ ...each, state: 'on', created, token: 't' }) as Notice);

const dayMs = 86_400_000;
const first = dayOf('2026-11-07');
const dateAt = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10);

type Known = Map<string, Row>;

it('messages say what the API says, and what it said after the night before', async () => {
  const counts = { changed: 0, weeks: 0, left: 0, fresh: 0 };
  for (let seed = 1; seed <= tried(4, 40, 300); seed += 1) await liveWith(seed, counts);

  expect(Math.min(...Object.values(counts))).toBeGreaterThan(5);
}, 120_000);

async function liveWith(seed: number, counts: Record<'changed' | 'weeks' | 'left' | 'fresh', number>) {
  const choose = choicesOf(randomOf(seed));
  const world = worldOf(new Map(), first * dayMs);
  const sent: Delivery[] = [];
  world.receiver = (deliveries) => sent.push(...deliveries);
  const { table } = processIn(world);
  await createAccount(table, account, 'Acme');
  for (const notice of notices) await addNotice(table, account, notice);
  const api = ownApi({ ...fakeDeps(memTable(world.store, 'request')), clock: () => world.now }, account);
  const write = (facts: readonly Fact[]) =>
    writeFacts({ table, randomBytes: bytesOf(randomOf(seed)), clock: () => world.now }, account, facts);
  const known = async (): Promise<Known> => {
    const { rows } = await readRows(api, { include_archived: true });
    return new Map(rows.map((row) => [row.id, row]));
  };
  const members = clients.filter(() => choose.yes(0.5));
  const gone = new Map<string, string>();
  const import_ = async (day: number, ids: readonly string[]) => {
    const facts = ids.flatMap((id): Fact[] => [
      aClient(id, {
        name: `Name of ${id}`,
        metadata: { accountOwner: ownerOf(id) },
        ...(gone.has(id) && { leftAt: gone.get(id) ?? '' }),
      }),
      ...(members.includes(id) ? [aMember('gold', id)] : []),
      ...Array.from({ length: 4 }, (_, at) =>
        aSignal(id, `${id}-${day}-${at}-${choose.upTo(1e9)}`, {
          day: day - choose.upTo(3),
          topic: choose.one(['trust', 'timeliness', 'communication_engagement']),
          polarity: choose.one([-1, -1, -0.5, 1, 1]),
          weight: choose.one([1, 5, 20]),
        }),
      ),
    ]);
    await write(facts);
  };

  await write([aPortfolio('gold')]);
  await import_(first - 1, clients.slice(0, 7));
  await runNight(world, dateAt(first));
  let before = await known();
  for (let day = first + 1; day <= first + 9; day += 1) {
    // the files of the day before; the day is scored again, as an inbox does
    if (choose.yes(0.3)) gone.set(choose.one(clients.slice(0, 7)), dateAt(day - 1 - choose.upTo(20)));
    await import_(day - 1, day === first + 4 ? clients : [...before.keys()].filter(() => choose.yes(0.6)));
    if (choose.yes(0.5)) {
      world.fifo.send(rescoring('acme', dateAt(day - 1), bytesOf(randomOf(day)), 0), world.now);
      await drain(world);
    }
    world.now = day * dayMs;
    sent.splice(0);
    await runNight(world, dateAt(day));
    const now = await known();
    compare(day, before, now, sent);
    before = now;
  }

  function compare(day: number, then: Known, now: Known, deliveries: readonly Delivery[]) {
    const live = [...now.values()].filter(({ archived }) => !archived);
    const levels = (
      ids: readonly Row[],
      from: (client: Row) => Band | undefined,
      change: (client: Row) => number,
      since: string,
    ) =>
      ids.flatMap((client) => {
        const [was, is] = [from(client), client.level];
        if (was === undefined || was === is) return [];
        return [
          {
            id: client.id,
            line: `${levelNames[was]} to ${levelNames[is]}, now ${points(client.score)} (${signed(change(client))} ${since})`,
          },
        ];
      });
    const nightly = levels(
      live,
      ({ id }) => then.get(id)?.level,
      ({ id, score }) => score - (then.get(id)?.score ?? score),
      'since the night before',
    );
    const weekly = levels(
      live,
      ({ score, change7 }) => (change7 === undefined ? undefined : bandOf(Math.round((score - change7) * 10) / 10)),
      ({ change7 = 0 }) => change7,
      'in a week',
    );
    const left = [...then.values()].filter(({ id, archived }) => !archived && now.get(id)?.archived);
    const fresh = live.filter(({ id }) => !then.has(id));
    const textOf = (noticeId: string) => deliveries.find((each) => each.noticeId === noticeId)?.text ?? '';
    const linesOf = (text: string) =>
      [...text.matchAll(/^(.*?): (\w+ \w+ to .*?\))[\s\S]*?(https\S*)$/gm)].map(([, name, line, link]) => ({
        name,
        line,
        link,
      }));
    const wanted = (some: typeof nightly, named = true) =>
      some.map(({ id, line }) => ({
        name: named ? `Name of ${id}` : id,
        line,
        link: `https://example.com/accounts/acme/clients/${id}`,
      }));
    const sorted = (lines: readonly object[]) => lines.map((each) => JSON.stringify(each)).sort();

    expect(sorted(linesOf(textOf('all')))).toEqual(sorted(wanted(nightly)));
    expect(sorted(linesOf(textOf('anns')))).toEqual(sorted(wanted(nightly.filter(({ id }) => ownerOf(id) === 'Ann'))));
    expect(sorted(linesOf(textOf('gold')))).toEqual(
      sorted(
        wanted(
          nightly.filter(({ id }) => members.includes(id)),
          false,
        ),
      ),
    );
    expect(textOf('gold')).not.toContain('Name of');
    const isMonday = mondayOf(day) === day;
    expect(sorted(linesOf(textOf('weeks')))).toEqual(isMonday ? sorted(wanted(weekly)) : []);
    expect(idsIn(/^Left: (.*)$/m.exec(textOf('all'))?.[1])).toEqual(left.map(({ id }) => id).sort());
    expect(idsIn(/^New: (.*)$/m.exec(textOf('all'))?.[1])).toEqual(fresh.map(({ id }) => id).sort());

    const events = deliveries.filter(({ noticeId }) => noticeId === 'hook').map(({ body }) => JSON.parse(body ?? ''));
    const ofType = (type: string) => events.filter((event) => event.type === type).map(({ data }) => data);
    expect(ofType('account.scored')).toEqual([expect.objectContaining({ day: dateAt(day), total: live.length })]);
    expect(
      ofType('client.level_changed')
        .map(({ clientId, from, to, score }) => ({ clientId, from, to, score }))
        .sort(byId),
    ).toEqual(
      nightly
        .map(({ id }) => ({
          clientId: id,
          from: then.get(id)?.level,
          to: now.get(id)?.level,
          score: now.get(id)?.score,
        }))
        .sort(byId),
    );
    expect(
      ofType('client.left')
        .map(({ clientId }) => clientId)
        .sort(),
    ).toEqual(left.map(({ id }) => id).sort());
    counts.changed += nightly.length;
    counts.weeks += isMonday ? weekly.length : 0;
    counts.left += left.length;
    counts.fresh += fresh.length;
  }
}

const byId = (a: { clientId: string }, b: { clientId: string }) => (a.clientId < b.clientId ? -1 : 1);
const idsIn = (text = '') => [...text.matchAll(/Name of (c\d)/g)].map(([, id]) => id).sort();
