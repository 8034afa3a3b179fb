import { deflateSync, gzipSync } from 'node:zlib';
import type { Reply } from '../../../shared/http/request-state.ts';

/** As in infra: `minCompressionSize` of the API. */
const smallest = 1024;

const compressors: ReadonlyMap<string, (body: string) => Buffer> = new Map([
  ['gzip', (body) => gzipSync(body)],
  ['deflate', (body) => deflateSync(body)],
]);

interface Encoded {
  readonly headers: Record<string, string>;
  readonly body: string | Buffer;
}

/** The body as API Gateway sends it: compressed if it is large enough and the caller prefers a supported coding. */
export function encoded(acceptEncoding: string | undefined, { headers = {}, body }: Reply): Encoded {
  const plain = { headers: headers as Record<string, string>, body };
  const coding = preferred(acceptEncoding ?? '');
  const compress = compressors.get(coding);
  if (!compress || Buffer.byteLength(body) < smallest) return plain;
  return { headers: { ...plain.headers, 'Content-Encoding': coding }, body: compress(body) };
}

/** The coding with the highest weight; of several, the one that is listed first. */
function preferred(acceptEncoding: string): string {
  const codings = acceptEncoding.split(',').map((coding) => {
    const [name = '', weight = ''] = coding.toLowerCase().split(';');
    const [, number = '1'] = /^\s*q=([\d.]+)/.exec(weight) ?? [];
    return { name: name.trim(), weight: Number(number) };
  });
  const best = codings.reduce((first, other) => (other.weight > first.weight ? other : first));
  return best.weight > 0 ? best.name : '';
}
