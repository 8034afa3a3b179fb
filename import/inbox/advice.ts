import type { InboxSettings } from '../../shared/table/arrivals/inboxes.ts';
import type { Account } from '../../shared/table/store/item-keys.ts';
import { groupLines } from '../files/problems.ts';
import type { ImportResult } from '../result.ts';

/** What whoever runs the service can do about files that were not imported: commands that keep the other settings. */
export function adviceFor(
  account: Account,
  settings: InboxSettings,
  { presets, learned, rejected }: Pick<ImportResult, 'presets' | 'learned' | 'rejected'>,
): string[] {
  const wanted = [...new Set(Object.values(presets))];
  const options = new Set(groupLines(rejected?.problems ?? []).flatMap((line) => line.match(optionOfFormat) ?? []));
  return [
    ...(learned.length > 0
      ? [
          `Read with what fitted, as files like these are from now on: ${learned.join(', ')}. To choose otherwise: client-health inbox configure --account ${account} --map MAPPING`,
        ]
      : []),
    ...(wanted.length > 0
      ? [`Say once which presets read them, then put them there again: ${configureLine(account, settings, wanted)}`]
      : []),
    ...(options.size > 0
      ? [`Give ${[...options].join(', ')} once, for all files: ${configureLine(account, settings)} … (see --help)`]
      : []),
  ];
}

const optionOfFormat = /--(?:dates|decimal|zone|encoding|metadata)\b/g;

/** The command that adds presets to what was said before. */
function configureLine(account: Account, settings: InboxSettings, presets: readonly string[] = []): string {
  const {
    maps,
    score,
    prune,
    gone,
    maxRemovals,
    maxRejects,
    every,
    preview,
    format = {},
    metadata,
    notify = [],
  } = settings;
  const given: [string, string | number | undefined][] = [
    ...[...maps.map(({ name }) => name), ...presets].map((name): [string, string] => ['map', name]),
    ...notify.map(({ address }): [string, string] => ['notify', address]),
    ['gone', gone],
    ['max-removals', maxRemovals],
    ['max-rejects', maxRejects],
    ['every', every],
    ...Object.entries(format),
    ['metadata', metadata === undefined ? undefined : [metadata].flat().join(',')],
  ];
  const options = given.flatMap(([name, value]) => (value === undefined ? [] : [`--${name} ${value}`]));
  const flags = [...(score ? [] : ['--no-score']), ...(prune ? ['--prune'] : []), ...(preview ? ['--preview'] : [])];
  return ['client-health inbox configure --account', account, ...options, ...flags].join(' ');
}
