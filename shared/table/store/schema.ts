/** The keys of the table, for CDK and for the local service. */
export const tableSchema = {
  partitionKey: 'pk',
  sortKey: 'sk',
  /** Epoch seconds; set on signals and on events of nights. DynamoDB may delete days later, so readers filter by date too. */
  timeToLive: 'ttl',
} as const;
