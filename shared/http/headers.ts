import type { APIGatewayProxyEvent } from 'aws-lambda';

/** Whether `Accept-Encoding` allows gzip, by its name or by `*`, and does not prefer no compression. */
export function prefersGzip(acceptEncoding: string | undefined): boolean {
  const weights = new Map(
    (acceptEncoding ?? '').split(',').map((coding) => {
      const [name = '', weight = ''] = coding.toLowerCase().split(';');
      const [, number = '1'] = /^\s*q=([\d.]+)/.exec(weight) ?? [];
      return [name.trim(), Number(number)];
    }),
  );
  const [gzip = 0, identity = 0] = ['gzip', 'identity'].map((name) => weights.get(name) ?? weights.get('*'));
  return gzip > 0 && gzip >= identity;
}

/** Finds a header in any case: the gateway keeps the case that the caller used. */
export function headerOf({ headers }: Pick<APIGatewayProxyEvent, 'headers'>, name: string): string | undefined {
  const found = Object.keys(headers ?? {}).find((key) => key.toLowerCase() === name);
  return found && headers[found];
}

/** Two values of one header, also in names of different case: a proxy may have added one. */
export function isRepeated(
  { multiValueHeaders }: Pick<APIGatewayProxyEvent, 'multiValueHeaders'>,
  name: string,
): boolean {
  const found = Object.keys(multiValueHeaders ?? {}).filter((key) => key.toLowerCase() === name);
  return found.flatMap((key) => multiValueHeaders[key] ?? []).length > 1;
}
