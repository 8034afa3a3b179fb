import { registerHooks } from 'node:module';
import { faults } from '../faults/faults.ts';

/** The faults of test/faults/faults.txt that the simulation finds. */
export const bugs: readonly string[] = [
  'one request over the limit',
  'repeated attempts are counted again',
  'a revoked key counts as usable',
  'a 429 is repeated in the next window',
  'unprocessed items of a batch are dropped',
  'hand-overs of two accounts have one id',
  'facts are written without opening the mark',
  'a suspension leaves out the first key',
  'a rolled key works a day longer',
  'a rescore reads signals that are seconds old',
  'the ETag of a list does not depend on its version',
  'a removed client leaves a record',
  'a writer goes on when its lock is lost',
  'an event that was refused counts as sent',
  'an importer that was killed is not followed by another',
  'a run that goes on takes all its rows for written',
  'a file that was replaced is removed with the one before it',
  'the aliases of a removed client stay',
  'an import gives back only one of its rejected rows',
  'the pages of all but one list are not put',
  'a closed mark keeps its value',
  'notes of a killed import are not counted',
  'a mark is never closed',
  'a mark is closed before the facts are written',
  'a mark that a killed writer left open stays open',
  'the mark is read after the facts',
];

/** Loads the file with the bug from now on. */
export function plant(name: string): void {
  const bug = faults.find((fault) => fault.name === name);
  if (!bug) throw new Error(`There is no bug ${name}: ${bugs.join(', ')}.`);
  let isPlanted = false;
  registerHooks({
    load: (url, context, nextLoad) => {
      const loaded = nextLoad(url, context);
      if (!url.endsWith(`/${bug.file}`)) return loaded;
      const source = String(loaded.source);
      if (!source.includes(bug.from)) throw new Error(`${bug.file} has no ${bug.from}`);
      isPlanted = true;
      return { ...loaded, source: source.replace(bug.from, () => bug.to) };
    },
  });
  process.on('exit', () => {
    if (!isPlanted) throw new Error(`${bug.file} was not loaded`);
  });
}
