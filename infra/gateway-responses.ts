import { ResponseType, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import { details, type ErrorStatus, errorText, rateLimitText } from '../shared/contract/errors.ts';

// The responses that API Gateway sends by itself. A customised type inherits nothing, and the default ones have
// statuses or bodies that the contract does not know, so every type gets its own status, body and headers.

interface Made {
  readonly status: ErrorStatus | 429;
  readonly types: readonly ResponseType[];
  readonly detail: string;
}

const throttled = 60;

const answers: readonly Made[] = [
  {
    status: 400,
    detail: details.malformed,
    types: [
      ResponseType.BAD_REQUEST_BODY,
      ResponseType.BAD_REQUEST_PARAMETERS,
      ResponseType.REQUEST_TOO_LARGE,
      ResponseType.UNSUPPORTED_MEDIA_TYPE,
      ResponseType.DEFAULT_4XX,
    ],
  },
  { status: 401, detail: details.unauthorized, types: [ResponseType.UNAUTHORIZED, ResponseType.INVALID_API_KEY] },
  {
    status: 403,
    detail: details.refused,
    types: [
      ResponseType.ACCESS_DENIED,
      ResponseType.WAF_FILTERED,
      ResponseType.EXPIRED_TOKEN,
      ResponseType.INVALID_SIGNATURE,
    ],
  },
  {
    status: 404,
    detail: details.unknownPath,
    types: [ResponseType.MISSING_AUTHENTICATION_TOKEN, ResponseType.RESOURCE_NOT_FOUND],
  },
  { status: 429, detail: '', types: [ResponseType.THROTTLED, ResponseType.QUOTA_EXCEEDED] },
  {
    status: 500,
    detail: details.internal,
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
  for (const { status, types, detail } of answers) {
    for (const type of types) {
      api.addGatewayResponse(type.responseType, {
        type,
        statusCode: String(status),
        // constants, because requests are counted in the functions, which these requests do not reach
        responseHeaders: {
          'X-RateLimit-Limit': "'100'",
          'X-RateLimit-Remaining': "'0'",
          'X-RateLimit-Reset': "'0'",
          ...(status === 429 && { 'Retry-After': `'${throttled}'` }),
        },
        templates: { 'application/json': status === 429 ? rateLimitText(throttled) : errorText(status, detail) },
      });
    }
  }
}
