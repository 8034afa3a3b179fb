import { Command, Option } from 'commander';
import { csvRow } from '../../../shared/domain/csv.ts';
import type { Leaver } from '../../../shared/domain/track-record/leaver.ts';
import type { TrackRecord } from '../../../shared/domain/track-record/record.ts';
import { daysText, recordSentence } from '../../../shared/domain/track-record/sentence.ts';
import { readAccount } from '../../../shared/table/access/accounts.ts';
import type { Account } from '../../../shared/table/store/item-keys.ts';
import { PageCache } from '../../../shared/table/store/page-cache.ts';
import { liveVersion } from '../../../shared/table/views/read/live-version.ts';
import { accountOption, type Context, jsonOption, type Output, parseAccount, withTarget } from '../terminal/context.ts';
import { printTable } from '../terminal/terminal.ts';

export function trackRecordCommand(context: Context): Command {
  const { out } = context.terminal;
  return new Command('track-record')
    .description('show what score and people said of the clients that left in the last year')
    .requiredOption(...accountOption, parseAccount)
    .addOption(new Option('--csv', 'print a row for each of them as CSV').conflicts('json'))
    .option(...jsonOption)
    .action(({ account, json, csv }: Output & { account: Account; csv?: true }) =>
      withTarget(context, async ({ table }) => {
        await readAccount(table, account);
        const live = await liveVersion({ table, pages: new PageCache(0) }, account, { consistent: true });
        const [overview = '{}'] = (await live.list('overview').item()).overviews;
        const { trackRecord = null } = JSON.parse(overview) as { trackRecord?: TrackRecord | null };
        if (json) return out(JSON.stringify(trackRecord));
        if (!trackRecord) return out(`${account} has no scores yet: its record begins with the first night.`);
        if (csv) return out(csvOf(trackRecord.leavers ?? []).trimEnd());
        print(context, trackRecord);
      }),
    );
}

function print({ terminal }: Context, record: TrackRecord): void {
  const { out } = terminal;
  out(recordSentence(record));
  if (record.undated > 0) out(`Archived without a day of notice, so left out: ${record.undated}. Give them a Left At.`);
  const { leavers = [] } = record;
  if (leavers.length > 0) {
    out('');
    const headings = [
      'Client',
      'Left',
      '90 days before',
      '60',
      '30',
      '1',
      'Score warned',
      'People warned',
      'Read',
      'Silent',
    ];
    printTable(terminal, headings, leavers.map(leaverCells));
  }
  for (const { modelVersion, levels = [] } of record.score)
    printLevels(`Level (model ${modelVersion})`, levels, terminal);
  printLevels('Read', record.reads.levels ?? [], terminal);
}

function leaverCells({ name, leftAt, inferred, scores, scoreWarned, peopleWarned, reads, silent }: Leaver): string[] {
  const days = (warned: number | null) => (warned === null ? '-' : warned === 0 ? 'missed' : daysText(warned));
  return [
    ...[name, inferred ? `${leftAt} (inferred)` : leftAt],
    ...scores.map(({ score, leftOut }) => (score === null ? (leftOut ?? '-') : score.toFixed(1))),
    ...[days(scoreWarned), days(peopleWarned), reads.at(-1)?.value ?? '-', silent ? 'yes' : '-'],
  ];
}

type Levels = NonNullable<TrackRecord['reads']['levels']>;

/** On the firsts of months that have 90 days behind them. */
function printLevels(title: string, levels: Levels, terminal: Context['terminal']): void {
  const seen = levels.filter(({ clients }) => clients > 0);
  if (seen.length === 0) return;
  terminal.out('');
  const figure = (rate: Levels[number]['rate'], unit: string) =>
    rate ? `${rate.value}${unit} (${rate.low} to ${rate.high})` : '-';
  printTable(
    terminal,
    [title, 'Firsts of months', 'Left in 90 days', 'Stayed', 'Rate', 'Times the common rate'],
    seen.map(({ level, clients, left, stayed, rate, multiple }) => [
      ...[level, String(clients), String(left), String(stayed), figure(rate, ' %'), figure(multiple, '')],
    ]),
  );
}

function csvOf(leavers: readonly Leaver[]): string {
  const header = [
    ...['id', 'name', 'leftAt', 'leftBecause', 'inferred', 'modelVersion'],
    ...[
      'score90',
      'score60',
      'score30',
      'score1',
      'read90',
      'read60',
      'read30',
      'read1',
      'scoreWarned',
      'peopleWarned',
      'silent',
    ],
  ];
  const rows = leavers.map(({ id, name, leftAt, leftBecause, inferred, modelVersion, ...said }) => [
    ...[id, name, leftAt, leftBecause, inferred, modelVersion],
    ...[...said.scores.map(({ score }) => score), ...said.reads.map(({ value }) => value)],
    ...[said.scoreWarned, said.peopleWarned, said.silent],
  ]);
  return [header, ...rows].map(csvRow).join('');
}
