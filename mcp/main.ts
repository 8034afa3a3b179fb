import { help, NoAccess } from './access.ts';
import { start } from './start.ts';

// The package's command. In the repository, `client-health mcp` does the same.

const words = process.argv.slice(2);
try {
  if (words.includes('--help') || words.includes('-h')) process.stderr.write(help);
  else start(words, process.env);
} catch (error) {
  if (!(error instanceof NoAccess)) throw error;
  process.stderr.write(`error: ${error.message}\n`);
  process.exitCode = error.exitCode;
}
