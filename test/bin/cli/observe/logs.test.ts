import { describe, expect, it } from 'vitest';
import type { Deployment, LogEvent } from '../../../../bin/cli/service/deployment.ts';
import { cliOn } from '../../../support/cli/cli.ts';
import { noon } from '../../../support/service/deps.ts';
import { skipPauses } from '../../../support/skip-pauses.ts';
import { memoryTable } from '../../../support/store/table.ts';

const table = memoryTable('job');
const minute = 60_000;
const from = (milliseconds: number) => `${(milliseconds - noon) / minute}`;

/** A deployment whose log answers with these events in turn, a minute later each time, and then fails. */
function following(...answers: (readonly LogEvent[] | undefined)[]) {
  const asked: string[] = [];
  let now = noon;
  const logs: Deployment['logs'] = async (name, query) => {
    asked.push([name, from(query.from), query.pattern, query.to].filter((word) => word !== undefined).join(' '));
    const at = asked.length - 1;
    now += minute;
    if (at >= answers.length) throw new Error('end');
    return answers[at] as LogEvent[];
  };
  const deployment = { stackName: 'health', dashboardUrl: undefined, logs } as never;
  const run = cliOn(() => table, { target: { deployment }, clock: () => now });
  return { asked, run };
}
const event = (id: string, minutes: number, text = id): LogEvent => ({ id, time: noon + minutes * minute, text });

describe('logs', () => {
  it('prints what is in the logs of the last hour, once', async () => {
    const { asked, run } = following([event('a', -30), event('b', -29)]);
    expect(await run('logs')).toEqual({
      out: ['2026-11-20T11:30:30.000Z  a', '2026-11-20T11:31:30.000Z  b'],
      err: [],
      exitCode: 0,
    });
    expect(asked).toEqual(['functions -60']);
  });

  it.each([
    ['--since 30m', 'functions -30'],
    ['--since 2h', 'functions -120'],
    ['--since 9999d', 'functions -14398560'],
    ['--level warn', 'functions -60 { $.level = "warn" }'],
    ['--request a-B_1', 'functions -60 { $.requestId = "a-B_1" }'],
    ['--request x --level error', 'functions -60 { $.requestId = "x" && $.level = "error" }'],
  ])('%s asks for %s', async (options, expected) => {
    const { asked, run } = following([]);
    expect(await run(`logs ${options}`)).toMatchObject({ out: [], exitCode: 0 });
    expect(asked).toEqual([expected]);
  });

  it('--follow goes on, a minute back each time, and prints nothing twice', async () => {
    const pauses = skipPauses();
    // those of the very time from which it asks again come again; a late one comes after newer ones
    const { asked, run } = following(
      [event('old', -50), event('a', 0), event('b', 1)],
      [event('a', 0), event('b', 1), event('late', 0.5), event('c', 2)],
      [event('b', 1), event('c', 2)],
      [event('c', 2), event('old', 3)],
    );
    const { out, exitCode } = await run('logs --follow');
    expect(out.map((line) => line.split('  ')[1])).toEqual(['old', 'a', 'b', 'late', 'c', 'old']);
    expect(exitCode).toBe(1);
    expect(asked.map((each) => each.split(' ')[1])).toEqual(['-60', '0', '1', '2', '3']);
    expect(pauses).toEqual(Array(4).fill(2000));
  });

  it('says in words what a record is about, and leaves the rest as JSON', async () => {
    const record = { level: 'info', operation: 'listTopics', status: 200, milliseconds: 0, _aws: {}, requestId: 'r' };
    const events = [
      event('a', 0, JSON.stringify(record)),
      event('b', 0, '{"kind":"score","customerId":"acme"}'),
      event('c', 0, 'REPORT \u001b'),
    ];
    expect((await following(events).run('logs')).out.map((line) => line.slice(26))).toEqual([
      'info  listTopics  200  0 ms  {"requestId":"r"}',
      'score  {"customerId":"acme"}',
      'REPORT \\u001b',
    ]);
    expect((await following(events).run('logs --json')).out).toEqual([
      ...events.slice(0, 2).map(({ text }) => text),
      '{"time":"2026-11-20T12:00:30.000Z","message":"REPORT \\u001b"}',
    ]);
  });
});

it('open only prints an address if told to, and that of a local service always', async () => {
  const at = (target: object) => cliOn(() => table, { target });
  const deployed = at({ deployment: { stackName: 'health', dashboardUrl: 'https://dash' }, baseUrl: 'https://x/v1' });

  expect((await deployed('open --print')).out).toEqual(['https://dash']);
  expect((await deployed('open --json')).out).toEqual(['{"url":"https://dash"}']);
  expect((await at({ baseUrl: 'http://127.0.0.1:3000/v1' })('open')).out).toEqual(['http://127.0.0.1:3000/v1']);
});
