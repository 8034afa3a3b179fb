import type { APIGatewayProxyEvent } from 'aws-lambda';

/** The gateway keeps the case in which a caller wrote a header's name. */
export function headerOf({ headers }: Pick<APIGatewayProxyEvent, 'headers'>, name: string): string | undefined {
  const found = Object.keys(headers ?? {}).find((key) => key.toLowerCase() === name);
  return found && headers[found];
}
