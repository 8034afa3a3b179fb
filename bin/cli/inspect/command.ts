import { Command } from 'commander';
import { dayAt } from '../../../shared/domain/dates.ts';
import { levelNames } from '../../../shared/domain/scoring/bands.ts';
import type { Account } from '../../../shared/table/store/item-keys.ts';
import { accountOption, type Context, jsonOption, type Output, parseAccount, withTarget } from '../terminal/context.ts';
import { printTable } from '../terminal/terminal.ts';
import { visible } from '../terminal/visible.ts';
import { type Inspected, inspectClient } from './inspect-client.ts';

export function inspectCommand(context: Context): Command {
  const { out } = context.terminal;
  return new Command('inspect')
    .description('show what is stored about a client and how its score was computed')
    .argument('<client>', 'id of the client, the id that the customer uses, or its name')
    .requiredOption(...accountOption, parseAccount)
    .option(...jsonOption)
    .action((client: string, { account, json }: Output & { account: Account }) =>
      withTarget(context, async ({ table }) => {
        const inspected = await inspectClient(table, account, client, dayAt(context.clock()));
        if (json) out(JSON.stringify(inspected));
        else print(context, inspected);
      }),
    );
}

function print({ terminal }: Context, inspected: Inspected): void {
  const { client, stored, score, changes, streams, viewsFollow } = inspected;
  const { out, style } = terminal;
  out(style('bold', visible(`${client.name} (${client.id})`)));
  const { externalId, lastContactDate, updatedAt, importedScore, archived, favorite, metadata } = client;
  const { leftAt, leftBecause, leftInferred, renewsOn } = client;
  const facts = {
    'Client ID': externalId,
    'last contact': lastContactDate ?? 'never',
    changed: updatedAt,
    'imported score': importedScore,
    archived: archived || undefined,
    favorite: favorite || undefined,
    left: leftAt && `${leftAt}${leftInferred ? ' (no list of clients had it any more)' : ''}`,
    'left because': leftBecause,
    'renews on': renewsOn,
    ...Object.fromEntries(
      Object.keys(metadata)
        .sort()
        .map((key) => [`metadata.${key}`, metadata[key]]),
    ),
    ...stored,
  };
  for (const [name, value] of Object.entries(facts)) if (value !== undefined) out(visible(`  ${name}: ${value}`));
  out(`  views: ${viewsFollow ? 'up to date' : 'behind; run rebuild, or wait for the next check'}`);
  out('');
  out(
    `${style('bold', `Score ${score.score}`)}, ${levelNames[score.band]}${score.source === 'chr1' ? ' (not computed yet)' : ''}`,
  );
  out(score.why);
  const change = (of: { readonly change: number } | undefined) => (of ? signed(of.change) : '-');
  out(`change in 7 days: ${change(changes['7day'])}, 30 days: ${change(changes['30day'])}`);
  const topics = inspected.topics.flatMap(({ id, score: of, contribution, signals }) =>
    of === null ? [] : [{ contribution, row: [id, of.toFixed(1), signed(contribution), String(signals)] }],
  );
  if (topics.length > 0) {
    out('');
    const worstFirst = topics.sort((a, b) => a.contribution - b.contribution);
    printTable(
      terminal,
      ['Topic', 'Score', 'Points', 'Signals'],
      worstFirst.map(({ row }) => row),
    );
  }
  const rows = inspected.signals.map(({ topic, id, date, polarity, measure, weight, remainingWeight, open }) => [
    ...[topic, id, open ? 'open' : date, measure ?? String(polarity)],
    ...[String(weight), String(remainingWeight)],
  ]);
  if (rows.length > 0) {
    out('');
    printTable(terminal, ['Signal of', 'Id', 'Date', 'Polarity', 'Weight', 'Left'], rows);
  }
  if (streams.length > 0) out('');
  const streamRows = streams.map((stream) => [
    stream.id,
    stream.state,
    String(stream.score),
    String(stream.signals),
    stream.name,
  ]);
  if (streamRows.length > 0) printTable(terminal, ['Stream', 'State', 'Score', 'Signals', 'Name'], streamRows);
}

function signed(value: number): string {
  return `${value > 0 ? '+' : ''}${value}`;
}
