import type { Check } from './check.ts';
import { clientChecks } from './clients/check.ts';
import { mcpCheck } from './mcp/check.ts';
import { prismCheck } from './openapi/prism.ts';
import { schemathesisCheck } from './openapi/schemathesis.ts';
import { runtimesCheck } from './runtimes/check.ts';
import { startTarget } from './target.ts';

// npm run tools: checks openapi.json and clients with tools of others, against the local service. What is not installed
// is skipped with a message that says how to install it.

const checks: readonly Check[] = [schemathesisCheck, prismCheck, ...clientChecks, runtimesCheck, mcpCheck];

const longestMessage = 6000;

async function runChecks(names: readonly string[]): Promise<void> {
  const unknown = names.filter((name) => !checks.some((check) => check.name === name));
  if (unknown.length > 0) {
    console.error(`error: no check ${unknown.join(', ')}. Checks: ${checks.map(({ name }) => name).join(', ')}`);
    process.exitCode = 2;
    return;
  }
  const target = await startTarget();
  try {
    for (const check of checks.filter(({ name }) => names.length === 0 || names.includes(name))) {
      const missing = check.missing();
      if (missing !== undefined) {
        console.log(`${check.name}: skipped, needs: ${missing}`);
        continue;
      }
      const started = performance.now();
      try {
        const found = await check.run(target);
        console.log(`${check.name}: passed in ${Math.round((performance.now() - started) / 1000)} s. ${found}`);
      } catch (error) {
        console.error(`${check.name}: FAILED. ${(error as Error).message.slice(-longestMessage)}`);
        process.exitCode = 1;
      }
    }
  } finally {
    await target.stop();
  }
}

if (import.meta.main) await runChecks(process.argv.slice(2));
