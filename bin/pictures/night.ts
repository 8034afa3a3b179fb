import { windowDays } from '../../shared/domain/scoring/model.ts';
import { rosterNames } from '../../shared/table/store/item-keys.ts';
import { type Resources, resourcesOfType } from '../diagram/deployed-graph.ts';
import { arrow, box, picture, rectangle, text } from './svg.ts';

const width = 920;

/** How a night runs, with the figures of the production template. */
export function nightPicture(resources: Resources): string {
  const { midnight, check, tries, workers, minutes, kept } = nightFacts(resources);
  return picture(
    {
      title: 'How a night runs',
      description: `At ${midnight} UTC the function nightly sends one message per account. Workers score the clients of an account, publish its lists and delete old pages. A check every ${check} minutes reports accounts that are behind.`,
      ...{ width, height: 560 },
    },
    [
      text(30, 32, 'One message per account, accounts in parallel', 'title'),
      box({ x: 30, y: 52, width: 130, height: 90 }, 'schedule', [`${midnight} UTC,`, 'every day']),
      arrow([160, 97], [198, 97]),
      box({ x: 200, y: 52, width: 180, height: 90 }, 'nightly', ['sends one message', 'for each account']),
      arrow([380, 97], [418, 97]),
      box({ x: 420, y: 52, width: 200, height: 90 }, 'queue', ['FIFO: the messages of an', 'account one by one']),
      arrow([620, 97], [658, 97]),
      box({ x: 660, y: 52, width: 230, height: 90 }, 'worker', [
        `at most ${workers} at once,`,
        `${minutes} minutes each`,
      ]),
      arrow([520, 142], [520, 168]),
      text(532, 162, `after ${tries} tries`, 'small quiet'),
      box({ x: 420, y: 170, width: 200, height: 66 }, 'dead letters', [`kept ${kept} days, with an alarm`]),
      arrow([775, 142], [775, 268]),

      rectangle(30, 270, 860, 190, 'panel'),
      text(46, 296, 'A worker with the message of an account', 'strong'),
      ...steps([
        ['1. Read', ['every client: its', 'records, signals', `of ${windowDays} days`]],
        ['2. Score', ['one conditional', 'write per client', 'and stream']],
        ['3. Put pages', ['lists are cut into', 'pages; only new', 'ones are written']],
        ['4. Switch', ['one transaction:', `${rosterNames.length} heads and the`, 'portfolio view']],
        ['5. Delete', ['pages that no head', 'names, put at least', `an hour ago`]],
      ]),
      text(46, 432, 'Lists show', 'small'),
      rectangle(126, 422, 463, 12, 'rest'),
      text(357, 450, 'the scores of the night before', 'small quiet middle'),
      rectangle(593, 422, 281, 12, 'accent'),
      text(733, 450, 'the scores of this night', 'small quiet middle'),
      text(
        46,
        482,
        'With half of its time used up, the worker sends a message with the rest of the work to the end of the account’s queue.',
        'small quiet',
      ),

      box({ x: 30, y: 500, width: 860, height: 50 }, `Every ${check} minutes`, []),
      text(
        206,
        524,
        'nightly looks which night each account shows: the accounts that are behind, and the age of',
        'small quiet',
      ),
      text(206, 540, 'the newest scores, are metrics with alarms.', 'small quiet'),
    ],
  );
}

/** The figures of a night, as the template has them. */
export function nightFacts(resources: Resources) {
  const expressions = resourcesOfType(resources, 'AWS::Scheduler::Schedule').map(([, { ScheduleExpression }]) =>
    String(ScheduleExpression),
  );
  const found = (pattern: RegExp) => expressions.flatMap((each) => pattern.exec(each)?.slice(1) ?? []);
  const [minute = '', hour = ''] = found(/^cron\((\d+) (\d+) \* \* \? \*\)$/);
  const [check = ''] = found(/^cron\(0\/(\d+) \* \* \* \? \*\)$/);
  const queues = resourcesOfType(resources, 'AWS::SQS::Queue').map(([, queue]) => queue);
  const [source] = resourcesOfType(resources, 'AWS::Lambda::EventSourceMapping').map(([, mapping]) => mapping);
  const worker = resources[referencedFunction(source?.FunctionName)]?.Properties;
  return {
    midnight: `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`,
    check,
    tries: queues.flatMap(({ RedrivePolicy }) => RedrivePolicy?.maxReceiveCount ?? [])[0],
    kept: queues.flatMap(({ FifoQueue, RedrivePolicy, MessageRetentionPeriod }) =>
      FifoQueue && !RedrivePolicy ? MessageRetentionPeriod / 86_400 : [],
    )[0],
    workers: source?.ScalingConfig?.MaximumConcurrency,
    minutes: Number(worker?.Timeout) / 60,
  };
}

function referencedFunction(name: unknown): string {
  const { Ref, 'Fn::GetAtt': attribute } = name as { Ref?: string; 'Fn::GetAtt'?: readonly string[] };
  return Ref ?? attribute?.[0] ?? '';
}

function steps(each: readonly (readonly [string, readonly string[]])[]): string[] {
  return each.flatMap(([heading, lines], at) => [
    box({ x: 46 + at * 167, y: 310, width: 148, height: 100 }, heading, lines),
    ...(at === 0 ? [] : [arrow([46 + at * 167 - 19, 360], [46 + at * 167 - 2, 360])]),
  ]);
}
