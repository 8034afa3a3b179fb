import { describe, expect, it } from 'vitest';
import { proofs } from './promises.ts';
import { entryOf, passedIn, type Result, withEntries } from './report.ts';

const run = { commit: 'abc1234', date: '2026-11-22', size: 'sample', seed: 3 };
const empty = 'Before.\n<!-- proofs -->\n<!-- /proofs -->\nAfter.\n';

const titles = (...tests: string[]) => tests.map((test) => ({ group: '', test }));

function entriesOf(outcomes: Record<string, Partial<Result>>, given = run): Map<string, ReturnType<typeof entryOf>> {
  return new Map(
    proofs
      .filter(({ name }) => name in outcomes)
      .map((proof) => {
        const result = { name: proof.name, passed: titles('it holds'), failed: [], skipped: [], seconds: 5 };
        return [proof.name, entryOf(proof, { ...result, ...outcomes[proof.name] }, given)];
      }),
  );
}

describe('what docs/proof.md says of the proofs', () => {
  it('has a line with promise, count, time, what was tried, commit, date, size and seed', () => {
    const signer = { failed: titles('a < b'), skipped: [{ group: 'a tool', test: 'is missing' }] };
    const document = withEntries(empty, entriesOf({ signer }));

    expect(document.split('\n').filter((line) => line.includes('**signer**'))).toEqual([
      '- **signer**: Requests to DynamoDB are signed as the AWS SDK signs them. 1 of 3 passed in 5 s: **FAILED**: a \\< b, **skipped**: a tool is missing (`abc1234`, 2026-11-22, sample, seed 3)',
    ]);
    expect(document).toMatch(/^Before\.\n<!-- proofs -->\n[\s\S]*<!-- \/proofs -->\nAfter\.\n$/);
  });

  it('says how much of the full size was tried, as the titles have it', () => {
    const group = '500 of 2,000 random plans';
    const passed = [
      { group, test: 'get the answers of a model' },
      { group, test: 'hold' },
      ...titles('10 of 100 runs of 10,000 requests: 6 % faults', 'it holds'),
    ];

    expect(entriesOf({ windows: { passed } }).get('windows')).toContain(
      ' 4 of 4 passed in 5 s: 500 of 2,000 random plans, 10 of 100 runs (`abc1234`',
    );
  });

  it('keeps other proofs when some are run, also those of another commit', () => {
    const first = withEntries(empty, entriesOf({ signer: {}, fuzz: {} }));
    const later = { ...run, commit: 'def5678', date: '2026-11-23' };
    const second = withEntries(first, entriesOf({ fuzz: {} }, later));

    expect(second.match(/`(abc1234|def5678)`/g)).toEqual(['`def5678`', '`abc1234`']);
    expect(second).toContain('Not run yet: simulation, limiter, ');
    expect(withEntries(second, new Map())).toBe(second);
  });

  it('shows where a stopped full run goes on: after what passed at full size on this commit', () => {
    const full = { ...run, size: 'full' };
    const entries = new Map([
      ...entriesOf({ signer: {}, export: { failed: titles('x') }, schemathesis: { skipped: titles('y') } }, full),
      ...entriesOf({ fuzz: {} }),
      ...entriesOf({ model: {} }, { ...full, commit: 'def5678' }),
    ]);

    expect(passedIn(withEntries(empty, entries), full)).toEqual(['signer']);
  });
});
