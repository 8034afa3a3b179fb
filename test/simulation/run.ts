import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { choicesOf } from '../support/choices.ts';
import { randomOf } from '../support/random.ts';
import { planOf } from './plan.ts';
import { expectEqualTables, simulate, simulateNothing } from './simulation.ts';

const help = `Usage: node test/simulation/run.ts [--seed N] [--days N] [--transcript]

Simulates the whole system on one virtual clock. Prints one line of JSON; ends with 1 if a promise did not hold.
The same options print the same line.
`;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    days: { type: 'string', default: '30' },
    transcript: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const start = Date.UTC(2026, 10, 20);

async function main(seed: number, days: number): Promise<void> {
  process.setMaxListeners(0);
  const folder = mkdtempSync(join(tmpdir(), 'simulation-'));
  // importers that are killed leave their folders
  process.env.TMPDIR = folder;
  try {
    // loads what commands load when they first need it, because loading takes real time
    await simulateNothing(folder, start);
    const plan = planOf(choicesOf(randomOf(seed)), { days, start });
    const outcome = await simulate(plan, seed, 0.17, join(folder, 'faulty'));
    let { failure } = outcome;
    if (failure === undefined) {
      const twin = await simulate(plan, seed, 0, join(folder, 'twin'));
      failure = twin.failure;
      try {
        if (failure === undefined) expectEqualTables(outcome.tables, twin.tables);
      } catch (error) {
        failure = error;
      }
    }
    if (values.transcript) for (const line of outcome.transcript) console.log(line);
    const { redelivered = 0, requests, answersChecked, momentsTried, ...faults } = outcome.count;
    const found = failure === undefined ? {} : { found: failure instanceof Error ? failure.message : String(failure) };
    const sum = Object.values(faults).reduce((total, each) => total + each, redelivered);
    const counts = { commands: plan.commands.length, requests, answersChecked, momentsTried, faults: sum };
    console.log(JSON.stringify({ seed, days, ...counts, ...faults, redelivered, hash: outcome.hash, ...found }));
    if (failure !== undefined && values.transcript) console.log(failure);
    if (failure !== undefined) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (values.help) console.log(help);
else await main(Number(values.seed), Number(values.days));
