import { configure } from '@codegenie/serverless-express';
import express from 'express';
import { listClients } from '../handlers/usual.ts';

const app = express();

app.get('/clients', async (request, response) => {
  const { body, status, headers } = await listClients(request.get('X-API-Key'), request.query);
  response.status(status).set(headers).send(body);
});

export const handler = configure({ app });
