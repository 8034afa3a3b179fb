import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tableOfPromises } from './shown.ts';

// npm run promises

writeFileSync(join(import.meta.dirname, 'promises.md'), tableOfPromises());
