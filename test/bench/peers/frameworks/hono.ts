import { Hono } from 'hono';
import { handle } from 'hono/aws-lambda';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { listClients } from '../handlers/usual.ts';

const app = new Hono();

app.get('/clients', async (context) => {
  const { body, status, headers } = await listClients(context.req.header('X-API-Key'), context.req.query());
  return context.body(body, status as ContentfulStatusCode, headers);
});

export const handler = handle(app);
