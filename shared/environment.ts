import * as z from 'zod/mini';

type Variables = Readonly<Record<string, z.ZodMiniType>>;
type Values<V extends Variables> = { readonly [Name in keyof V]: z.output<V[Name]> };

/** A variable that must be set. */
export const requiredText = z.string('is not set').check(z.minLength(1, 'is empty'));
/** A URL. */
export const url = z.url('is not a URL');

/** Reads each variable with its own schema: building an object schema would take longer than all of them. */
export function readEnvironment<V extends Variables>(variables: V): Values<V> {
  const values: Record<string, unknown> = {};
  const wrong: string[] = [];
  for (const [name, schema] of Object.entries(variables)) {
    const read = schema.safeParse(process.env[name]);
    if (read.success) values[name] = read.data;
    // names only: values may be secrets
    else wrong.push(`${name}: ${read.error.issues.map(({ message }) => message).join(', ')}`);
  }
  if (wrong.length > 0) throw new Error(`environment variables are missing or wrong: ${wrong.join('; ')}`);
  return values as Values<V>;
}
