import { type Answered, containerOf } from './container.ts';
import type { FakeDeps } from './deps.ts';

export type Ask = (url: string, headers?: Readonly<Record<string, string>>) => Promise<Answered>;

/** All functions behind the gateway, asked with this key and expected to answer. */
export async function serviceOf(deps: FakeDeps, apiKey: string): Promise<Ask> {
  const container = await containerOf(deps);
  return async (url, headers = {}) => {
    // time goes on from request to request, or there would be no more than a hundred
    deps.now += 1000;
    const answer = await container({ url, rawHeaders: Object.entries({ 'X-API-Key': apiKey, ...headers }).flat() });
    if (!answer) throw new Error(`${url} is no path of the service`);
    if (answer.status === 500) throw new Error(`${url} failed: ${JSON.stringify(deps.logged.at(-1))}`);
    return answer;
  };
}
