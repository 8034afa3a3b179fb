import { readdirSync } from 'node:fs';
import { tell } from '../support/scenario/tell.ts';

// import.md has a file of its own: it takes half of the time of all
const pages = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.md'));
for (const page of pages) if (!['README.md', 'import.md'].includes(page)) tell(page);
