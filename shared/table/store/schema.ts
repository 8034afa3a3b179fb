/** The one table, as CDK provisions it and as the local service creates it. */
export const tableSchema = {
  partitionKey: 'pk',
  sortKey: 'sk',
  /** Epoch seconds; old signals only. Deletion may lag by days, so what is read is filtered too. */
  timeToLive: 'ttl',
} as const;
