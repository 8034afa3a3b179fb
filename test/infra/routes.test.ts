import { describe, expect, it } from 'vitest';
import { groups, mcpMethods } from '../../shared/contract/groups.ts';
import { functionIds, resourcesOf, synthesise, type Template, targetOf } from '../support/infra/template.ts';

const { template } = synthesise({ env: 'prod' });
const ids = functionIds(template);

/** The full path of an API resource, including its parents. */
function pathOf({ Resources }: Template, id: string): string {
  const resource = Resources[id];
  if (resource?.Type !== 'AWS::ApiGateway::Resource') return '';
  return `${pathOf({ Resources } as Template, targetOf(resource.Properties.ParentId) ?? '')}/${resource.Properties.PathPart}`;
}

const methods = resourcesOf(template, 'AWS::ApiGateway::Method').map(({ Properties }) => {
  const integration = Properties.Integration as Record<string, unknown>;
  return {
    path: pathOf(template, targetOf(Properties.ResourceId) ?? ''),
    method: Properties.HttpMethod,
    keyRequired: Properties.ApiKeyRequired,
    operation: Properties.OperationName,
    answeredBy: [...ids].find(([, id]) => JSON.stringify(integration.Uri).includes(`"${id}"`))?.[0],
    timeout: integration.TimeoutInMillis,
    streams: integration.ResponseTransferMode === 'STREAM',
    validator: targetOf(Properties.RequestValidatorId),
    demands: Properties.RequestParameters ?? Properties.RequestModels,
  };
});

const pages = ['/account', '/account/{proxy+}'];

describe('the routes of the API', () => {
  it('are those of the contract, with GET and the function of the group; one function answers all others', () => {
    const paths = groups.flatMap(({ endpoints }) => Object.values(endpoints).map(({ path }) => `${path}`));
    const expected = [
      ...groups.flatMap(({ name, endpoints }) =>
        Object.entries(endpoints).map(([operation, { path }]) => `GET ${path} ${operation} ${name}`),
      ),
      'GET /openapi.json undefined topics',
      'GET /llms.txt undefined topics',
      ...mcpMethods.map((method) => `${method} /mcp undefined mcp`),
      ...pages.flatMap((path) => [`GET ${path} undefined account`, `POST ${path} undefined account`]),
      ...['', '/{proxy+}', '/openapi.json', '/llms.txt', '/mcp', ...pages, ...paths].map(
        (path) => `ANY ${path} undefined topics`,
      ),
    ];

    expect(methods.map((each) => `${each.method} ${each.path} ${each.operation} ${each.answeredBy}`).sort()).toEqual(
      expected.sort(),
    );
  });

  it('need a key, whatever the path and the method; the function of assistants looks for it itself, people sign in, and openapi.json and llms.txt need none', () => {
    expect(methods.filter(({ keyRequired }) => keyRequired !== true)).toMatchObject([
      ...mcpMethods.map((method) => ({ method, path: '/mcp' })),
      { method: 'GET', path: '/openapi.json' },
      { method: 'GET', path: '/llms.txt' },
      ...pages.flatMap((path) => [
        { method: 'GET', path },
        { method: 'POST', path },
      ]),
    ]);
    // their own throttles
    const settings = resourcesOf(template, 'AWS::ApiGateway::Stage')[0]?.Properties.MethodSettings;
    for (const [HttpMethod, ResourcePath, ThrottlingRateLimit] of [
      ['GET', '/~1openapi.json', 5],
      ['GET', '/~1llms.txt', 5],
      ['POST', '/~1mcp', 20],
      ['GET', '/~1account', 20],
      ['POST', '/~1account~1{proxy+}', 20],
    ]) {
      expect(settings).toContainEqual(expect.objectContaining({ HttpMethod, ResourcePath, ThrottlingRateLimit }));
    }
  });

  it('time out after the function and before the limit of the gateway; only the export is streamed', () => {
    for (const { answeredBy, timeout, streams } of methods) {
      const { Timeout } = template.Resources[ids.get(answeredBy ?? '') ?? '']?.Properties ?? {};
      expect(streams).toBe(answeredBy === 'export');
      expect(timeout).toBeGreaterThan(Number(Timeout) * 1000);
      expect(timeout).toBeLessThanOrEqual(streams ? 900_000 : 29_000);
    }
  });

  it('validate nothing in the gateway, which would reject requests before they are counted', () => {
    expect(methods.filter(({ demands }) => demands !== undefined)).toEqual([]);
    expect(new Set(methods.map(({ validator }) => validator)).size).toBe(1);
  });
});
