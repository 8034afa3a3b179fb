import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { versionNow } from '../support/commit.ts';
import type { Answered } from '../support/service/whole-service.ts';
import { removeTemporaryFolders } from '../support/temporary-folder.ts';
import { compare, describeDifference, requests } from './compare.ts';
import { fieldsOf, type Recorded, recordedOf, writeRecording } from './recording.ts';
import { answersOf } from './service.ts';

const help = `Usage: node test/recorded/run.ts [--record] [--full FILE]

Compares the responses to ${requests.length} requests with the recorded ones and prints what differs.

  --record     records the responses of this version instead
  --full FILE  whole responses, gzipped; --record writes them, a comparison shows what a field was before
`;

const { values: options } = parseArgs({
  options: { record: { type: 'boolean' }, full: { type: 'string' }, help: { type: 'boolean' } },
});

if (options.help) console.log(help);
else if (options.record) await record();
else await print();
removeTemporaryFolders();

async function record(): Promise<void> {
  const whole: (Answered | null)[] = [];
  const answers: Recorded[] = [];
  await answersOf(requests, (request, answer) => {
    const at = requests.indexOf(request);
    answers[at] = recordedOf(answer);
    whole[at] = answer ?? null;
  });
  const { commit } = versionNow();
  console.log(`${answers.length} responses of ${commit}: ${writeRecording(requests, { commit, answers })} bytes`);
  if (options.full) writeFileSync(options.full, gzipSync(JSON.stringify(whole)));
}

async function print(): Promise<void> {
  const { commit, compared, differences, unused } = await compare();
  const whole: readonly Answered[] =
    options.full && existsSync(options.full) ? JSON.parse(gunzipSync(readFileSync(options.full)).toString()) : [];
  for (const difference of differences) {
    console.log(describeDifference(difference));
    const before = fieldsOf(whole[requests.indexOf(difference.request)]);
    if (whole.length > 0)
      for (const field of difference.fields) console.log(`  ${field} was: ${before.get(field)?.trim()}`);
  }
  const kinds = differences.flatMap(({ fields, answer }) => {
    const endpoint = answer?.operationId ?? 'no endpoint';
    return (fields.length > 0 ? fields : ['order of fields']).map((field) => `${endpoint} ${answer?.status}: ${field}`);
  });
  const summary = [...Map.groupBy(kinds, (kind) => kind)].map(([kind, all]) => `${kind} (${all.length})`).sort();
  if (summary.length > 0) console.log(`\nIn short:\n${summary.join('\n')}\n`);
  for (const { endpoint, field } of unused) console.log(`Expected, but not seen: ${field} of ${endpoint}`);
  console.log(`${compared} responses compared with those of ${commit}: ${differences.length} differ unexpectedly`);
  if (differences.length + unused.length > 0) process.exitCode = 1;
}
