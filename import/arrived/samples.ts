import { hash } from 'node:crypto';
import type { Format } from '../../shared/domain/cells/dates.ts';
import { bytesOf } from '../files/readers/bytes.ts';
import { actualEncoding } from '../files/readers/encoding.ts';
import { faultIn } from '../files/readers/unreadable.ts';
import type { Input } from '../files/source.ts';
import { tableOf } from '../files/table.ts';
import type { Sample } from '../mapping/guess.ts';
import { isNameOfMeaning } from '../mapping/meanings.ts';
import { stemOf } from './name-date.ts';

/** The first rows of a file, or of a sheet, that nothing describes: somebody can say what its columns are. */
export interface FileSample extends Sample {
  /** The file that arrived; `name` is that of its sheet. */
  readonly origin: string;
  /** It has more rows than these. */
  readonly isCut: boolean;
}

const mostRows = 1000;
const mostBytes = 2 ** 20;
const mostFiles = 20;

/** Samples of the files, without those that have no table. */
export async function samplesOf(inputs: readonly Input[], format: Format): Promise<FileSample[]> {
  const samples: FileSample[] = [];
  for (const input of inputs.slice(0, mostFiles)) {
    const sample = await sampleOf(input, format);
    if (sample) samples.push(sample);
  }
  return samples;
}

async function sampleOf(input: Input, format: Format): Promise<FileSample | undefined> {
  const rows: (readonly string[])[] = [];
  let headers: readonly string[] = [];
  let [bytes, isCut] = [0, false];
  try {
    const encoding = await actualEncoding(bytesOf(input.path), format.encoding ?? 'windows-1252');
    for await (const part of tableOf({ ...input, format: { ...format, encoding } }, isNameOfMeaning)) {
      headers = part.header.cells;
      for (const { cells } of part.rows) {
        bytes += cells.reduce((sum, cell) => sum + cell.length, 0);
        isCut ||= rows.length >= mostRows || bytes > mostBytes;
        if (isCut) break;
        rows.push(cells);
      }
      if (isCut) break;
    }
  } catch (error) {
    faultIn(error);
    return undefined;
  }
  const isTable = headers.filter((header) => header.trim() !== '').length > 1 && rows.length > 0;
  return isTable ? { name: input.name, origin: input.origin, headers, rows, isCut } : undefined;
}

/** Files with the same headers have the same mapping. */
export function nameOfMapping({ name, headers }: Sample): string {
  const words = stemOf(name)
    .normalize('NFKD')
    .toLowerCase()
    .split(/[^a-z0-9]/)
    .filter((word) => /[a-z]/.test(word))
    .join('-')
    .slice(0, 30);
  return `${words || 'file'}-${hash('sha1', headers.join('\n'), 'hex').slice(0, 6)}`;
}
