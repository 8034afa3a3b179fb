import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { s3Store } from '../../../import/inbox/aws/s3-store.ts';
import { filterOf, publishNotice } from '../../../import/inbox/aws/topic.ts';
import { StoreFailure } from '../../../import/inbox/file-store.ts';
import { folderStore } from '../../../import/inbox/folder-store.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import { memoryBucket } from '../../support/inbox/memory-bucket.ts';
import { lateOn } from '../../support/store/late.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

describe('a folder of this machine', () => {
  it('lists the files below a prefix in the order of their keys, and follows no link', async () => {
    const folder = temporaryFolder({ 'outside.csv': 'x' });
    mkdirSync(join(folder, 'in', 'a', 'deep'), { recursive: true });
    for (const name of ['z.csv', 'b.csv', 'a.csv', 'deep/c.csv']) writeFileSync(join(folder, 'in', 'a', name), name);
    utimesSync(join(folder, 'in', 'a', 'a.csv'), 7, 7);
    symlinkSync(join(folder, 'outside.csv'), join(folder, 'in', 'a', 'link.csv'));
    const store = folderStore(folder);
    const { files } = await store.list('in/');

    expect(files.map(({ key }) => key)).toEqual(['in/a/a.csv', 'in/a/b.csv', 'in/a/deep/c.csv', 'in/a/z.csv']);
    expect(files[0]).toEqual({ key: 'in/a/a.csv', version: '7000-5', size: 5, storedAt: 7000 });
    expect(await store.list('none/')).toEqual({ files: [] });
  });

  it('copies and moves a file of this version only, and reads, puts and removes others', async () => {
    const folder = temporaryFolder({ 'upload.csv': 'up' });
    const store = folderStore(folder);
    await store.upload('in/a/x.csv', join(folder, 'upload.csv'));
    const [file] = (await store.list('in/')).files;
    if (!file) throw new Error('no file');
    const target = join(folder, 'copy');

    expect(await store.download({ ...file, version: 'old' }, target)).toBe(false);
    expect(readdirSync(folder)).not.toContain('copy');
    expect(await store.download(file, target)).toBe(true);
    expect(readFileSync(target, 'utf8')).toBe('up');
    await store.move({ ...file, version: 'old' }, 'done/a/x.csv');
    expect(await store.read('in/a/x.csv')).toBe('up');
    await store.move(file, 'done/a/x.csv');
    expect(existsSync(join(folder, 'done/a/x.csv'))).toBe(true);
    await store.move(file, 'done/a/y.csv');
    expect([await store.read('in/a/x.csv'), await store.read('done/a/x.csv')]).toEqual([undefined, 'up']);
    await store.put('reports/a/r.txt', 'r');
    expect(await store.read('reports/a/r.txt')).toBe('r');
    await store.remove('done/');
    await store.remove('done/');
    expect(readdirSync(folder).sort()).toEqual(['copy', 'in', 'reports', 'upload.csv']);
  });

  it('does not take for a version what was replaced while it was copied', async () => {
    const folder = temporaryFolder({ 'x.csv': 'old' });
    const store = folderStore(folder);
    const [file] = (await store.list('')).files;
    if (!file) throw new Error('no file');
    const copying = vi
      .spyOn(fs, 'copyFile')
      .mockImplementation(async () => writeFileSync(join(folder, 'x.csv'), 'newer'));
    const restore = () => {
      copying.mockRestore();
      syncBuiltinESMExports();
    };
    onTestFinished(restore);
    syncBuiltinESMExports();

    expect(await store.download(file, join(folder, 'copy'))).toBe(false);
    expect(copying).toHaveBeenCalledTimes(1);
  });
});

describe('a bucket', () => {
  /** A bucket that lists two versions a page, and what was sent to it. */
  function aBucket(change: (name: string, output: object) => object = (_, output) => output) {
    const bucket = memoryBucket(() => 9000, 2);
    let underWay = 0;
    const sent: { readonly name: string; readonly input: Record<string, unknown> }[] = [];
    const client = {
      send: async (command: { constructor: { name: string }; input: Record<string, unknown> }) => {
        const { name } = command.constructor;
        sent.push({ name, input: command.input });
        if (/^(Put|Delete)/.test(name)) {
          // the next command waits for this one
          expect(underWay).toBe(0);
          underWay += 1;
          await lateOn();
          underWay -= 1;
        }
        return change(command.constructor.name, (await bucket.client.send(command as never)) as object);
      },
    } as unknown as S3Client;
    return { ...bucket, bucket, sent, store: s3Store(client, 'box') };
  }
  const odd = 'in/a/ü +&=%41\u0001 b.csv';

  it('lists the newest versions, a page after the other', async () => {
    const { store, put, hide, sent } = aBucket();
    for (const key of ['in/a/1.csv', 'in/a/1.csv', odd, 'in/a/gone.csv', 'done/x']) put(key, 'abc');
    hide('in/a/gone.csv');
    const first = await store.list('in/');
    expect(first).toEqual({
      files: [{ key: 'in/a/1.csv', version: expect.any(String), size: 3, storedAt: 9000 }],
      next: 'in/a/1.csv',
    });
    expect((await store.list('in/', first.next)).files).toEqual([]);
    expect((await store.list('in/', 'in/a/gone.csv')).files).toMatchObject([{ key: odd }]);
    expect('next' in (await store.list('in/', 'in/a/gone.csv'))).toBe(false);
    expect(sent[0]?.input).toMatchObject({ Bucket: 'box', Prefix: 'in/', EncodingType: 'url' });
  });

  it('copies a version to a file, and says if it is gone or cut off', async () => {
    const { store, put, hide, sent } = aBucket();
    const version = put(odd, 'abc');
    put(odd, 'newer');
    const path = join(temporaryFolder(), 'copy');
    expect(await store.download({ key: odd, version }, path)).toBe(true);
    expect(readFileSync(path, 'utf8')).toBe('abc');
    expect(sent.at(-1)?.input).toEqual({ Bucket: 'box', Key: odd, VersionId: version });
    expect(await store.download({ key: odd, version: 'gone' }, path)).toBe(false);
    hide(odd);
    expect(await store.download({ key: odd, version: 'marker-3' }, path)).toBe(false);

    const cut = aBucket((_, output) => ({ ...output, Body: Readable.from(['ab']) }));
    const whole = { key: 'k', version: cut.put('k', 'abc') };
    await expect(cut.store.download(whole, path)).rejects.toThrow(
      new StoreFailure('2 of 3 bytes of a file were received.'),
    );
  });

  it('reads a text, undefined if there is none, and passes on other errors', async () => {
    const { store, put, hide, bucket } = aBucket();
    put('k', 'text');
    expect([await store.read('k'), await store.read('none')]).toEqual(['text', undefined]);
    hide('k');
    expect(await store.read('k')).toBeUndefined();
    for (const name of ['NotFound', 'NoSuchVersion', 'Other']) {
      bucket.around = async () => {
        throw Object.assign(new Error(name), { name });
      };
      const isOther = name === 'Other';
      const said = (work: Promise<unknown>) => work.catch((error: Error) => error.name);
      expect(await said(store.read('k'))).toBe(isOther ? 'Other' : undefined);
      expect(await said(store.download({ key: 'k', version: 'v' }, 'nowhere'))).toBe(isOther ? 'Other' : false);
    }
  });

  it('moves a version: older ones are deleted first, newer ones and longer keys stay', async () => {
    const { store, put, versions, contentOf, sent } = aBucket();
    const key = 'in/a/x.csv';
    for (const text of ['1', '2', '3']) put(key, text);
    const version = put(key, 'mine');
    put(key, 'newer');
    put(`${key}.gz`, 'other');
    for (const more of ['y', 'z']) put(`${key}.${more}`, 'last');
    await store.move({ key, version, size: 4 }, 'done/a/x ü.csv');

    expect(contentOf('done/a/x ü.csv')).toBe('mine');
    expect(versions().filter((each) => each.key === key)).toHaveLength(1);
    expect(contentOf(key)).toBe('newer');
    expect(versions()).toHaveLength(5);
    const copied = sent.find(({ name }) => name === 'CopyObjectCommand')?.input;
    expect(copied).toEqual({
      Bucket: 'box',
      Key: 'done/a/x ü.csv',
      CopySource: `box/in%2Fa%2Fx.csv?versionId=${version}`,
      MetadataDirective: 'REPLACE',
      TaggingDirective: 'REPLACE',
      ContentType: 'application/octet-stream',
    });
    const deleted = sent.flatMap(({ name, input }) => (name === 'DeleteObjectsCommand' ? [input] : []));
    const countOf = ({ Delete }: Record<string, unknown>) => (Delete as { Objects: object[] }).Objects.length;
    expect(deleted.map(countOf)).toEqual([3, 1]);
    expect(deleted[1]).toEqual({
      Bucket: 'box',
      Delete: { Objects: [{ Key: key, VersionId: version }], Quiet: true },
    });
    // the pages of the longer keys are not all read
    expect(sent.filter(({ name }) => name === 'ListObjectVersionsCommand')).toHaveLength(3);

    const before = sent.length;
    await store.move({ key, version, size: 4 }, 'done/a/again.csv');
    expect(sent.slice(before).map(({ name }) => name)).not.toContain('CopyObjectCommand');
    expect(contentOf('done/a/again.csv')).toBeUndefined();
  });

  it('deletes a version that S3 cannot copy', async () => {
    const { store, put, keys } = aBucket();
    const most = 5 * 2 ** 30;
    expect(store.mostMoved).toBe(most);
    await store.move({ key: 'a', version: put('a', '1'), size: most }, 'b');
    await store.move({ key: 'c', version: put('c', '1'), size: most + 1 }, 'd');
    expect(keys()).toEqual(['b']);
  });

  it('puts texts and files, and removes everything below a prefix, a thousand at a time', async () => {
    const { store, sent, contentOf, versions, hide, put } = aBucket();
    await store.put('in/t', 'text');
    await store.upload('in/f', join(temporaryFolder({ f: 'file' }), 'f'));
    expect([contentOf('in/t'), contentOf('in/f')]).toEqual(['text', 'file']);
    expect(sent[0]?.input).toEqual({
      Bucket: 'box',
      Key: 'in/t',
      Body: 'text',
      ContentType: 'text/plain; charset=utf-8',
    });
    expect(sent[1]?.input).toMatchObject({ Bucket: 'box', Key: 'in/f', ContentLength: 4 });
    hide('in/t');
    put('other', 'stays');
    await store.remove('in/');
    expect(versions().map(({ key }) => key)).toEqual(['other']);

    const before = sent.length;
    await store.remove('none/');
    expect(sent.slice(before).map(({ name }) => name)).toEqual(['ListObjectVersionsCommand']);

    const Versions = Array.from({ length: 1001 }, (_, at) => ({ Key: `k${at}`, VersionId: 'v' }));
    const large = aBucket((name, output) => (name === 'ListObjectVersionsCommand' ? { Versions } : output));
    await large.store.remove('k');
    expect(
      large.sent.slice(1).map(({ input }) => (input.Delete as { Objects: object[] }).Objects.map((each) => each)),
    ).toEqual([
      Versions.slice(0, 1000).map(({ Key, VersionId }) => ({ Key, VersionId })),
      [{ Key: 'k1000', VersionId: 'v' }],
    ]);
  });

  it('reports versions that were not deleted', async () => {
    for (const Errors of [[{ Code: 'AccessDenied' }], [{ Code: 'AccessDenied' }, { Code: 'Other' }]]) {
      const { store, put } = aBucket((name, output) => (name === 'DeleteObjectsCommand' ? { Errors } : output));
      put('k', 'x');
      const message = `S3 did not delete ${Errors.length} versions: AccessDenied.`;
      await expect(store.remove('k')).rejects.toThrow(expect.objectContaining({ name: 'StoreFailure', message }));
    }
  });
});

it('a notice is published for the subscriptions of this creation of the account', async () => {
  const sent: object[] = [];
  const client = { send: async ({ input }: { input: object }) => void sent.push(input) };
  const to = { account: asAccount('acme'), generation: 'g1' };
  await publishNotice(client as never, 'arn:topic', to, { subject: 'S', text: 'T' });
  const text = (StringValue: string) => ({ DataType: 'String', StringValue });

  expect(sent).toEqual([
    {
      TopicArn: 'arn:topic',
      Subject: 'S',
      Message: 'T',
      MessageAttributes: { account: text('acme'), generation: text('g1') },
    },
  ]);
  expect(JSON.parse(filterOf(to))).toEqual({ account: ['acme'], generation: ['g1'] });

  const refusing = { send: async () => Promise.reject(new Error('no topic')) };
  await expect(publishNotice(refusing as never, 'arn:topic', to, { subject: 'S', text: 'T' })).rejects.toThrow(
    'no topic',
  );
});
