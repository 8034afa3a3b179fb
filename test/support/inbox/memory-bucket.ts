import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { S3Client } from '@aws-sdk/client-s3';
import type { Around } from '../faults/dying.ts';

interface Version {
  readonly key: string;
  readonly version: string;
  readonly content: Buffer;
  readonly at: number;
  readonly isMarker?: true;
}

interface Input {
  readonly Key?: string;
  readonly VersionId?: string;
  readonly Prefix?: string;
  readonly KeyMarker?: string;
  readonly VersionIdMarker?: string;
  readonly Body?: string | Uint8Array | NodeJS.ReadableStream;
  readonly CopySource?: string;
  readonly Delete?: { readonly Objects: readonly { readonly Key: string; readonly VersionId: string }[] };
}

export const undisturbed: Around = (_, send) => send();

export interface MemoryBucket {
  readonly client: S3Client;
  readonly put: (key: string, content: string | Uint8Array) => string;
  /** A delete by key alone, as a person would do it. */
  readonly hide: (key: string) => void;
  /** The current keys. */
  readonly keys: () => string[];
  readonly contentOf: (key: string) => string | undefined;
  /** Everything that is stored, also what is not current. */
  readonly versions: () => readonly Pick<Version, 'key' | 'version'>[];
  /** The names of the calls. */
  readonly calls: string[];
  /** Makes each call. */
  around: Around;
}

/** A versioned bucket behind the commands that the inbox uses. It lists `pageSize` versions at a time, as S3 does 1,000. */
export function memoryBucket(clock: () => number = () => 0, pageSize = 1000): MemoryBucket {
  let stored: Version[] = [];
  let made = 0;
  const calls: string[] = [];
  const put = (key: string, content: string | Uint8Array) => {
    made += 1;
    const version = createHash('sha256').update(`${made}`).digest('base64url').slice(0, 20);
    stored.unshift({ key, version, content: Buffer.from(content), at: clock() });
    return version;
  };
  const current = (key: string) => stored.find((each) => each.key === key);
  const failure = (name: string, httpStatusCode: number) =>
    Object.assign(new Error(name), { name, $metadata: { httpStatusCode } });
  const found = ({ Key = '', VersionId }: Input): Version => {
    const object = VersionId ? stored.find((each) => each.version === VersionId && each.key === Key) : current(Key);
    if (!object) throw failure(VersionId ? 'NoSuchVersion' : 'NoSuchKey', 404);
    if (object.isMarker) throw failure('MethodNotAllowed', 405);
    return object;
  };
  const encode = (key: string) => encodeURIComponent(key).replaceAll('%20', '+').replaceAll('%2F', '/');
  const commands: Readonly<Record<string, (input: Input) => unknown>> = {
    ListObjectVersionsCommand: ({ Prefix = '', KeyMarker, VersionIdMarker }) => {
      const below = stored
        .filter(({ key }) => key.startsWith(Prefix))
        .sort((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)));
      const at = VersionIdMarker ? below.findIndex(({ version }) => version === VersionIdMarker) + 1 : 0;
      const rest = VersionIdMarker
        ? below.slice(at)
        : below.filter(({ key }) => KeyMarker === undefined || key > KeyMarker);
      const page = rest.slice(0, pageSize);
      const last = page.at(-1);
      const shown = page.map((each) => ({
        Key: encode(each.key),
        VersionId: each.version,
        Size: each.content.length,
        LastModified: new Date(each.at),
        IsLatest: current(each.key) === each,
        isMarker: each.isMarker,
      }));
      return {
        Versions: shown.filter(({ isMarker }) => !isMarker),
        DeleteMarkers: shown.filter(({ isMarker }) => isMarker),
        EncodingType: 'url',
        IsTruncated: rest.length > page.length,
        ...(rest.length > page.length &&
          last && { NextKeyMarker: encode(last.key), NextVersionIdMarker: last.version }),
      };
    },
    GetObjectCommand: (input) => {
      const { content } = found(input);
      const Body = Object.assign(readableOf(content), { transformToString: async () => content.toString() });
      return { Body, ContentLength: content.length };
    },
    PutObjectCommand: async ({ Key = '', Body = '' }) => {
      const isText = typeof Body === 'string' || Body instanceof Uint8Array;
      return { VersionId: put(Key, isText ? Body : await buffer(Body)) };
    },
    CopyObjectCommand: ({ Key = '', CopySource = '' }) => {
      const [path = '', VersionId = ''] = CopySource.split('?versionId=');
      const from = decodeURIComponent(path.slice(path.indexOf('/') + 1));
      return { VersionId: put(Key, found({ Key: from, VersionId: decodeURIComponent(VersionId) }).content) };
    },
    DeleteObjectsCommand: ({ Delete }) => {
      const gone = new Set(Delete?.Objects.map(({ Key, VersionId }) => `${Key}\n${VersionId}`));
      stored = stored.filter(({ key, version }) => !gone.has(`${key}\n${version}`));
      return {};
    },
  };
  const bucket: MemoryBucket = {
    client: {
      send: async (command: { constructor: { name: string }; input: Input }) => {
        const { name } = command.constructor;
        const work = commands[name];
        if (!work) throw new Error(`the memory bucket does not know ${name}`);
        calls.push(name);
        return bucket.around(name, async () => work(command.input));
      },
    } as unknown as S3Client,
    put,
    hide: (key) => {
      made += 1;
      stored.unshift({ key, version: `marker-${made}`, content: Buffer.alloc(0), at: clock(), isMarker: true });
    },
    keys: () => [...new Set(stored.map(({ key }) => key))].filter((key) => !current(key)?.isMarker).sort(),
    contentOf: (key) => current(key)?.content.toString(),
    versions: () => stored,
    calls,
    around: undisturbed,
  };
  return bucket;
}

function readableOf(content: Buffer) {
  return Readable.from(content.length > 0 ? [content] : []);
}
