import { type Command, InvalidArgumentError, Option } from 'commander';
import { type DateOrder, type DecimalSign, isZone } from '../../../shared/domain/cells/dates.ts';

/** How cells are read that could mean several values: options of every command whose files people send. */
export interface GivenFormat {
  readonly dates?: DateOrder;
  readonly zone?: string;
  readonly decimal?: DecimalSign;
  readonly encoding?: 'utf-8' | 'windows-1252';
  readonly metadata?: string;
}

export function withFormatOptions(command: Command): Command {
  return command
    .option('--metadata <columns>', 'columns of clients.csv to keep as metadata, separated by commas, or all')
    .addOption(new Option('--dates <order>', 'order of dates like 03/04/2026').choices(['dmy', 'mdy']))
    .option('--zone <zone>', 'time zone of times that have none, for example Europe/Berlin', parseZone)
    .addOption(new Option('--decimal <sign>', 'the decimal sign; currency signs are ignored then').choices(['.', ',']))
    .addOption(new Option('--encoding <name>', 'encoding of files without a mark').choices(['utf-8', 'windows-1252']));
}

export function formatOf({ dates, zone, decimal, encoding }: GivenFormat): Omit<GivenFormat, 'metadata'> {
  return { ...(dates && { dates }), ...(zone && { zone }), ...(decimal && { decimal }), ...(encoding && { encoding }) };
}

export function metadataOf({ metadata }: GivenFormat): { readonly metadata?: readonly string[] | 'all' } {
  return metadata === undefined ? {} : { metadata: metadata === 'all' ? 'all' : metadata.split(',') };
}

function parseZone(zone: string): string {
  if (!isZone(zone)) throw new InvalidArgumentError('Expected a name like Europe/Berlin or an offset like +02:00.');
  return zone;
}
