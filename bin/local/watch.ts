import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { runningServicesFolder } from '../build/paths.ts';

/**
 * Runs the same command under Node's own file watcher, and returns a function that ends it. The data is kept in a file,
 * because otherwise every change would generate it again, with new keys.
 */
export function watch(script: string, args: readonly string[], keepsData: boolean): () => void {
  const rest = args.filter((arg) => arg !== '--watch');
  const data = keepsData ? [] : ['--db', join(runningServicesFolder, 'watch.sqlite')];
  const nodeArgs = ['--watch', '--watch-preserve-output', script, ...rest, ...data];
  const child = spawn(process.execPath, nodeArgs, { stdio: 'inherit' });
  child.once('exit', (code) => process.exit(code ?? 1));
  return () => child.kill('SIGTERM');
}
