import { describe, expect, it } from 'vitest';
import { columnsExcess, hasLargeColumns, signalsExcess, streamsExcess } from '../../../shared/table/facts/totals.ts';

describe('a total is told when it exceeds its cap', () => {
  it.each([
    ['streams', streamsExcess, 200, 'has more than 200 streams'],
    ['signals of a week', signalsExcess, 92_160, 'has more than 92160 bytes of signals in this week'],
  ] as const)('%s', (_, excess, most, reason) => {
    expect(excess(most, 'c1')).toBeUndefined();
    expect(excess(most + 1, 'c1')).toBe(`client "c1" ${reason}`);
    expect(excess(most + 1)).toBe(`the client ${reason}`);
  });

  it('extra columns', () => {
    const reason = (client: string) => `the extra columns of ${client} take more than 32768 bytes`;

    expect(columnsExcess(32_768, 'c1')).toBeUndefined();
    expect(columnsExcess(32_769, 'c1')).toBe(reason('client "c1"'));
    expect(columnsExcess(32_769)).toBe(reason('the client'));
  });
});

it('columns are large if 200 portfolios with as much could exceed the cap', () => {
  const columnsOf = (bytes: number) => ({ a: 'x'.repeat(bytes - JSON.stringify({ a: '' }).length) });

  // 200 times 163 bytes are below 32 KB, 200 times 164 are not
  expect(hasLargeColumns(columnsOf(163))).toBe(false);
  expect(hasLargeColumns(columnsOf(164))).toBe(true);
});
