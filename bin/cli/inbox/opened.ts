import type { FileStore } from '../../../import/inbox/file-store.ts';
import type { InboxBucket } from '../service/inbox-bucket.ts';
import type { Target } from '../service/target.ts';

export function inboxOf({ inbox, deployment }: Target): FileStore {
  if (inbox) return inbox;
  const how = deployment ? 'Deploy it with one: -c inbox=true' : 'Start it with one: npm start -- --inbox DIR';
  throw new Error(`This service has no inbox. ${how}`);
}

export function bucketOf(target: Target): InboxBucket {
  inboxOf(target);
  if (target.inboxBucket) return target.inboxBucket;
  throw new Error('The inbox of a local service is a folder: links, policies and mails need a deployment (--stack).');
}
