// Passes requests on to the address for assistants of a service, with a key, which the conformance tests cannot send.
// Prints its URL.

import { createServer, request } from 'node:http';
import process from 'node:process';

const { CLIENT_HEALTH_URL: url, CLIENT_HEALTH_KEY: key } = process.env;

const server = createServer((asked, response) => {
  const headers = { ...asked.headers, 'x-api-key': key };
  const passed = request(`${url}/mcp`, { method: asked.method, headers }, (answer) => {
    response.writeHead(answer.statusCode, answer.headers);
    answer.pipe(response);
  });
  asked.pipe(passed);
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/mcp`));
