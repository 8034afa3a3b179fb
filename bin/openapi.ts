import { writeFileSync } from 'node:fs';
import { groups } from '../shared/contract/groups.ts';
import { openApiFile, openApiText } from './build/openapi/document.ts';
import { collectExamples } from './local/examples.ts';
import { openDatabase } from './local/store/database.ts';

async function writeDocument(): Promise<void> {
  const database = await openDatabase(undefined);
  try {
    writeFileSync(openApiFile, openApiText(groups, await collectExamples(database.address)));
    console.log('openapi.json written');
  } finally {
    await database.stop();
  }
}

if (import.meta.main) await writeDocument();
