import { type Document, nameIn, type Operation, operationsOf, type Schema } from '../reference/document.ts';
import { commentOf, keyOf, typeOf, typesOf } from './types.ts';

type Schemas = Document['components']['schemas'];

const notice = '// Generated from the contract by `npm run openapi`. Do not edit.\n';

/** The files of client/generated, by name. */
export function clientSources(document: Document): Readonly<Record<string, string>> {
  const operations = operationsOf(document);
  const { schemas } = document.components;
  return {
    'types.ts': `${notice}\n${typesOf(answeredWith(operations, schemas)).join('\n\n')}\n`,
    'operations.ts': `${notice}\n${operationsFile(operations, schemas)}`,
  };
}

/** The schemas of successful responses: errors are classes of the client. */
function answeredWith(operations: readonly Operation[], schemas: Schemas): Schemas {
  const found = new Set<string>();
  const visit = (schema: unknown) => {
    for (const [, name = ''] of JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (found.has(name)) continue;
      found.add(name);
      visit(schemas[name]);
    }
  };
  for (const { schema } of operations) visit(schema);
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => found.has(name)));
}

function operationsFile(operations: readonly Operation[], schemas: Schemas): string {
  const named = unique(operations.flatMap(({ schema }) => [...typeOf(schema, '').matchAll(/\b[A-Z]\w+/g)].map(String)));
  const imports = `import type {\n${named.map((name) => `  ${name},\n`).join('')}} from './types.ts';\n`;
  return [
    imports,
    ...operations.filter((operation) => furtherOf(operation).length > 0).map(parametersOf),
    methodsOf(operations),
    tableOf(operations, schemas),
  ].join('\n');
}

const parametersName = ({ id }: Operation) => `${id[0]?.toUpperCase()}${id.slice(1)}Parameters`;

/** The id in the path of an operation that has only this one there: the first argument of its method. */
function idOf({ parameters }: Operation) {
  const [first, ...others] = parameters.filter((parameter) => parameter.in === 'path');
  return first?.name.endsWith('_id') && others.length === 0 ? first : undefined;
}

/** The parameters of an operation besides its id. */
const furtherOf = (operation: Operation) => operation.parameters.filter((parameter) => parameter !== idOf(operation));

function parametersOf(operation: Operation): string {
  const lines = furtherOf(operation).map(({ name, required, description, schema }) => {
    const { default: fallback } = schema;
    const comment = fallback === undefined ? description : `${description} Default: ${fallback}.`;
    return `${commentOf(comment, '  ')}  readonly ${keyOf(name)}${required ? '' : '?'}: ${typeOf(schema, '  ')}${required ? '' : ' | undefined'};`;
  });
  return `export interface ${parametersName(operation)} {\n${lines.join('\n')}\n}\n`;
}

function methodsOf(operations: readonly Operation[]): string {
  const methods = operations.map((operation) => {
    const { id, summary, description, path, schema } = operation;
    const further = furtherOf(operation);
    const plain = idOf(operation);
    const optional = further.some(({ required }) => required) ? '' : '?';
    const given = [
      ...(plain ? [`${plain.name}: string, `] : []),
      ...(further.length > 0 ? [`parameters${optional}: ${parametersName(operation)}, `] : []),
    ].join('');
    const comment = commentOf(`${summary}: \`GET ${path}\`.\n\n${description}`, '  ');
    return `${comment}  ${id}(${given}options?: Options): Promise<${typeOf(schema, '')}>;`;
  });
  return `/** A method for every operation of the service. */\nexport interface Operations<Options> {\n${methods.join('\n')}\n}\n`;
}

function tableOf(operations: readonly Operation[], schemas: Schemas): string {
  const rows = operations.map((operation) => {
    const { id, path, parameters, contentType } = operation;
    const plain = idOf(operation);
    const first = plain ? `, id: '${plain.name}'` : '';
    const query = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => `'${name}'`);
    const text = contentType === 'application/json' ? '' : ', text: true';
    return `  ${id}: { path: '${path}'${first}, query: [${query.join(', ')}], parameters: ${furtherOf(operation).length > 0}${text} },`;
  });
  const lists = operations
    .filter(({ parameters }) => parameters.some(({ name }) => name === 'offset'))
    .map(({ id, parameters, schema }) => {
      const most = parameters.find(({ name }) => name === 'limit')?.schema.maximum;
      return `  ${id}: { list: '${listIn(schema, schemas)}', limit: ${most} },`;
    });
  return `export type OperationId = keyof Operations<unknown>;

/** How an operation is asked for: its path and what may stand in the query. */
export interface Operation {
  readonly path: string;
  /** The id in the path that is the first argument of its method. */
  readonly id?: string;
  readonly query: readonly string[];
  /** Whether its method takes an object of parameters. */
  readonly parameters: boolean;
  /** Whether it answers with text instead of JSON. */
  readonly text?: true;
}

export const operations: Readonly<Record<OperationId, Operation>> = {\n${rows.join('\n')}\n};\n
/** The operations that answer in pages: the property that holds the entries, and how many a page holds at most. */
export const lists = {\n${lists.join('\n')}\n} as const;\n`;
}

/** The property of a response that is its list. */
function listIn({ $ref, properties = {} }: Schema, schemas: Schemas): string {
  const { properties: named = properties } = ($ref && schemas[nameIn($ref)]) || {};
  const [list] = Object.entries(named).find(([, { type }]) => type === 'array') ?? [];
  if (list === undefined) throw new Error(`${$ref} has no list.`);
  return list;
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)].sort();
}
