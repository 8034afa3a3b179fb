import { randomBytes } from 'node:crypto';
import { terminal } from './admin/cli/terminal.ts';
import { runAdmin } from './admin/program.ts';
import { openLocalService } from './admin/target/target.ts';

// whoever reads the output may have seen enough of it: `… | head`
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

process.exitCode = await runAdmin(process.argv.slice(2), {
  // the local service needs none of AWS's control planes
  open: async (stack, port) =>
    stack === undefined ? openLocalService(port) : (await import('./admin/target/stack.ts')).openStack(stack),
  terminal,
  clock: Date.now,
  randomBytes,
});
