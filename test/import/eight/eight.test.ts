import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { dayOf } from '../../../shared/domain/dates.ts';
import { cliOn } from '../../support/admin/cli.ts';
import { useMemoryTable } from '../../support/store/table.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { agencyOn, rankCorrelation, textOf } from './exports.ts';

// What docs/data.md tells an engineer to do with a folder of exports: presets, a mapping, match, --rejects.

const db = useMemoryTable();
const admin = cliOn(() => db.table);
const { health, exports } = agencyOn(dayOf('2026-11-20'));
const folder = temporaryFolder(Object.fromEntries(exports.map((each) => [each.file, textOf(each)])));
const mapping = join(temporaryFolder(), 'mapping.json');
const tracker = {
  match: { name: 'Tracker*' },
  kind: 'signals',
  columns: { 'Signal ID': 'Task key', 'Client Name': 'Project name', Date: 'Resolved' },
  signals: [
    {
      name: 'on-time',
      topic: 'timeliness',
      polarity: {
        days: ['Due date', 'Resolved'],
        steps: [
          [0, 0.5],
          [14, 0],
          [30, -0.5],
        ],
        above: -0.8,
      },
    },
  ],
};
const presets = exports.flatMap(({ preset }) => preset ?? []);

it('an import names the presets of seven of eight exports; the eighth needs a mapping', async () => {
  await admin('accounts create --account agency --name Agency');
  const { err, exitCode } = await admin(`import ${folder} --account agency`);

  expect(exitCode).toBe(1);
  const [said = ''] = err;
  expect(said).toMatch(/^error: No preset was found for Tracker[^,]*\. /);
  expect([...said.matchAll(/--map (\w+)/g)].map(([, preset]) => preset).sort()).toEqual([...new Set(presets)].sort());
  writeFileSync(mapping, JSON.stringify({ version: 1, files: [tracker] }));
});

it('the scores follow the health of the clients, with one mapping', async () => {
  const line = `${folder} --account agency ${[...presets, mapping].map((map) => `--map ${map}`).join(' ')}`;
  await admin(`match ${line} --out ${join(folder, 'aliases.csv')}`);
  const names = readFileSync(join(folder, 'aliases.csv'), 'utf8').split('\r\n');
  writeFileSync(join(folder, 'aliases.csv'), names.filter((name) => !name.startsWith(',')).join('\r\n'));
  const { out, exitCode } = await admin(`import ${line} --rejects ${temporaryFolder()} --score --json`);

  expect(exitCode).toBe(5);
  const { kinds, rejected } = JSON.parse(out[0] ?? '');
  expect(kinds).toMatchObject({ clients: { added: 64 }, aliases: { added: names.length - 3 } });
  const nobody = (cells: (typeof exports)[number]['rows'][number]) =>
    cells['Company name'] === '' ||
    (Object.values(cells).includes('Former Customer AG') && cells['Solved at'] !== 'yesterday');
  const lost = exports.map(({ file, rows }) => [file, rows.filter(nobody).length]).filter(([, count]) => count !== 0);
  const references = rejected.files.map((each: { file: string; references: number }) => [each.file, each.references]);
  expect(Object.fromEntries(references)).toMatchObject(Object.fromEntries(lost));
  const scores = await Promise.all(
    [...health].map(async ([id, good]) => {
      const { out: shown } = await admin(`inspect ${id} --account agency --json`);
      return [good, JSON.parse(shown[0] ?? '').score.score] as const;
    }),
  );
  expect(rankCorrelation(scores)).toBeGreaterThan(0.85);
});
