import { randomBytes } from 'node:crypto';
import { runAdmin } from './admin/program.ts';
import { openTarget } from './admin/target.ts';
import { terminal } from './admin/terminal.ts';

process.exitCode = await runAdmin(process.argv.slice(2), { open: openTarget, terminal, clock: Date.now, randomBytes });
