import { SourceMap } from 'node:module';
import { text } from 'node:stream/consumers';
import { bundleOf, functionNames } from './build.ts';

// npm run frames: shows where in the sources a logged error happened. The frames of a log line are positions in a
// minified bundle. The build id of the line is the hash of that bundle, so this command bundles the functions of the
// current checkout again and uses the source map of the one that has the same id.

interface Failure {
  readonly buildId: string;
  readonly error: { readonly name: string; readonly at: readonly string[]; readonly causes?: Failure['error'][] };
}

/** The place in the sources that a frame of the bundle came from; other frames stay as they are. */
export function sourceFrame(frame: string, map: SourceMap): string {
  const [, line, column] = /index\.mjs:(\d+):(\d+)\)?$/.exec(frame) ?? [];
  if (line === undefined) return frame;
  const entry = map.findEntry(Number(line) - 1, Number(column) - 1);
  return 'originalSource' in entry
    ? `at ${entry.originalSource}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
    : frame;
}

/** The failures among log lines. Lines may be preceded by a timestamp, as `aws logs tail` prints them. */
export function failuresIn(log: string): Failure[] {
  return log.split('\n').flatMap((line) => {
    const start = line.indexOf('{');
    if (start < 0) return [];
    try {
      const { buildId, error } = JSON.parse(line.slice(start)) as Partial<Failure>;
      return buildId !== undefined && error?.at ? [{ buildId, error }] : [];
    } catch {
      return [];
    }
  });
}

/** The errors of the log lines with the frames of their sources, for lines of these functions. */
export async function resolvedFailures(log: string, functions = functionNames()): Promise<string> {
  const failures = failuresIn(log);
  if (failures.length === 0) throw new Error('The input has no log line with a build id and an error.');
  const bundles = await Promise.all(functions.map((name) => bundleOf(name)));
  const maps = new Map(bundles.map(({ buildId, map }) => [buildId, new SourceMap(JSON.parse(map))]));
  return failures.map(({ buildId, error }) => resolved(error, mapOf(maps, buildId))).join('\n\n');
}

function mapOf(maps: ReadonlyMap<string, SourceMap>, buildId: string): SourceMap {
  const map = maps.get(buildId);
  if (map) return map;
  throw new Error(
    `No function of this checkout has the build id ${buildId}. Check out the commit that was deployed, run npm ci, and try again.`,
  );
}

function resolved({ name, at, causes = [] }: Failure['error'], map: SourceMap): string {
  const lines = [name, ...at.map((frame) => `  ${sourceFrame(frame, map)}`)];
  return [...lines, ...causes.map((cause) => `caused by ${resolved(cause, map)}`)].join('\n');
}

if (import.meta.main) {
  try {
    console.log(await resolvedFailures(await text(process.stdin)));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
