import awsLambdaFastify from '@fastify/aws-lambda';
import Fastify from 'fastify';
import { listClients } from '../handlers/usual.ts';

const app = Fastify();

app.get('/clients', async (request, reply) => {
  const { body, status, headers } = await listClients(`${request.headers['x-api-key'] ?? ''}`, request.query as object);
  return reply.code(status).headers(headers).send(body);
});

export const handler = awsLambdaFastify(app);
await app.ready();
