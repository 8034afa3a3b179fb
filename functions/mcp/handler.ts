import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { answerOverHttp, headersOf, mostBodyBytes } from '../../mcp/http.ts';
import { isWellFormed } from '../../shared/domain/access/api-key.ts';

/** Assistants over HTTP. It reads nothing itself: its tools call the API at the address that was asked. */
export async function answer(event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> {
  const { domainName, stage } = event.requestContext;
  const ownOrigin = `https://${domainName}`;
  const baseUrl = `${ownOrigin}/${stage}`;
  const body = event.isBase64Encoded ? Buffer.from(event.body ?? '', 'base64').toString() : (event.body ?? '');
  const question = {
    method: event.httpMethod,
    headers: headersOf(event.headers),
    body: Buffer.byteLength(body) > mostBodyBytes ? undefined : body,
  };
  const { status, headers, body: text } = await answerOverHttp(question, { baseUrl, ownOrigin, isKey: isWellFormed });
  return { statusCode: status, headers: { ...headers }, body: text };
}
