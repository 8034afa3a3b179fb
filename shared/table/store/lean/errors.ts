import { type Item, isThrottled } from '../table.ts';
import { type Attributes, fromAttributes } from './attributes.ts';
import type { Response } from './connection.ts';

/** DynamoDB answered with an error, whose type is the name of this one. */
export class DynamoDbError extends Error {
  readonly response: Response;
  /** What a failed condition found. */
  readonly item: Item | undefined;

  constructor(response: Response) {
    const { __type = '#Unknown', message = `The status is ${response.status}.`, Item } = bodyOf(response);
    super(message);
    this.name = __type.slice(__type.indexOf('#') + 1);
    this.response = response;
    this.item = Item && fromAttributes(Item);
  }
}

interface ErrorBody {
  readonly __type?: string;
  readonly message?: string;
  readonly Item?: Attributes;
}

/** Empty if a proxy in between has answered something else. */
function bodyOf({ body }: Response): ErrorBody {
  try {
    return JSON.parse(body.toString()) as ErrorBody;
  } catch {
    return {};
  }
}

const networkCodes = new Set(
  'ECONNRESET ECONNREFUSED EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN'.split(' '),
);
const passingStatuses = new Set([429, 500, 502, 503, 504]);

/** Whether the same request may succeed at another attempt: the SDK's rules. */
export function isPassing(error: Error & { readonly code?: string }): boolean {
  if (isThrottled(error) || error.name === 'TimeoutError' || networkCodes.has(error.code ?? '')) return true;
  return error instanceof DynamoDbError && passingStatuses.has(error.response.status);
}
