/** Reads a variable, which may not be set. Throws what is wrong with it. */
type Variable<Value> = (text: string | undefined) => Value;

/** A variable that must be set. */
export const requiredText: Variable<string> = (text) => {
  if (text === undefined) throw new WrongVariable('is not set');
  if (text === '') throw new WrongVariable('is empty');
  return text;
};

export const url: Variable<string> = (text) => {
  if (text === undefined || !URL.canParse(text)) throw new WrongVariable('is not a URL');
  return text;
};

export const oneOf =
  <const Values extends readonly string[]>(values: Values): Variable<Values[number]> =>
  (text) => {
    const found = values.find((value) => value === text);
    if (found === undefined) throw new WrongVariable(`is none of ${values.join(', ')}`);
    return found;
  };

export const optionalNumber: Variable<number | undefined> = (text) => {
  if (text !== undefined && !/^\d+$/.test(text)) throw new WrongVariable('is not a number');
  return text === undefined ? undefined : Number(text);
};

export const optionalText: Variable<string | undefined> = (text) => text;
export const optionalUrl: Variable<string | undefined> = (text) => (text === undefined ? undefined : url(text));

class WrongVariable extends Error {}

export function readEnvironment<const Variables extends Readonly<Record<string, Variable<unknown>>>>(
  variables: Variables,
): { readonly [Name in keyof Variables]: ReturnType<Variables[Name]> } {
  const wrong: string[] = [];
  const entries = Object.entries(variables).map(([name, read]) => {
    try {
      return [name, read(process.env[name])];
    } catch (error) {
      if (!(error instanceof WrongVariable)) throw error;
      // the name only: a value may be a secret
      wrong.push(`${name}: ${error.message}`);
      return [name, undefined];
    }
  });
  if (wrong.length > 0) throw new Error(`environment variables are missing or wrong: ${wrong.join('; ')}`);
  return Object.fromEntries(entries);
}
