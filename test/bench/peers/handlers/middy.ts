import middy from '@middy/core';
import httpErrorHandler from '@middy/http-error-handler';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { listClients } from './usual.ts';

export const handler = middy<APIGatewayProxyEvent>()
  .use(httpErrorHandler())
  .handler(async ({ headers, queryStringParameters }: APIGatewayProxyEvent) => {
    const { status, ...reply } = await listClients(headers['X-API-Key'], queryStringParameters ?? {});
    return { statusCode: status, ...reply };
  });
