// Runs one bundle in a fresh process, as Lambda does: events come in as text, responses go out as text. What
// it sees goes to a file. Plain JavaScript, so that only the bundle is compiled and loaded.
import { readFileSync, writeFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';

const [job, result] = process.argv.slice(2);
const { bundle, events } = JSON.parse(readFileSync(job, 'utf8'));
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

const began = performance.now();
const { handler } = await import(bundle);
const loadMs = performance.now() - began;

const answers = [];
for (const event of events) {
  // Lambda reports the name of the error of a failed invocation
  const text = await answer(event).catch(({ name, message }) => JSON.stringify({ failed: { name, message } }));
  answers.push(JSON.parse(text));
}

const webApis = process.moduleLoadList.filter((name) => /undici|webcrypto|webstreams/.test(name));
writeFileSync(result, JSON.stringify({ loadMs, answers, webApis }));
process.exit(0);

async function answer(event) {
  const result = await handler(JSON.parse(event), context);
  // functions that no caller waits for return nothing
  return JSON.stringify(result ?? null);
}
