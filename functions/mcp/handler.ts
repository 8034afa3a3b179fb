import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { answerOverHttp, headersOf, mostBodyBytes } from '../../mcp/http.ts';
import { isWellFormed } from '../../shared/domain/access/api-key.ts';

/**
 * Assistants over HTTP. It reads nothing itself: its tools call the API at the address that was deployed, not at the one
 * that a request names.
 */
export async function answer(baseUrl: string, event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> {
  const body = event.isBase64Encoded ? Buffer.from(event.body ?? '', 'base64').toString() : (event.body ?? '');
  const question = {
    method: event.httpMethod,
    headers: headersOf(event.headers),
    body: Buffer.byteLength(body) > mostBodyBytes ? undefined : body,
  };
  const {
    status,
    headers,
    body: text,
  } = await answerOverHttp(question, {
    baseUrl,
    ownOrigin: new URL(baseUrl).origin,
    isKey: isWellFormed,
  });
  return { statusCode: status, headers: { ...headers }, body: text };
}
