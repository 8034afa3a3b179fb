import { expect, it } from 'vitest';
import * as z from 'zod';
import { createGateway } from '../../bin/local/gateway/gateway.ts';
import { routesOf } from '../../bin/local/gateway/routing.ts';
import { openApiOf } from '../../bin/openapi/document.ts';
import { group } from '../../shared/contract/endpoint.ts';
import { groups } from '../../shared/contract/groups.ts';
import { api } from '../../shared/http/api.ts';
import { type Operation, smallAnswer } from '../../shared/http/operation.ts';
import { putKey } from '../support/service/api-keys.ts';
import { conformanceTo, type Document } from '../support/service/conformance.ts';
import { fakeDeps } from '../support/service/deps.ts';
import { send, serve } from '../support/service/http.ts';
import { useMemoryTable } from '../support/store/table.ts';

// A new endpoint needs only one entry in the contract and one function. Everything else is derived.

const weather = group('weather', 'What only this test asks for.', {
  getWeather: {
    path: '/clients/{client_id}/weather',
    summary: "Read the weather at a client's",
    description: 'Whether to bring an umbrella.',
    query: {
      day: {
        describe: 'The day to look at.',
        schema: z.enum(['today', 'tomorrow']).default('today'),
        requirement: 'must be today or tomorrow',
      },
    },
    answer: z.strictObject({ clientId: z.string(), day: z.string(), umbrella: z.boolean() }).meta({ id: 'Weather' }),
  },
});

const getWeather: Operation<typeof weather.endpoints.getWeather> = ({ path, query }) =>
  smallAnswer({ clientId: path.client_id, day: query.day, umbrella: query.day === 'today' });

const db = useMemoryTable();
const all = [...groups, weather];

it('one entry in the contract and one function give a route, documentation and responses over HTTP', async () => {
  const handler = api(weather, { getWeather }, fakeDeps(db.table));
  const routes = routesOf(all, new Map([['weather', handler]]));
  expect(routes).toEqual([{ resource: '/clients/{client_id}/weather', handler }]);

  const document = openApiOf(all);
  expect(document.paths).toMatchObject({ '/clients/{client_id}/weather': { get: { operationId: 'getWeather' } } });

  const port = await serve(createGateway(routes));
  const headers = { 'X-API-Key': await putKey(db.table) };
  const expectConforms = conformanceTo(document as unknown as Document);
  const ask = async (path: string, sent: Record<string, string> = headers) => {
    const { status, headers: answered, body } = await send(port, `/v1${path}`, { headers: sent });
    expectConforms('getWeather', status, answered, body);
    return { status, said: body && JSON.parse(body) };
  };

  expect(await ask('/clients/c1/weather?day=tomorrow')).toEqual({
    status: 200,
    said: { clientId: 'c1', day: 'tomorrow', umbrella: false },
  });
  expect(await ask('/clients/c1/weather')).toMatchObject({ status: 200, said: { umbrella: true } });
  expect(await ask('/clients/c1/weather', { ...headers, 'If-None-Match': '*' })).toEqual({ status: 304, said: '' });
  expect(await ask('/clients/c1/weather', {})).toMatchObject({ status: 401 });
  expect(await ask('/clients/%20/weather')).toMatchObject({ status: 404 });
  expect(await ask('/clients/c1/weather?day=never')).toMatchObject({
    status: 422,
    said: { detail: '`day` must be today or tomorrow.' },
  });
});
