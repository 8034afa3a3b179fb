import { describe, expect, it } from 'vitest';
import { groups } from '../../shared/contract/groups.ts';
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

describe('the routes of the API', () => {
  it('are those of the contract, with GET and the function of the group; one function answers all others', () => {
    const paths = groups.flatMap(({ endpoints }) => Object.values(endpoints).map(({ path }) => `${path}`));
    const expected = [
      ...groups.flatMap(({ name, endpoints }) =>
        Object.entries(endpoints).map(([operation, { path }]) => `GET ${path} ${operation} ${name}`),
      ),
      'GET /openapi.json undefined topics',
      ...['', '/{proxy+}', '/openapi.json', ...paths].map((path) => `ANY ${path} undefined topics`),
    ];

    expect(methods.map((each) => `${each.method} ${each.path} ${each.operation} ${each.answeredBy}`).sort()).toEqual(
      expected.sort(),
    );
  });

  it('need a key, whatever the path and the method, but openapi.json, which has a throttle of its own', () => {
    expect(methods.filter(({ keyRequired }) => keyRequired !== true)).toMatchObject([
      { method: 'GET', path: '/openapi.json' },
    ]);
    expect(resourcesOf(template, 'AWS::ApiGateway::Stage')[0]?.Properties.MethodSettings).toContainEqual(
      expect.objectContaining({ HttpMethod: 'GET', ResourcePath: '/~1openapi.json', ThrottlingRateLimit: 5 }),
    );
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

  it('need one permission per function, not one per route', () => {
    const permissions = resourcesOf(template, 'AWS::Lambda::Permission').filter(
      ({ Properties }) => Properties.Principal === 'apigateway.amazonaws.com',
    );
    expect(permissions).toHaveLength(groups.length);
  });
});
