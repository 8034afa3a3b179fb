import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectVersionsCommand,
  type ObjectVersion,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { type FileStore, StoreFailure } from '../file-store.ts';

/** S3 copies no larger object in one request. */
const mostCopied = 5 * 2 ** 30;

export interface Bucket {
  readonly name: string;
  readonly region: string;
  /** Another address than that of the Region, for emulators. */
  readonly endpoint?: string | undefined;
}

/** A client whose settings are all given, so that it reads no files. */
export function openBucket({ region, endpoint }: Bucket, more: Partial<S3ClientConfig> = {}): S3Client {
  return new S3Client({
    region,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    maxAttempts: 8,
    retryMode: 'standard',
    defaultsMode: 'standard',
    useFipsEndpoint: false,
    useDualstackEndpoint: false,
    useArnRegion: false,
    disableS3ExpressSessionAuth: true,
    disableMultiregionAccessPoints: true,
    // the connection is TLS; without this, every stream would be sent in chunks with a trailer
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 2000, requestTimeout: 30_000, throwOnRequestTimeout: true },
    userAgentAppId: async () => undefined,
    ...more,
  });
}

/**
 * Files in a versioned bucket. It reads, copies and deletes by version: a delete by key alone would hide a file that
 * has replaced this one meanwhile.
 */
export function s3Store(client: S3Client, Bucket: string): FileStore {
  const versionsPage: VersionsPage = async (Prefix, KeyMarker, VersionIdMarker) => {
    // XML cannot hold the control characters that a key may have
    const asked = { Bucket, Prefix, KeyMarker, VersionIdMarker, EncodingType: 'url' as const };
    const page = await client.send(new ListObjectVersionsCommand(asked));
    const { Versions = [], DeleteMarkers = [], NextKeyMarker, NextVersionIdMarker, EncodingType } = page;
    const plain = <Each extends { Key?: string | undefined }>(each: Each) => ({
      ...each,
      Key: EncodingType === 'url' ? decoded(each.Key) : (each.Key ?? ''),
    });
    return {
      versions: Versions.map(plain),
      markers: DeleteMarkers.map(plain).map(versionIn),
      ...(page.IsTruncated && { next: { key: plain({ Key: NextKeyMarker }).Key, version: NextVersionIdMarker } }),
    };
  };
  /** Removes these versions for good. */
  const removeVersions = async (versions: readonly Version[]) => {
    for (let at = 0; at < versions.length; at += 1000) {
      const Objects = versions.slice(at, at + 1000).map(({ key: Key, version: VersionId }) => ({ Key, VersionId }));
      const { Errors = [] } = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }));
      const [first] = Errors;
      if (first)
        throw new StoreFailure(`S3 did not delete ${Errors.length} versions: ${first.Code}.`, { cause: first });
    }
  };
  const olderVersions = async ({ key, version }: Version): Promise<Version[] | undefined> => {
    const older: Version[] = [];
    let isFound = false;
    for await (const page of versionsOf(versionsPage, key)) {
      for (const each of page.versions.map(versionIn)) {
        if (each.key !== key) continue;
        if (isFound) older.push(each);
        isFound ||= each.version === version;
      }
      // keys are sorted, and longer ones follow
      if (page.versions.some(({ Key }) => Key > key)) break;
    }
    return isFound ? older : undefined;
  };
  return {
    mostMoved: mostCopied,
    list: async (prefix, after) => {
      const { versions, next } = await versionsPage(prefix, after);
      const files = versions
        .filter(({ IsLatest }) => IsLatest)
        .map((version) => ({
          ...versionIn(version),
          size: version.Size ?? 0,
          storedAt: version.LastModified?.getTime() ?? 0,
        }));
      // without the marker of the version, the next page begins after all versions of this key
      return { files, ...(next && { next: next.key }) };
    },
    download: async ({ key: Key, version: VersionId }, path) => {
      try {
        const { Body, ContentLength } = await client.send(new GetObjectCommand({ Bucket, Key, VersionId }));
        await pipeline(Body as Readable, createWriteStream(path));
        const { size } = await stat(path);
        if (size !== ContentLength)
          throw new StoreFailure(`${size} of ${ContentLength} bytes of a file were received.`);
        return true;
      } catch (error) {
        if (isMissing(error)) return false;
        throw error;
      }
    },
    move: async (file, to) => {
      const older = await olderVersions(file);
      if (!older) return;
      // a larger one is deleted; the report of its run says so
      if (file.size <= mostCopied) {
        await client.send(
          new CopyObjectCommand({
            Bucket,
            Key: to,
            CopySource: `${Bucket}/${encodeURIComponent(file.key)}?versionId=${encodeURIComponent(file.version)}`,
            // what the uploader chose is not carried on, and its tags would need further rights
            MetadataDirective: 'REPLACE',
            TaggingDirective: 'REPLACE',
            ContentType: 'application/octet-stream',
          }),
        );
      }
      // first the older ones: the next older one would become the current version, and be imported as a new file
      await removeVersions(older);
      await removeVersions([file]);
    },
    put: async (Key, Body) => {
      await client.send(new PutObjectCommand({ Bucket, Key, Body, ContentType: 'text/plain; charset=utf-8' }));
    },
    upload: async (Key, path) => {
      const { size: ContentLength } = await stat(path);
      await client.send(new PutObjectCommand({ Bucket, Key, Body: createReadStream(path), ContentLength }));
    },
    read: async (Key) => {
      try {
        return await (await client.send(new GetObjectCommand({ Bucket, Key }))).Body?.transformToString();
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    remove: async (prefix) => {
      for await (const { versions, markers } of versionsOf(versionsPage, prefix)) {
        await removeVersions([...versions.map(versionIn), ...markers]);
      }
    },
  };
}

interface Version {
  readonly key: string;
  readonly version: string;
}

interface ListedVersion extends ObjectVersion {
  readonly Key: string;
}

type VersionsPage = (
  prefix: string,
  key?: string,
  version?: string,
) => Promise<{
  readonly versions: readonly ListedVersion[];
  readonly markers: readonly Version[];
  readonly next?: { readonly key: string; readonly version: string | undefined };
}>;

/** All versions below a prefix; those of a key from the newest to the oldest. */
async function* versionsOf(pageOf: VersionsPage, prefix: string) {
  let page = await pageOf(prefix);
  yield page;
  while (page.next) {
    page = await pageOf(prefix, page.next.key, page.next.version);
    yield page;
  }
}

function versionIn({ Key, VersionId }: { Key: string; VersionId?: string | undefined }): Version {
  return { key: Key, version: VersionId ?? 'null' };
}

function decoded(key = ''): string {
  return decodeURIComponent(key.replaceAll('+', ' '));
}

function isMissing(error: unknown): boolean {
  const { name = '', $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } };
  // 405: the version is a marker of a deletion
  return ['NoSuchKey', 'NoSuchVersion', 'NotFound'].includes(name) || $metadata?.httpStatusCode === 405;
}
