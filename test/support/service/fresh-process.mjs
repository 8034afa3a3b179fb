// Runs one bundle in a fresh process, as Lambda does: events come in as text, responses go out as text. The
// measurements go to a file. Plain JavaScript, so that only the bundle is compiled and loaded.
import { readFileSync, writeFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';

const [job, result] = process.argv.slice(2);
const { bundle, events, warming, measured } = JSON.parse(readFileSync(job, 'utf8'));
const context = { awsRequestId: 'local', getRemainingTimeInMillis: () => 10_000 };

// collects a streamed response
globalThis.awslambda = {
  streamifyResponse: (streamed) => async (event, context) => {
    const stream = new PassThrough();
    const [chunks] = await Promise.all([stream.toArray(), streamed(event, stream, context)]);
    return { ...stream.prelude, body: Buffer.concat(chunks).toString() };
  },
  HttpResponseStream: { from: (stream, prelude) => Object.assign(stream, { prelude }) },
};

const timer = () => {
  const at = performance.now();
  const used = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(used);
    return { ms: performance.now() - at, cpu: (user + system) / 1000 };
  };
};

const loaded = timer();
const { handler } = await import(bundle);
const load = loaded();

const answers = [];
for (const event of events) {
  const answered = timer();
  // Lambda reports the name of the error of a failed invocation
  const text = await answer(event).catch(({ name, message }) => JSON.stringify({ failed: { name, message } }));
  answers.push({ ...answered(), ...JSON.parse(text) });
}

for (const event of warming) await answer(event);
const finished = timer();
for (const event of measured) await answer(event);
const run = finished();

const webApis = process.moduleLoadList.filter((name) => /undici|webcrypto|webstreams/.test(name));
const memory = process.resourceUsage().maxRSS / 1024;
writeFileSync(result, JSON.stringify({ load, answers, run, memory, webApis }));
process.exit(0);

async function answer(event) {
  const result = await handler(JSON.parse(event), context);
  if (measured.length > 0 && result.statusCode !== 200) throw new Error(`answered ${result.statusCode} while measured`);
  // functions that no caller waits for return nothing
  return JSON.stringify(result ?? null);
}
