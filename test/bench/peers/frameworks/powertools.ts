import { Router } from '@aws-lambda-powertools/event-handler/http';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { listClients } from '../handlers/usual.ts';

const app = new Router();

app.get('/clients', async ({ req }) => {
  const query = Object.fromEntries(new URL(req.url).searchParams);
  const { body, ...init } = await listClients(req.headers.get('x-api-key') ?? '', query);
  return new Response(body, init);
});

export const handler = (event: APIGatewayProxyEvent, context: Context) => app.resolve(event, context);
