import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Watched } from './metrics.ts';

export interface SavedQuery {
  /**
   * Its name in CloudWatch Logs Insights, where the name of the stack precedes it; also its row in docs/operations.md.
   */
  readonly name: string;
  readonly logGroups: readonly ILogGroup[];
  readonly lines: readonly string[];
}

/** Queries for CloudWatch Logs Insights. Values in capitals are to be replaced. */
export function savedQueries({ api, night, inbox, page }: Watched): readonly SavedQuery[] {
  const ofApi = api.functions.map(({ logGroup }) => logGroup);
  const ofNight = [night.dispatcher, night.worker].map(({ logGroup }) => logGroup);
  const ofPage = page ? [page.page.logGroup] : [];
  const ofInbox = inbox ? [inbox.check, inbox.importer].map(({ logGroup }) => logGroup) : [];
  return [
    {
      name: 'request by id',
      logGroups: [api.accessLog, ...ofApi],
      lines: [
        "filter requestId = 'REQUEST_ID'",
        'display @timestamp, @log, operation, status, milliseconds, keyId, error.name, errorType',
        'sort @timestamp',
      ],
    },
    {
      name: 'requests of a key',
      logGroups: ofApi,
      lines: [
        "filter keyId = 'KEY_ID'",
        'stats count() as requests by operation, status, bin(1h)',
        'sort requests desc',
      ],
    },
    {
      name: 'top callers',
      logGroups: ofApi,
      lines: [
        'filter ispresent(keyId)',
        'stats count() as requests by customerId, keyId',
        'sort requests desc',
        'limit 20',
      ],
    },
    {
      // the functions log no keyId for a refused request
      name: 'refusals',
      logGroups: [api.accessLog],
      lines: [
        'filter status in [401, 403, 429]',
        'stats count() as refusals by apiKeyId, status',
        'sort refusals desc',
        'limit 20',
      ],
    },
    {
      name: 'slowest requests',
      logGroups: ofApi,
      lines: [
        'filter ispresent(operation)',
        'display @timestamp, operation, milliseconds, bytes, customerId, requestId',
        'sort milliseconds desc',
        'limit 50',
      ],
    },
    {
      name: 'errors',
      logGroups: [...ofApi, ...ofNight, ...ofInbox, ...ofPage],
      lines: [
        "filter level = 'error'",
        'display @timestamp, @log, operation, kind, customerId, error.name, error.at.0, buildId, requestId',
        'sort @timestamp desc',
        'limit 100',
      ],
    },
    {
      name: 'nights by account',
      logGroups: ofNight,
      lines: [
        "filter kind = 'score' and level = 'info'",
        'stats sum(milliseconds) / 1000 as seconds, sum(clients) as scored by customerId, runDate',
        'sort seconds desc',
        'limit 50',
      ],
    },
  ];
}
