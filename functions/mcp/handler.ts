import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { answerOverHttp, headersOf } from '../../mcp/http.ts';
import { isWellFormed } from '../../shared/domain/access/api-key.ts';

/** Assistants over HTTP. It reads nothing itself: its tools call the API at the address that was asked. */
export async function answer(event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> {
  const { domainName, stage } = event.requestContext;
  const ownOrigin = `https://${domainName}`;
  const baseUrl = `${ownOrigin}/${stage}`;
  const body = event.isBase64Encoded ? Buffer.from(event.body ?? '', 'base64') : event.body;
  const headers = headersOf(event.headers);
  const request = new Request(`${baseUrl}/mcp`, { method: event.httpMethod, headers, body });
  const {
    status,
    headers: sent,
    body: text,
  } = await answerOverHttp(request, { baseUrl, ownOrigin, isKey: isWellFormed });
  return { statusCode: status, headers: { ...sent }, body: text };
}
