// Runs driver.js in the edge runtime.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';

const { BASE_URL, KEY, PACKAGES = '' } = process.env;
const { EdgeRuntime } = createRequire(join(PACKAGES, 'x.js'))('edge-runtime');
const runtime = new EdgeRuntime({
  extend: (context) => Object.assign(context, { BASE_URL, KEY }),
});
runtime.evaluate(readFileSync('driver.js', 'utf8'));
console.log(await runtime.evaluate('said'));
