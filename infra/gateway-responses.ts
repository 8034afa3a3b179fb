import { ResponseType, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import {
  details,
  type ErrorStatus,
  errorHeaders,
  errorText,
  notFoundText,
  rateLimitText,
} from '../shared/contract/errors.ts';

// The responses that API Gateway sends by itself. A customised type inherits nothing, and the default ones have
// statuses or bodies that the contract does not know, so every type gets its own status, body and headers.

interface Made {
  readonly status: ErrorStatus | 404 | 429;
  readonly types: readonly ResponseType[];
  readonly body: string;
  readonly retryAfter?: number;
}

const throttled = 60;

const answers: readonly Made[] = [
  {
    status: 400,
    body: errorText(400, details.malformed),
    types: [
      ResponseType.BAD_REQUEST_BODY,
      ResponseType.BAD_REQUEST_PARAMETERS,
      ResponseType.REQUEST_TOO_LARGE,
      ResponseType.UNSUPPORTED_MEDIA_TYPE,
      ResponseType.DEFAULT_4XX,
    ],
  },
  {
    status: 401,
    body: errorText(401, details.unauthorized),
    types: [ResponseType.UNAUTHORIZED, ResponseType.INVALID_API_KEY],
  },
  {
    status: 403,
    body: errorText(403, details.refused),
    types: [
      ResponseType.ACCESS_DENIED,
      ResponseType.WAF_FILTERED,
      ResponseType.EXPIRED_TOKEN,
      ResponseType.INVALID_SIGNATURE,
    ],
  },
  {
    status: 404,
    body: notFoundText('endpoint'),
    types: [ResponseType.MISSING_AUTHENTICATION_TOKEN, ResponseType.RESOURCE_NOT_FOUND],
  },
  {
    status: 429,
    body: rateLimitText(throttled),
    retryAfter: throttled,
    types: [ResponseType.THROTTLED, ResponseType.QUOTA_EXCEEDED],
  },
  {
    status: 500,
    body: errorText(500, details.internal),
    types: [
      ResponseType.API_CONFIGURATION_ERROR,
      ResponseType.AUTHORIZER_CONFIGURATION_ERROR,
      ResponseType.AUTHORIZER_FAILURE,
      ResponseType.INTEGRATION_FAILURE,
      ResponseType.INTEGRATION_TIMEOUT,
      ResponseType.DEFAULT_5XX,
    ],
  },
];

export function addGatewayResponses(api: RestApi): void {
  for (const { status, types, body, retryAfter } of answers) {
    for (const type of types) {
      api.addGatewayResponse(type.responseType, {
        type,
        statusCode: String(status),
        // constants, because requests are counted in the functions, which these requests do not reach
        responseHeaders: literals({
          'X-RateLimit-Limit': '100',
          'X-RateLimit-Remaining': '0',
          'X-RateLimit-Reset': '0',
          ...errorHeaders(status, retryAfter),
        }),
        templates: { 'application/json': body },
      });
    }
  }
}

function literals(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, `'${value}'`]));
}
