import {
  type Alarm,
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IMetric,
  LogQueryVisualizationType,
  LogQueryWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import { CfnQueryDefinition } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Metrics } from './metrics.ts';
import type { SavedQuery } from './queries.ts';

export interface Shown {
  readonly stackName: string;
  readonly metrics: Metrics;
  readonly alarms: readonly Alarm[];
  readonly queries: readonly SavedQuery[];
}

/** One dashboard (alarm states, then requests and callers, then the night), and the saved queries. */
export class Overview extends Construct {
  readonly dashboard: Dashboard;

  constructor(scope: Construct, id: string, shown: Shown) {
    super(scope, id);
    const { stackName, metrics, alarms, queries } = shown;
    for (const { name, logGroups, lines } of queries) {
      new CfnQueryDefinition(this, name.replaceAll(/\W/g, ''), {
        name: `${stackName}/${name}`,
        queryString: lines.join('\n| '),
        logGroupNames: logGroups.map(({ logGroupName }) => logGroupName),
      });
    }
    this.dashboard = new Dashboard(scope, 'Dashboard', { dashboardName: stackName });
    const graph = (title: string, ...left: IMetric[]) => new GraphWidget({ title, left, width: 12 });
    const table = (title: string, queryName: string) => {
      const query = queries.find(({ name }) => name === queryName);
      if (!query) throw new Error(`there is no query ${queryName}`);
      return new LogQueryWidget({
        title,
        view: LogQueryVisualizationType.TABLE,
        logGroupNames: query.logGroups.map(({ logGroupName }) => logGroupName),
        queryLines: [...query.lines],
        width: 12,
      });
    };
    this.dashboard.addWidgets(
      new AlarmStatusWidget({ title: 'Alarms', alarms: [...alarms], width: 24, height: 4 }),
      graph('Requests', metrics.requests),
      graph('Errors', metrics.serverErrors, metrics.clientErrors),
      graph('Latency p50, p99', metrics.medianLatency, metrics.latency),
      graph('Failed key checks', metrics.limiterErrors),
      table('Callers with most requests', 'top callers'),
      table('Callers with most refusals (401, 403, 429)', 'refusals'),
      graph('Errors by function', ...metrics.errorsByFunction),
      graph('Throttles', metrics.functionThrottles, metrics.tableThrottles, metrics.gatewayThrottles),
      graph('Age of the newest scores (s)', metrics.scoreAge),
      graph('Accounts behind', metrics.accountsBehind),
      graph('Faults of feeds', metrics.feedFaults),
      graph('Events of nights not sent', metrics.morningsUnsent),
      graph('Accounts expected, scored, failed', ...metrics.accounts),
      table('Longest nights', 'nights by account'),
      graph('Messages waiting', metrics.queued),
      graph('Dead letters, missed nights', metrics.deadLetters, metrics.missedNights),
      graph('Consumed units', ...metrics.consumed),
      ...(metrics.inbox
        ? [
            graph('Age of the oldest file in an inbox (s)', metrics.inbox.age),
            graph('Runs of inboxes, failed, errors', ...metrics.inbox.runs, metrics.inbox.errors),
          ]
        : []),
      ...(metrics.notices
        ? [
            graph('Age of the oldest message to accounts (s)', metrics.notices.age),
            graph('Messages to accounts that failed', metrics.notices.deadLetters),
          ]
        : []),
      ...(metrics.backups ? [graph('Backups completed', metrics.backups)] : []),
    );
  }
}
