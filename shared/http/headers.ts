import type { APIGatewayProxyEvent } from 'aws-lambda';

/** Whether `Accept-Encoding` allows gzip, by its name or by `*`. */
export function acceptsGzip(acceptEncoding: string | undefined): boolean {
  const weights = new Map(
    (acceptEncoding ?? '').split(',').map((coding) => {
      const [name = '', weight = ''] = coding.toLowerCase().split(';');
      const [, number = '1'] = /^\s*q=([\d.]+)/.exec(weight) ?? [];
      return [name.trim(), Number(number)];
    }),
  );
  return (weights.get('gzip') ?? weights.get('*') ?? 0) > 0;
}

/** Finds a header in any case: the gateway keeps the case that the caller used. */
export function headerOf({ headers }: Pick<APIGatewayProxyEvent, 'headers'>, name: string): string | undefined {
  const found = Object.keys(headers ?? {}).find((key) => key.toLowerCase() === name);
  return found && headers[found];
}
