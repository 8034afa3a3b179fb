/** The parts of openapi.json that the client and the reference are made from. */
export interface Document {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, { readonly get: DocumentedOperation }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters?: Readonly<Record<string, DocumentedParameter>>;
  };
}

interface DocumentedOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly (DocumentedParameter | { readonly $ref: string })[];
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema: Schema }>> }>>;
}

export interface DocumentedParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description: string;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value?: unknown }>>;
  readonly schema: Schema;
}

export interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly maximum?: number;
  readonly example?: unknown;
  readonly examples?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
}

export interface Operation {
  readonly id: string;
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** The path and query parameters. */
  readonly parameters: readonly DocumentedParameter[];
  readonly contentType: string;
  /** The schema of the response with status 200. */
  readonly schema: Schema;
}

export function operationsOf({ paths, components }: Document): Operation[] {
  const parameterOf = (given: DocumentedParameter | { readonly $ref: string }): DocumentedParameter => {
    if (!('$ref' in given)) return given;
    const found = components.parameters?.[nameIn(given.$ref)];
    if (!found) throw new Error(`${given.$ref} is not in the document.`);
    return found;
  };
  return Object.entries(paths).map(([path, { get }]) => {
    const [contentType, content] = Object.entries(get.responses[200]?.content ?? {})[0] ?? [];
    if (contentType === undefined || content === undefined)
      throw new Error(`${get.operationId} documents no response.`);
    const parameters = get.parameters.map(parameterOf).filter((parameter) => parameter.in !== 'header');
    const { operationId: id, tags, summary, description } = get;
    return { id, path, tag: tags[0] ?? '', summary, description, parameters, contentType, schema: content.schema };
  });
}

/** The name in a reference: `Clients` in `#/components/schemas/Clients`. */
export function nameIn(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}
