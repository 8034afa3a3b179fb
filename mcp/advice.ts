import {
  ApiError,
  ConnectionError,
  DataChangedError,
  ForbiddenError,
  NotFoundError,
  RateLimitError,
  ServerError,
  UnauthorizedError,
  UnexpectedResponseError,
} from '../client/index.ts';
import { WrongQuestion } from './tool.ts';

/** What went wrong and what to do next, for the assistant. Contains neither the key nor stored text. */
export function adviceFor(error: unknown, now = Date.now()): string {
  if (error instanceof WrongQuestion) return error.message;
  if (error instanceof RateLimitError) {
    const at = new Date(now + error.retryAfter * 1000).toISOString().slice(0, 19);
    return `The rate limit of the key is reached. Do not call again before ${at}Z, in ${error.retryAfter} seconds.`;
  }
  if (error instanceof UnauthorizedError)
    return 'The service refuses the API key: it is unknown, expired or revoked. Calling again will not help. Ask the user to set a valid key and to restart this server.';
  if (error instanceof ForbiddenError)
    return 'The account of the API key is suspended. Calling again will not help. Ask the user to contact the operator of the service.';
  if (error instanceof NotFoundError)
    return `${error.detail} Ids come from find_clients, get_streams and list_portfolios_or_alignment.`;
  if (error instanceof ServerError)
    return `The service failed (${error.status}). Try again in a minute; if it keeps failing, tell the operator this request id: ${error.requestId ?? 'none'}.`;
  if (error instanceof ApiError) return `The service refused the question: ${error.detail}`;
  if (error instanceof ConnectionError)
    return `The service cannot be reached: ${error.reason}. Try again in a minute; if it stays away, ask the user whether CLIENT_HEALTH_URL is right.`;
  if (error instanceof DataChangedError) return 'The data changed while it was read. Ask again.';
  if (error instanceof UnexpectedResponseError)
    return 'Something that is not the service answered. Ask the user whether CLIENT_HEALTH_URL is right; it ends with /v1.';
  return 'The question could not be answered. Ask again; if it fails again, tell the user.';
}
