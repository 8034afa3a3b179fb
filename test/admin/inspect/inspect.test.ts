import { beforeAll, expect, it } from 'vitest';
import { cliOn } from '../../support/admin/cli.ts';
import { useMemoryTable } from '../../support/store/table.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const db = useMemoryTable();
const admin = cliOn(() => db.table);
const json = async (line: string) => JSON.parse((await admin(`${line} --json`)).out[0] ?? '{}');

beforeAll(async () => {
  const files = temporaryFolder({
    'clients.csv': 'Service ID,Client ID,Name,Industry\nharbor,CRM 7,Harbor Light,Food\nquiet,,Quiet,\n',
    'streams.csv': 'Service ID,Stream ID,Name,State\nharbor,web,Website,active\nharbor,old,Archive,inactive\n',
    'scores.csv': 'Service ID,Score\nquiet,88.5\n',
    'notes.csv': 'Service ID,Created At,Created By,Content\nharbor,2026-11-01,Ada,Hi\n',
    // only signals of the 90 days before 20 November count, except those of inactive streams
    'signals.csv':
      'Service ID,Signal ID,Date,Topic,Polarity,Weight,Stream ID\n' +
      'harbor,a,2026-11-19,trust,1,2,\nharbor,b,2026-11-19,timeliness,-0.5,1,web\nharbor,c,2026-11-19,trust,-1,1,old\n' +
      'harbor,d,2026-08-01,trust,-1,1,\nharbor,e,2026-11-20,trust,-1,1,\n',
  });
  await admin('accounts create --account acme --name Acme');
  await admin(`import ${files} --account acme --score`);
});

it('shows what is stored and how the score was computed', async () => {
  const { topics, ...inspected } = await json('inspect harbor --account acme');

  expect(inspected).toEqual({
    client: {
      ...{ id: 'harbor', externalId: 'CRM 7', name: 'Harbor Light', archived: false, favorite: false },
      ...{ lastContactDate: null, metadata: { industry: 'Food' }, updatedAt: '2026-11-20T12:00:30.000Z' },
    },
    stored: {
      ...{ streams: 2, notes: 1, people: 0, 'weeks of insights': 0, 'years of reads': 0 },
      ...{ signals: 5, 'signals in the window': 3 },
    },
    viewsFollow: true,
    // trust 200 and timeliness 50, each the only topic of its category
    score: {
      ...{ score: 125, band: 'lowRisk', source: 'chr2', scoredFor: '2026-11-20', scoredTopics: 2 },
      why: 'the night of 2026-11-20: 2 signals of the 90 days before it, in 2 of 15 topics',
    },
    signals: [
      {
        ...{ topic: 'timeliness', id: 'b', date: '2026-11-19', polarity: -0.5, weight: 1 },
        ...{ remainingWeight: 0.98, open: false, stream: 'web' },
      },
      {
        ...{ topic: 'trust', id: 'a', date: '2026-11-19', polarity: 1, weight: 2 },
        ...{ remainingWeight: 1.95, open: false },
      },
    ],
    streams: [
      { id: 'old', name: 'Archive', state: 'inactive', score: 0, signals: 1 },
      { id: 'web', name: 'Website', state: 'active', score: 50, signals: 1 },
    ],
  });
  expect(topics.filter(({ signals }: { signals: number }) => signals > 0)).toEqual([
    { id: 'timeliness', signals: 1, signalWeight: 0.98, score: 50, weight: 0.5, contribution: -25 },
    { id: 'trust', signals: 1, signalWeight: 1.95, score: 200, weight: 0.5, contribution: 50 },
  ]);
});

it('finds a client by the customer’s own id, and prints it as text', async () => {
  const { out, exitCode } = await admin('inspect "CRM 7" --account acme');

  expect(exitCode).toBe(0);
  expect(out[0]).toBe('Harbor Light (harbor)');
  expect(out).toContain('Score 125 (lowRisk, chr2)');
  expect(out.map((line) => line.replaceAll(/ +/g, ' '))).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^ timeliness #+\.+ 50\.0 -25 1$/),
      ' 2026-11-19 1 day old, weight left 0.98, polarity -0.50, stream web',
      expect.stringMatching(/^ trust #+ 200\.0 \+50 1$/),
    ]),
  );
});

it('explains the score of a client without signals', async () => {
  expect((await json('inspect quiet --account acme')).score).toEqual({
    ...{ score: 88.5, band: 'mediumRisk', source: 'chr1', scoredFor: '2026-11-20', scoredTopics: 0 },
    why: 'the night of 2026-11-20: the imported score',
  });
});

it('does not find a client of another account', async () => {
  expect(await admin('inspect harbor --account other')).toEqual({
    out: [],
    err: ['error: There is no client harbor in the account other.'],
    exitCode: 1,
  });
});
