import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { type AlignmentYear, readChanges, withRead } from '../../shared/domain/alignment.ts';
import { dateOf, dayOf, mondayOf } from '../../shared/domain/dates.ts';
import { hasLeft } from '../../shared/domain/leaving.ts';
import type { Computed } from '../../shared/domain/scoring/scoring.ts';
import { noTopics } from '../../shared/domain/scoring/topic-scores.ts';
import { firstsOfMonths } from '../../shared/domain/track-record/levels.ts';
import { tracked, trackRecord } from '../../shared/domain/track-record/record.ts';
import { afterRun, nightsAfter, withPast } from '../../shared/table/night/run.ts';
import { readChangesIn, readChangesText } from '../../shared/table/records/read-changes.ts';
import { type ClientScore, fromScoreItem, toScoreItem } from '../../shared/table/records/scores.ts';
import { asAccount } from '../../shared/table/store/item-keys.ts';
import { type Choices, choicesOf } from '../support/choices.ts';
import { holds } from '../support/holds.ts';
import { randomOf } from '../support/random.ts';
import { plainTrackRecord, type RecordedClient } from './track-record.ts';

// A year and more of nights of random accounts: some are missed, late or without signals, days are scored again and
// computed afterwards, the model changes; notices come late, are corrected and taken back.

const end = dayOf('2026-11-20');
const account = asAccount('acme');

const computed = (score: number | null): Computed => ({
  score,
  topics: noTopics,
  scoredTopics: 0,
  hasInsufficientData: true,
});

/** One client: what is stored of it, and the log of what was said. */
function life(choose: Choices, id: string) {
  const start = end - choose.one([30, 120, 300, 420]);
  const said = new Map<number, Exclude<ReturnType<RecordedClient['said']['get']>, undefined>>();
  const filed: { week: string; on: string; value: string }[] = [];
  let years: AlignmentYear[] = [];
  let score: ClientScore | undefined;
  let leaving: { leftAt?: string; leftInferred?: true; leftBecause?: string } = {};
  let level = choose.upTo(200);
  for (let day = start; day <= end; day += 1) {
    if (choose.yes(0.004))
      leaving = {
        leftAt: dateOf(day - choose.upTo(30) + 5),
        ...(choose.yes(0.3) && { leftInferred: true }),
        leftBecause: 'Price',
      };
    if (choose.yes(0.002)) leaving = {};
    if (choose.yes(0.1)) {
      const read = {
        week: dateOf(mondayOf(day - choose.upTo(20))),
        value: choose.one(['red', 'amber', 'green']),
        updatedAt: `${dateOf(day)}T09:00:00.000Z`,
        updatedBy: 'Ada',
      };
      years = withRead(years, read);
      const kept = filed.findIndex(({ week }) => week === read.week);
      filed.splice(kept === -1 ? filed.length : kept, 1, { week: read.week, on: dateOf(day), value: read.value });
    }
    if (hasLeft(leaving, day) || choose.yes(0.05)) continue;
    level = Math.min(200, Math.max(0, level + choose.upTo(20) - 10));
    const run = { day, rescore: false, isLate: choose.yes(0.05), ...(score === undefined && { history: 40 }) };
    const model = day > end - 150 ? 2 : 1;
    const result = computed(choose.yes(0.05) ? null : level);
    score = next(score, result, run, model);
    if (choose.yes(0.02)) score = stored(id, score);
    for (let missed = day - 1; missed >= start && !said.has(missed) && said.size > 0; missed -= 1)
      said.set(missed, 'carried');
    said.set(day, result.score === null ? 'carried' : run.isLate ? 'afterwards' : { score: result.score, model });
    if (choose.yes(0.1)) score = next(score, computed(choose.upTo(200)), { day, rescore: true, isLate: false }, model);
  }
  const last = score?.history.last ?? end;
  const [first = last] = [...said.keys()].sort((a, b) => a - b);
  const points = score?.history.points.length ?? 0;
  for (let day = last - points + 1; day < first; day += 1) said.set(day, 'afterwards');
  const kept = [...said].flatMap(([day, each]) => (day > last - 365 ? [[dateOf(day), each] as const] : []));
  const common = { id, name: id, archived: choose.yes(0.1), ...leaving };
  const reads = readChangesIn(readChangesText(readChanges(years)));
  const contacts = Array.from({ length: choose.upTo(5) }, () => mondayOf(end - choose.upTo(300))).sort((a, b) => a - b);
  const told: RecordedClient = {
    ...common,
    leftAt: leaving.leftAt,
    said: new Map(kept),
    contacts: contacts.map(dateOf),
    filed,
  };
  const nights = score && stored(id, score).nights;
  return { known: { ...common, nights, contacts, reads }, told };
}

function next(
  before: ClientScore | undefined,
  result: Computed,
  run: { day: number; rescore: boolean; isLate: boolean; history?: number },
  model: number,
): ClientScore {
  const after = { ...afterRun(before, result, undefined, run), model };
  const signal = { day: run.day - 60, topic: 'trust', polarity: 0.5, weight: 1 };
  const past = run.history ? withPast(after, [signal], [], run) : after;
  return { ...past, ofStreams: new Map(), nights: nightsAfter(before, past, result, run) };
}

const stored = (id: string, score: ClientScore) => fromScoreItem(toScoreItem(account, id, score));

it('the record equals that of a plain list of what was said', () => {
  holds(
    fc.property(fc.nat(1_000_000), fc.constantFrom(3, 15, 40), fc.boolean(), (seed, size, named) => {
      const choose = choicesOf(randomOf(seed));
      const lives = Array.from({ length: size }, (_, at) => life(choose, `c${at}`));
      const clients = lives.map(({ known }) => tracked(known, end, firstsOfMonths(end)));
      const expected = plainTrackRecord(
        lives.map(({ told }) => told),
        dateOf(end),
        named,
      );

      expect(JSON.parse(JSON.stringify(trackRecord(clients, end, { named })))).toEqual(expected);
    }),
    { numRuns: 6, examples: [[1, 40, true]] },
  );
});
