import { afterEach, describe, expect, it, vi } from 'vitest';
import { lambdaLog, loggedError, startLine, withMetrics } from '../../shared/log.ts';

afterEach(() => vi.restoreAllMocks());

function linesOf(write: () => void): string[] {
  const lines: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
  write();
  vi.restoreAllMocks();
  return lines;
}

describe('a line of the log', () => {
  it('has the deployment, the build id, and the request id of its invocation', () => {
    const { log, beginInvocation } = lambdaLog('prod', 'b1');

    const lines = linesOf(() => {
      log({ message: 'during init' });
      beginInvocation('r1');
      log({ message: 'first' });
      beginInvocation('r2');
      log({ message: 'second' });
    });

    expect(lines).toEqual([
      '{"deployment":"prod","buildId":"b1","message":"during init"}\n',
      '{"deployment":"prod","buildId":"b1","lambdaRequestId":"r1","message":"first"}\n',
      '{"deployment":"prod","buildId":"b1","lambdaRequestId":"r2","message":"second"}\n',
    ]);
  });
});

describe('a record', () => {
  it('with metrics says their units: seconds of an age, a count of everything else', () => {
    const metrics = { ScoreAge: 90, InboxAge: 330, InboxErrors: 0 };

    expect(withMetrics({ kind: 'check' }, 1_795_176_000_000, metrics)).toEqual({
      kind: 'check',
      ScoreAge: 90,
      InboxAge: 330,
      InboxErrors: 0,
      _aws: {
        Timestamp: 1_795_176_000_000,
        CloudWatchMetrics: [
          {
            Namespace: 'ClientHealth',
            Dimensions: [['deployment']],
            Metrics: [
              { Name: 'ScoreAge', Unit: 'Seconds' },
              { Name: 'InboxAge', Unit: 'Seconds' },
              { Name: 'InboxErrors', Unit: 'Count' },
            ],
          },
        ],
      },
    });
  });

  it('of a start says what runs, as far as that is known', () => {
    const start = { level: 'info', kind: 'start' };

    expect(startLine({ COMMIT: 'c1', OPTIONS: 'inbox' })).toEqual({ ...start, commit: 'c1', options: 'inbox' });
    expect(startLine({})).toEqual({ ...start, commit: 'unknown', options: '' });
  });
});

describe('a logged error', () => {
  const causedBy = (cause: unknown) => new Error('outer secret', { cause });

  it.each<[string, Error, boolean]>([
    ['of this code', new TypeError('secret'), false],
    ['of the system', Object.assign(new Error('secret'), { code: 'ENOENT' }), false],
    ['of AWS', Object.assign(new Error('throttled'), { $metadata: {} }), true],
    ...['LimiterError', 'BatchThrottled', 'UnknownLayout'].map((name): [string, Error, boolean] => [
      ...([`with the name ${name}`, Object.assign(new Error('why'), { name }), true] as const),
    ]),
  ])('has a message only if that quotes no stored text: one %s', (_, error, isSafe) => {
    const { name, message } = error;
    expect(loggedError(error)).toStrictEqual({ name, ...(isSafe && { message }), at: expect.any(Array) });
  });

  it('has frames of the stack, none that its message looks like', () => {
    const error = new Error('first\n    at secret (secret.ts:1:2)');
    const { at } = loggedError(error);
    expect(at.length).toBeGreaterThan(0);
    expect(at.join()).not.toContain('secret');
  });

  it('has the chain of its causes, with names and frames but without messages', () => {
    const { causes } = loggedError(causedBy(new TypeError('inner secret', { cause: new RangeError('innermost') })));

    expect(causes).toEqual([
      { name: 'TypeError', at: expect.arrayContaining([expect.stringMatching(/log\.test\.ts:\d+:\d+/)]) },
      { name: 'RangeError', at: expect.arrayContaining([expect.stringMatching(/log\.test\.ts:\d+:\d+/)]) },
    ]);
    expect(JSON.stringify(causes)).not.toMatch(/secret|innermost/);
  });
});
