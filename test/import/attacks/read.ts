import { readFileSync } from 'node:fs';
import { createProblems, problemLines } from '../../../import/files/problems.ts';
import { readRows } from '../../../import/files/rows.ts';
import { loadMapping } from '../../../import/mapping/load.ts';
import { openSources } from '../../../import/sources.ts';

// Reads the files of a folder as an import does, without a table, in a process of its own: read.ts FOLDER [PRESET].
// Prints what became of them, and the CPU time of this process and of the processes that it has started.

const [folder = '', preset] = process.argv.slice(2);
const problems = createProblems();
const { add } = problems;
let failure: string | undefined;
let rows = 0;
try {
  const maps = preset === undefined ? undefined : [await loadMapping(preset)];
  const { sources, close } = await openSources(folder, { refuse: add, ...(maps && { maps }) });
  for (const source of sources) {
    for await (const part of readRows(source, (problem) => add({ file: source.name, ...problem }))) rows += part.length;
  }
  await close();
} catch (error) {
  failure = error instanceof Error ? error.message : String(error);
}
const times = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ').slice(11, 15) ?? [];
const cpuSeconds = times.reduce((sum, ticks) => sum + Number(ticks), 0) / 100;
console.log(JSON.stringify({ answer: problemLines(problems)[0] ?? failure ?? `${rows} rows`, cpuSeconds }));
