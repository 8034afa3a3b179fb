import { describe, expect, it } from 'vitest';
import { proofs } from './promises.ts';
import { entryOf, passedIn, type Result, withEntries } from './report.ts';

const run = { commit: 'abc1234', date: '2026-11-22', size: 'sample', seed: 3, inputs: '1a2b3c4d' };
/** Nothing has changed since a run. */
const unchanged = () => '1a2b3c4d';
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
  it('has a line with promise, count, time, what was tried, commit, date, size, seed and inputs', () => {
    const signer = { failed: titles('a < b'), skipped: [{ group: 'a tool', test: 'is missing' }] };
    const document = withEntries(empty, entriesOf({ signer }), unchanged);

    expect(document.split('\n').filter((line) => line.includes('**signer**'))).toEqual([
      '- **signer**: Requests to DynamoDB are signed as the AWS SDK signs them. 1 of 3 passed in 5 s: **FAILED**: a \\< b, **skipped**: a tool is missing (`abc1234`, 2026-11-22, sample, seed 3, inputs 1a2b3c4d)',
    ]);
    expect(document).toMatch(/^Before\.\n<!-- proofs -->\n[\s\S]*<!-- \/proofs -->\nAfter\.\n$/);
  });

  it('says how much of the full size was tried, as the titles have it', () => {
    const group = '500 of 2,000 random plans';
    const passed = [
      { group, test: 'get the answers of a model' },
      { group, test: 'hold' },
      ...titles('10 of 100 runs of 10,000 requests: 6 % faults', 'progress of 10 of 40 after 1000 ms'),
    ];

    expect(entriesOf({ windows: { passed } }).get('windows')).toContain(
      ' 4 of 4 passed in 5 s: 500 of 2,000 random plans, 10 of 100 runs (`abc1234`',
    );
  });

  it('keeps other proofs when some are run, also those of another commit', () => {
    const first = withEntries(empty, entriesOf({ signer: {}, fuzz: {} }), unchanged);
    const later = { ...run, commit: 'def5678', date: '2026-11-23' };
    const second = withEntries(first, entriesOf({ fuzz: {} }, later), unchanged);

    expect(second.match(/`(abc1234|def5678)`/g)).toEqual(['`def5678`', '`abc1234`']);
    expect(second).toContain('Not run yet: simulation, limiter, ');
    expect(withEntries(second, new Map(), unchanged)).toBe(second);
  });

  it('marks what ran files that have changed since, until it is run again or they are as they were', () => {
    const document = withEntries(empty, entriesOf({ signer: {}, fuzz: {} }), unchanged);
    const changed = (name: string) => (name === 'fuzz' ? '99999999' : unchanged());
    const marked = withEntries(document, new Map(), changed);
    const again = entriesOf({ fuzz: {} }, { ...run, inputs: '99999999' });

    expect(marked.match(/\*\*\w+\*\*(?: \(stale\))?:/g)).toEqual(['**fuzz** (stale):', '**signer**:']);
    expect(withEntries(marked, again, changed)).not.toContain('(stale)');
    expect(withEntries(marked, new Map(), unchanged)).toBe(document);
  });

  it('calls a line stale that does not say what it ran', () => {
    const line = (document: string) => document.replace(', inputs 1a2b3c4d)', ')');
    const document = line(withEntries(empty, entriesOf({ fuzz: {} }), unchanged));

    expect(withEntries(document, new Map(), unchanged)).toContain('**fuzz** (stale): ');
  });

  it('shows where a stopped full run goes on: after what passed at full size and ran nothing that changed', () => {
    const full = { ...run, size: 'full' };
    const entries = new Map([
      ...entriesOf({ signer: {}, export: { failed: titles('x') }, schemathesis: { skipped: titles('y') } }, full),
      ...entriesOf({ fuzz: {} }),
      ...entriesOf({ model: {} }, { ...full, inputs: '99999999' }),
      ...entriesOf({ windows: {} }, { ...full, commit: 'def5678' }),
    ]);

    expect(passedIn(withEntries(empty, entries, unchanged), 'full', unchanged)).toEqual(['windows', 'signer']);
  });
});
