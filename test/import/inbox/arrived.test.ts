import { expect, it } from 'vitest';
import { draftRun } from '../../../import/inbox/draft-run.ts';
import { arrivedAt } from '../../../import/inbox/keys.ts';
import { noticeOf } from '../../../import/inbox/notice.ts';
import { defaultSettings } from '../../../shared/table/arrivals/inboxes.ts';
import { memoryTable } from '../../support/store/table.ts';
import { memoryInbox } from './memory-inbox.ts';

// Which files of an inbox become a run, and who is told of the others.

it.each([
  ['a bell', 'cli\u0007ents.csv', /control characters/],
  ['an escape', '\u001b[2Jclients.csv', /control characters/],
  ['a sign that reverses what follows', 'clients\u202evsc.exe.csv', /control characters/],
  ['a sign that nobody sees', 'cli\u200bents.csv', /control characters/],
  ['a line end', 'clients\n.csv', /control characters/],
  ['a backslash', '..\\clients.csv', /backslash/],
  ['two dots', 'a..csv', /dot/],
  ['a dot in front', '.clients.csv', /dot/],
  ['the ending of a program', 'run.exe', /it is no \.csv/],
  ['the ending of an old workbook', 'clients.xls', /it is no \.csv/],
])('a name with %s is refused', (_, name, why) => {
  expect(arrivedAt(`in/acme/${name}`)?.refusal).toMatch(why);
});

it('a run takes the oldest files, at most 500', async () => {
  const { account, put, deps } = await memoryInbox(memoryTable('job'), 'acme');
  for (let at = 0; at < 501; at += 1) put({ [`${String(at).padStart(3, '0')}.csv`]: 'x' }, 1000 - at);
  const { files = [] } = (await draftRun(deps, account, defaultSettings)) ?? {};
  expect([files.length, files[0]?.name, files.at(-1)?.name]).toEqual([500, '500.csv', '001.csv']);
});

it('people are told of a file that was refused beside good ones', () => {
  const files = [{ name: 'clients.csv' }, { name: 'run.exe', refusal: 'it is no .csv file' }];
  const report = { run: 'r1', account: 'acme', startedAt: '2026-11-20T12:00:00Z', result: 'done', files } as const;
  expect(noticeOf(report)?.text).toContain('- run.exe: it is no .csv file');
  expect(noticeOf({ ...report, files: files.slice(0, 1) })).toBeUndefined();
});
