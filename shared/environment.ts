import type * as z from 'zod';

type Variables = Readonly<Record<string, z.ZodType>>;
type Values<V extends Variables> = { readonly [Name in keyof V]: z.output<V[Name]> };

/** Every variable by itself: an object schema would take longer to build than all the others of a function. */
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
