import { describe, expect, it } from 'vitest';
import { proofs } from './promises.ts';
import { passedIn, type Result, rowOf, withRows } from './report.ts';

const run = { commit: 'abc1234', date: '2026-11-22', size: 'sample', seed: 3 };
const empty = 'Before.\n<!-- proofs -->\n<!-- /proofs -->\nAfter.\n';

function rowsOf(outcomes: Record<string, Partial<Result>>, given = run): Map<string, string> {
  return new Map(
    proofs
      .filter(({ name }) => name in outcomes)
      .map((proof) => {
        const result = { name: proof.name, passed: ['it holds'], failed: [], skipped: [], seconds: 5 };
        return [proof.name, rowOf(proof, { ...result, ...outcomes[proof.name] }, given)];
      }),
  );
}

describe('the table of proofs in docs/reliability.md', () => {
  it('has a row with promise, titles, count, time, commit, date, size, seed and command', () => {
    const document = withRows(empty, rowsOf({ signer: { failed: ['a | b'], skipped: ['no tool'] } }));

    expect(document.split('\n').find((line) => line.includes('signer` |'))).toBe(
      '| Requests to DynamoDB are signed as the AWS SDK signs them. | it holds<br>FAILED: a \\| b<br>skipped: no tool | 1 of 3 | 5 s | `abc1234`, 2026-11-22, sample, seed 3 | `npm run proof -- signer` |',
    );
    expect(document).toMatch(/^Before\.\n<!-- proofs -->\n[\s\S]*<!-- \/proofs -->\nAfter\.\n$/);
  });

  it('keeps the rows of other proofs when some are run, also those of another commit', () => {
    const first = withRows(empty, rowsOf({ signer: {}, fuzz: {} }));
    const later = { ...run, commit: 'def5678', date: '2026-11-23' };
    const second = withRows(first, rowsOf({ fuzz: {} }, later));

    expect(second.match(/`(abc1234|def5678)`/g)).toEqual(['`def5678`', '`abc1234`']);
    expect(second).toContain('Not run yet: simulation, limiter, ');
    expect(withRows(second, new Map())).toBe(second);
  });

  it('shows where a stopped full run goes on: after what passed at full size on this commit', () => {
    const full = { ...run, size: 'full' };
    const rows = new Map([
      ...rowsOf({ signer: {}, export: { failed: ['x'] }, schemathesis: { skipped: ['y'] } }, full),
      ...rowsOf({ fuzz: {} }),
      ...rowsOf({ model: {} }, { ...full, commit: 'def5678' }),
    ]);

    expect(passedIn(withRows(empty, rows), full)).toEqual(['signer']);
  });
});
