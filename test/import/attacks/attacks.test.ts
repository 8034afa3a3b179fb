import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundle } from '../../../bin/build/bundle.ts';
import { jobPlugins } from '../../../bin/build/plugins.ts';
import { everyNth, isFullSize } from '../../support/size.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { type Attack, texts, workbooks } from './files.ts';
import { generated } from './generated.ts';
import { readApart } from './measure.ts';

// What hostile files cost. SECURITY.md promises the bounds: 400 MB for the reading process and the process that it
// starts for a workbook, together, and 10 seconds of CPU time for both. `npm test` tries some of the files; the proof
// `attacks` all, also with the bundle of the importer.

const nameOf = ([, content]: Attack) =>
  typeof content !== 'string' && content[0] === 0x1f ? 'clients.csv.gz' : 'clients.csv';
const attacks = [
  ...workbooks.map((attack) => [attack[0], 'clients.xlsx', attack] as const),
  ...texts.map((attack) => [attack[0], nameOf(attack), attack] as const),
];
const ofGenerator = generated.map(([title, file, ...rest]) => [title, file, [title, ...rest] as Attack] as const);

const programs = new Map([['the sources', join(import.meta.dirname, 'read.ts')]]);

describe.skipIf(process.platform !== 'linux').each(isFullSize ? ['the sources', 'the bundle'] : ['the sources'])(
  'a hostile file, read by %s',
  (name) => {
    beforeAll(async () => {
      if (programs.has(name)) return;
      const folder = temporaryFolder();
      for (const entry of ['test/import/attacks/read.ts', 'import/files/readers/workbook-process.ts']) {
        const { text } = await bundle(entry, jobPlugins);
        writeFileSync(join(folder, `${entry.split('/').at(-1)?.replace('.ts', '.mjs')}`), text);
      }
      programs.set(name, join(folder, 'read.mjs'));
    });

    it.each([...everyNth(5, attacks), ...everyNth(12, ofGenerator)])(
      '%s: an answer within the bounds',
      async (title, file, [, content, expected, preset]) => {
        const folder = temporaryFolder({ [file]: content });
        const { answer, cpuSeconds, peakMegabytes } = await readApart(folder, programs.get(name), preset);
        if (isFullSize) {
          console.log([title, content.length, answer.slice(0, 100), peakMegabytes, cpuSeconds].join(' | '));
        }

        expect(answer).toMatch(expected);
        expect({ peakMegabytes, cpuSeconds }).toSatisfy(() => peakMegabytes < 400 && cpuSeconds < 10);
      },
    );
  },
);
