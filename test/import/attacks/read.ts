import { readFileSync } from 'node:fs';
import { openSources } from '../../../import/arrived/sources.ts';
import { Rejects } from '../../../import/facts/rejects.ts';
import { type Problem, Problems, problemLines } from '../../../import/files/problems.ts';
import { largestRun } from '../../../import/inbox/deps.ts';
import { loadMapping } from '../../../import/mapping/load.ts';
import { readFile } from '../../../import/rows/read.ts';
import { roomFor } from '../../../import/rows/room.ts';
import { rowReader } from '../../../import/rows/rows.ts';

// Reads the files of a folder as an import does, without a table, in a process of its own: read.ts FOLDER [PRESET].
// Prints what became of them, and the CPU time of this process and of the processes that it has started.

const [folder = '', preset] = process.argv.slice(2);
const rejects = new Rejects(true);
const { problems } = rejects;
const add = (problem: Problem) => rejects.add(problem);
let failure: string | undefined;
const room = roomFor({ rows: largestRun.mostRows, bytes: 3 * largestRun.mostBytes, advice: '' });
let rows = 0;
try {
  const maps = preset === undefined ? undefined : [await loadMapping(preset)];
  const { sources, close } = await openSources(folder, maps ? { maps } : {}, add);
  for (const source of sources) {
    const file = await readFile(source, new Problems(), undefined, room);
    const report = (problem: Omit<Problem, 'file'>) => add({ file: source.name, ...problem });
    if (file.unreadable) report({ ...file.unreadable, whole: true });
    if (!file.header) continue;
    const { problems: ofHeader, read } = rowReader(file.source, file.header);
    ofHeader.forEach(report);
    const { count } = file.rows;
    for (let number = 0; number < count && !rejects.isLost(source.name, count); number += 1)
      rows += read(file.rows.at(number), report).length;
  }
  close();
} catch (error) {
  failure = error instanceof Error ? error.message : String(error);
}
const times = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ').slice(11, 15) ?? [];
const cpuSeconds = times.reduce((sum, ticks) => sum + Number(ticks), 0) / 100;
console.log(JSON.stringify({ answer: problemLines(problems)[0] ?? failure ?? `${rows} rows`, cpuSeconds }));
