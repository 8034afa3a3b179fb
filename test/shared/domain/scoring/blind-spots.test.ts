import { expect, it } from 'vitest';
import { blindSpots, systems } from '../../../../shared/domain/scoring/blind-spots.ts';
import type { MeasureName } from '../../../../shared/domain/scoring/measures.ts';

const [helpDesk, calendar, invoices] = systems.map(({ files }) => files);
const normsOf = (measures: readonly MeasureName[]) => ({
  monday: 20_000,
  norms: new Map(measures.map((name) => [`${name}/trust`, { count: 1, mean: 0, spread: 1, newest: 19_999 }])),
});

it.each([
  ['nothing that measures', undefined, [helpDesk, calendar, invoices]],
  ['invoices and time sheets', normsOf(['days-late', 'hours']), [helpDesk, calendar]],
  ['a help desk', normsOf(['resolve-hours', 'days-late']), [calendar]],
  ['a calendar', normsOf(['meeting']), [helpDesk, invoices]],
  ['all three', normsOf(['meeting', 'reply-hours', 'days-late']), []],
])('an account with %s is told to add what it does not have', (_, norms, missing) => {
  expect(blindSpots(norms).map((sentence) => /^Add (.*?):/.exec(sentence)?.[1])).toEqual(missing);
});
