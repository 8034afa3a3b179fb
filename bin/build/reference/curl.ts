import type { DocumentedParameter, Operation } from './document.ts';

/** A curl command that calls the operation, with the required parameters filled in. */
export function curlOf({ path, parameters }: Operation): string {
  const required = parameters.filter(({ required: must }) => must);
  const filled = required
    .filter((parameter) => parameter.in === 'path')
    .reduce((text, parameter) => text.replace(`{${parameter.name}}`, encodeURIComponent(exampleOf(parameter))), path);
  const query = required
    .filter((parameter) => parameter.in === 'query')
    .map((parameter) => `${parameter.name}=${encodeURIComponent(exampleOf(parameter))}`);
  return `curl -H "X-API-Key: $KEY" "$BASE_URL${filled}${query.length > 0 ? `?${query.join('&')}` : ''}"`;
}

/** The example that the document gives, or the name in place of a value. */
function exampleOf({ name, example, examples, schema }: DocumentedParameter): string {
  const [first] = Object.values(examples ?? {});
  return String(
    example ?? first?.value ?? schema.example ?? schema.examples?.[0] ?? schema.enum?.[0] ?? name.toUpperCase(),
  );
}
