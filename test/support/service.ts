import type { Deps } from '../../shared/deps.ts';
import { type Answered, containerOf } from './container.ts';

export type { Answered } from './container.ts';

/** Asks for a path below the base URL. */
export type Ask = (url: string, headers?: Readonly<Record<string, string>>) => Promise<Answered>;

/** The whole service, as the holder of one key calls it. */
export async function serviceOf(deps: Deps, apiKey: string): Promise<Ask> {
  const call = await containerOf(deps);
  return async (url, headers = {}) => {
    const answered = await call({ url, rawHeaders: Object.entries({ 'X-API-Key': apiKey, ...headers }).flat() });
    if (!answered) throw new Error(`${url} is no path of the service`);
    return answered;
  };
}
