import { writeFile } from 'node:fs/promises';
import { mappingJsonSchema, mappingSchemaFile } from '../import/mapping/schema.ts';

// Writes the JSON Schema of import mappings, which editors use.

await writeFile(mappingSchemaFile, `${JSON.stringify(mappingJsonSchema(), undefined, 2)}\n`);
