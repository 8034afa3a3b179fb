import type { Account } from '../../shared/table/store/item-keys.ts';
import { type FileStore, pagesOf } from './file-store.ts';
import { arrivedAt, incomingOf, reportsOf } from './keys.ts';
import type { RunReport } from './report.ts';

/** The names of the files that wait. */
export async function waitingNames(store: FileStore, account: Account): Promise<string[]> {
  return (await keysBelow(store, incomingOf(account))).flatMap((key) => arrivedAt(key)?.name ?? []);
}

/** The reports of the last runs, the newest first. Their keys begin with their times. */
export async function lastRuns(store: FileStore, account: Account, most: number): Promise<RunReport[]> {
  const keys = (await keysBelow(store, reportsOf(account))).filter((key) => key.endsWith('.json'));
  const texts = await Promise.all(keys.slice(-most).map((key) => store.read(key)));
  return texts.flatMap((text) => (text === undefined ? [] : [JSON.parse(text) as RunReport])).reverse();
}

/** The keys of all files below a prefix. */
export async function keysBelow(store: FileStore, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const page of pagesOf(store, prefix)) keys.push(...page.map(({ key }) => key));
  return keys;
}
