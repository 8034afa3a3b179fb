import { Unreadable } from './unreadable.ts';
import { writeSheets } from './workbook.ts';

// A process of its own that reads one workbook: workbook-process.ts WORKBOOK FOLDER. It prints its result as JSON.

const [path = '', folder = ''] = process.argv.slice(2);
try {
  console.log(JSON.stringify({ sheets: await writeSheets(path, folder) }));
} catch (error) {
  const { message, line } = error as Unreadable;
  console.log(JSON.stringify(error instanceof Unreadable ? { unreadable: { message, line } } : { failed: message }));
}
