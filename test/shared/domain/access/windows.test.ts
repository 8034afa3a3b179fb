import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isFarAhead, lastMinute, namesAt, windowHasEnded } from '../../../../shared/domain/access/windows.ts';
import { holds } from '../../../support/holds.ts';

const at = (text: string) => Date.parse(`2026-11-20T${text}Z`);
const noon = at('12:00:30.000');
const [minute, hour, day] = ['m29919600', 'h498660', 'd20777'];

describe('the windows at a given time', () => {
  it.each([
    ['12:00:00.000', { m: 'm29919600', h: 'h498660', d: 'd20777', r: 'r179517600' }],
    ['12:00:09.999', { m: 'm29919600', h: 'h498660', d: 'd20777', r: 'r179517600' }],
    ['12:00:10.000', { m: 'm29919600', h: 'h498660', d: 'd20777', r: 'r179517601' }],
    ['12:00:59.999', { m: 'm29919600', h: 'h498660', d: 'd20777', r: 'r179517605' }],
    ['12:01:00.000', { m: 'm29919601', h: 'h498660', d: 'd20777', r: 'r179517606' }],
    ['12:59:59.999', { m: 'm29919659', h: 'h498660', d: 'd20777', r: 'r179517959' }],
    ['13:00:00.000', { m: 'm29919660', h: 'h498661', d: 'd20777', r: 'r179517960' }],
    ['23:59:59.999', { m: 'm29920319', h: 'h498671', d: 'd20777', r: 'r179521919' }],
    ['24:00:00.000', { m: 'm29920320', h: 'h498672', d: 'd20778', r: 'r179521920' }],
  ])('at %s', (time, names) => {
    expect(namesAt(at(time))).toEqual({ ...names, M: 'M202611', R: 'R202611' });
  });
});

describe('a name can be removed', () => {
  it.each([
    ['a minute, 120 s after its end', minute, at('12:02:59.999'), at('12:03:00.000')],
    ['an hour, 120 s after its end', hour, at('13:01:59.999'), at('13:02:00.000')],
    ['a day, 120 s after its end', day, at('12:00:00.000') + 43_319_999, at('12:00:00.000') + 43_320_000],
    ['a month, 120 s after its end', 'M202611', Date.UTC(2026, 11, 1, 0, 1, 59, 999), Date.UTC(2026, 11, 1, 0, 2)],
    ['the refusals of a month too', 'R202612', Date.UTC(2027, 0, 1, 0, 1, 59, 999), Date.UTC(2027, 0, 1, 0, 2)],
    ['ids, 10 s after the end of their ten seconds', 'r179517600', at('12:00:19.999'), at('12:00:20.000')],
  ])('%s, and no earlier', (_, name, before, after) => {
    expect([windowHasEnded(name, before), windowHasEnded(name, after)]).toEqual([false, true]);
  });

  it('never while a clock that is two minutes off can still count in the window', () => {
    holds(
      fc.property(fc.nat(4e12), fc.integer({ min: -119_999, max: 119_999 }), (now, apart) => {
        const { m, h, d, M } = namesAt(Math.max(0, now - apart));

        expect([m, h, d, M].filter((name) => windowHasEnded(name, now))).toEqual([]);
      }),
    );
  });
});

describe('a minute far in the future', () => {
  it.each([
    ['two minutes', 'm29919602', false],
    ['three minutes', 'm29919603', true],
    ['an hour', 'h498670', false],
  ])('%s: %s is %s', (_, name, ahead) => {
    expect(isFarAhead(name, noon)).toBe(ahead);
  });
});

describe('the newest minute among the names', () => {
  it.each([
    ['is none without names', [], undefined],
    ['is none among other windows', [hour, day, 'r179517600'], undefined],
    ['is the start of a minute', [hour, minute, day], at('12:00:00.000')],
    ['is the latest of several, in any order', ['m9', minute, 'm29919599'], at('12:00:00.000')],
  ])('%s', (_, names, start) => {
    expect(lastMinute(names)).toBe(start);
  });
});
