import { chmod, copyFile, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { makeOwnFolder, ownFile } from '../files/make-folder.ts';
import type { FileStore, InboxFile } from './file-store.ts';

/** Files below a folder of this machine. The version of a file is its time of change and its size. */
export function folderStore(folder: string): FileStore {
  const pathOf = (key: string) => join(folder, ...key.split('/'));
  const versionAt = (path: string) =>
    stat(path).then(
      ({ mtimeMs, size }) => `${mtimeMs}-${size}`,
      () => undefined,
    );
  return {
    // all at once: it is a folder of this machine
    list: async (prefix) => {
      const entries = await readdir(pathOf(prefix), { recursive: true, withFileTypes: true }).catch(() => []);
      const files: InboxFile[] = [];
      for (const entry of entries) {
        // links could lead out of the folder
        if (!entry.isFile()) continue;
        const path = join(entry.parentPath, entry.name);
        const found = await stat(path).catch(() => undefined);
        if (!found) continue;
        const key = path.slice(join(folder, sep).length).split(sep).join('/');
        files.push({ key, version: `${found.mtimeMs}-${found.size}`, size: found.size, storedAt: found.mtimeMs });
      }
      return { files: files.sort((a, b) => (a.key < b.key ? -1 : 1)) };
    },
    download: async ({ key, version }, path) => {
      if ((await versionAt(pathOf(key))) !== version) return false;
      await copyFile(pathOf(key), path);
      // it may have been replaced while it was copied
      return (await versionAt(pathOf(key))) === version;
    },
    move: async ({ key, version }, to) => {
      if ((await versionAt(pathOf(key))) !== version) return;
      await makeOwnFolder(dirname(pathOf(to)));
      await rename(pathOf(key), pathOf(to));
    },
    put: async (key, text) => {
      await makeOwnFolder(dirname(pathOf(key)));
      await writeFile(pathOf(key), text, ownFile);
    },
    upload: async (key, path) => {
      await makeOwnFolder(dirname(pathOf(key)));
      await copyFile(path, pathOf(key));
      await chmod(pathOf(key), ownFile.mode);
    },
    read: (key) => readFile(pathOf(key), 'utf8').catch(() => undefined),
    remove: (prefix) => rm(pathOf(prefix), { recursive: true, force: true }),
  };
}
