// Calls the installed client. Runs in Node, Deno, Bun and, bundled, in an edge runtime, which has BASE_URL and KEY as globals.

// biome-ignore lint/correctness/noUndeclaredDependencies: the check installs it from its tarball
import { createClient, memoryCache } from 'client-health-client';

const env = globalThis.process?.env ?? globalThis;
const attempts = [];
const api = createClient({
  baseUrl: env.BASE_URL,
  apiKey: env.KEY,
  cache: memoryCache(),
  onResponse: ({ operation, attempt }) => {
    if (operation === 'listTopics') attempts.push(attempt);
  },
});

async function read() {
  const clients = (await api.all('listClients', { limit: 50 })).length;
  const page = (await api.listTrendingClients({ direction: 'declining', limit: 3 })).clients.length;
  const [first, second] = [await api.listTopics(), await api.listTopics()];
  const unchanged = JSON.stringify(first) === JSON.stringify(second);
  const error = await api.getClient('nobody').catch(({ name }) => name);
  const stopped = AbortSignal.abort('stopped');
  const aborted = await api.listTopics({ signal: stopped }).catch((reason) => reason);
  return { version: versionOf(), clients, page, unchanged, error, aborted, attempts: attempts.slice(0, 2) };
}

function versionOf() {
  if (globalThis.EdgeRuntime !== undefined) return globalThis.EdgeRuntime;
  return globalThis.Bun?.version ?? globalThis.Deno?.version.deno ?? process.version;
}

globalThis.said = read().then((read) => JSON.stringify(read));
if (globalThis.EdgeRuntime === undefined) globalThis.said.then(console.log);
