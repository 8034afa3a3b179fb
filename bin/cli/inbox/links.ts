import { InvalidArgumentError } from 'commander';
import type { LinkEnd } from '../service/inbox-bucket.ts';

export const hoursOption = ['--hours <count>', 'how long the link works, at most 168', parseHours, 12] as const;

export function curlLine(
  { url, fields }: { url: string; fields: Readonly<Record<string, string>> },
  name: string,
): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  // -F would read options after a ; in the name
  const parts = Object.entries(fields).map(([field, value]) => `--form-string ${quoted(`${field}=${value}`)}`);
  const file = name.replaceAll(/["\\]/g, '\\$&');
  // S3 ignores fields after the file
  return ['curl -f', ...parts, `-F ${quoted(`file=@"${file}"`)}`, url].join(' ');
}

export function endText({ endsAt, mayEndEarlier }: LinkEnd): string {
  const earlier = mayEndEarlier ? ', or with your AWS session if that ends earlier' : '';
  return `It ends at ${endsAt.toISOString().slice(0, 16)}Z${earlier}.`;
}

function parseHours(text: string): number {
  const hours = Number(text);
  if (!Number.isInteger(hours) || hours < 1 || hours > 168) {
    throw new InvalidArgumentError('Expected a whole number from 1 to 168.');
  }
  return hours;
}

export function parseBytes(text: string): number {
  const bytes = Number(text);
  if (!Number.isInteger(bytes) || bytes < 1 || bytes > 5e9) {
    throw new InvalidArgumentError('Expected a whole number from 1 to 5000000000.');
  }
  return bytes;
}
