import { expect, it } from 'vitest';
import { dayOf } from '../../../shared/domain/dates.ts';
import { dueAfter, type FeedFault, faultsOn, faultText, isFaulty } from '../../../shared/domain/feeds.ts';

const feed = { feed: 'crm', kind: 'clients' };
const due = '2026-11-20';
const late: FeedFault = { is: 'late' };
const missing: FeedFault = { is: 'missing' };
const empty: FeedFault = { is: 'empty', file: 'a.csv' };

it.each<[string, { faults: FeedFault[]; due?: string }, string, FeedFault[]]>([
  ['in time', { faults: [], due }, '2026-11-20', []],
  ['late', { faults: [empty], due }, '2026-11-21', [late, empty]],
  ['late, as the last import found', { faults: [empty, late], due }, '2026-11-21', [empty, late]],
  ['missing, as the last import found', { faults: [missing], due }, '2026-11-21', [missing]],
  ['never due', { faults: [empty] }, '2026-11-21', [empty]],
])('a feed that is %s', (_, record, date, faults) => {
  const today = dayOf(date);

  expect(faultsOn(record, today)).toEqual(faults);
  expect(isFaulty({ ...feed, ...record, every: 7 }, today)).toBe(faults.length > 0);
  expect(isFaulty({ ...feed, ...record }, today)).toBe(false);
});

it.each<[FeedFault, object, string]>([
  [missing, { every: 1 }, 'crm: no file; there has been none, and one is expected every day'],
  [late, { dated: due, every: 7 }, 'crm: no new file; the last one is of 2026-11-20, and one is expected every 7 days'],
  [late, { dated: due }, 'crm: no new file; the last one is of 2026-11-20'],
  [empty, {}, 'crm: a.csv has no rows'],
  [{ is: 'columns', file: 'a.csv', columns: ['Id', 'Name'] }, {}, 'crm: a.csv no longer has "Id", "Name"'],
  [{ is: 'refused', file: 'a.csv' }, {}, 'crm: nothing of a.csv was imported'],
])('the fault %j is said in a sentence', (fault, more, sentence) => {
  expect(faultText({ ...feed, faults: [fault], ...more }, fault)).toBe(sentence);
});

it('the next file is in time for as many days as there are between two', () => {
  expect(dueAfter('2026-11-24', 7)).toBe('2026-12-01');
});
