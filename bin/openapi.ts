import { writeFileSync } from 'node:fs';
import { groups } from '../shared/contract/groups.ts';
import { openDatabase } from './local/store/database.ts';
import { openApiFile, openApiText } from './openapi/document.ts';
import { collectExamples } from './openapi/examples.ts';

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
