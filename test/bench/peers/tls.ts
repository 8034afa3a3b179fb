import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'node:tls';

export interface TlsFront {
  readonly endpoint: string;
  /** The certificate, for NODE_EXTRA_CA_CERTS. */
  readonly certificate: string;
  readonly close: () => void;
}

/** TLS in front of an HTTP endpoint, with a certificate of the kind that AWS uses: RSA of 2,048 bits. */
export async function tlsInFrontOf(endpoint: string, folder: string): Promise<TlsFront> {
  const [key, certificate] = [join(folder, 'tls-key.pem'), join(folder, 'tls.pem')];
  const words = `req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=IP:127.0.0.1`;
  execFileSync('openssl', [...words.split(' '), '-keyout', key, '-out', certificate], { stdio: 'pipe' });
  const { hostname, port } = new URL(endpoint);
  const server = createServer({ key: readFileSync(key), cert: readFileSync(certificate) }, (secure) => {
    const plain = connect(Number(port), hostname);
    secure.on('error', () => plain.destroy()).pipe(plain);
    plain.on('error', () => secure.destroy()).pipe(secure);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port: ours } = server.address() as AddressInfo;
  return { endpoint: `https://127.0.0.1:${ours}`, certificate, close: () => server.close() };
}
