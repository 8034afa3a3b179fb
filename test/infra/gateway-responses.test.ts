import { describe, expect, it } from 'vitest';
import { errorBody, rateLimitBody } from '../../shared/contract/answers/errors.ts';
import { details, notFoundText } from '../../shared/contract/errors.ts';
import { resourcesOf, synthesise } from '../support/infra/template.ts';

// every gateway response type of API Gateway, with the status that the contract gives it
const statuses: Record<string, number> = {
  ACCESS_DENIED: 403,
  API_CONFIGURATION_ERROR: 500,
  AUTHORIZER_CONFIGURATION_ERROR: 500,
  AUTHORIZER_FAILURE: 500,
  BAD_REQUEST_BODY: 400,
  BAD_REQUEST_PARAMETERS: 400,
  DEFAULT_4XX: 400,
  DEFAULT_5XX: 500,
  EXPIRED_TOKEN: 403,
  INTEGRATION_FAILURE: 500,
  INTEGRATION_TIMEOUT: 500,
  INVALID_API_KEY: 401,
  INVALID_SIGNATURE: 403,
  MISSING_AUTHENTICATION_TOKEN: 404,
  QUOTA_EXCEEDED: 429,
  REQUEST_TOO_LARGE: 400,
  RESOURCE_NOT_FOUND: 404,
  THROTTLED: 429,
  UNAUTHORIZED: 401,
  UNSUPPORTED_MEDIA_TYPE: 400,
  WAF_FILTERED: 403,
};

const sentences: Record<number, string> = {
  400: details.malformed,
  401: details.unauthorized,
  403: details.refused,
  404: JSON.parse(notFoundText('endpoint')).detail,
  500: details.internal,
};

const responses = resourcesOf(synthesise().template, 'AWS::ApiGateway::GatewayResponse').map(
  ({ Properties }) =>
    Properties as { ResponseType: string; StatusCode: string } & Record<string, Record<string, string>>,
);

describe('gateway responses', () => {
  it('cover every type exactly once', () => {
    expect(responses.map(({ ResponseType }) => ResponseType).sort()).toEqual(Object.keys(statuses).sort());
  });

  it.each(Object.entries(statuses))(
    '%s gives %i, with the documented body and the rate limit headers',
    (type, status) => {
      const response = responses.find(({ ResponseType }) => ResponseType === type);
      const templates = response?.ResponseTemplates ?? {};
      const body = JSON.parse(templates['application/json'] ?? '');

      expect(response?.StatusCode).toBe(String(status));
      expect(Object.keys(templates)).toEqual(['application/json']);
      if (status === 429) expect(rateLimitBody.parse(body).error.retryAfter).toBe(60);
      else expect(errorBody.parse(body)).toMatchObject({ detail: sentences[status], status_code: status });
      expect(response?.ResponseParameters).toEqual({
        'gatewayresponse.header.X-RateLimit-Limit': "'100'",
        'gatewayresponse.header.X-RateLimit-Remaining': "'0'",
        'gatewayresponse.header.X-RateLimit-Reset': "'0'",
        'gatewayresponse.header.Cache-Control': "'no-store'",
        ...(status === 401 && { 'gatewayresponse.header.WWW-Authenticate': `'ApiKey header="X-API-Key"'` }),
        ...(status === 429 && { 'gatewayresponse.header.Retry-After': "'60'" }),
      });
    },
  );
});
