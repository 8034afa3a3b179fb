import type { Metadata } from '../../shared/table/entities/client.ts';

const domain = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/;

/** The domains of mail addresses in a text, or domains that stand alone: also what they are below. */
export function domainsIn(text: string): string[] {
  const words = text.toLowerCase().split(/[\s,;<>()"]/);
  const found = words.map((word) => word.slice(word.lastIndexOf('@') + 1)).filter((word) => domain.test(word));
  return [...new Set(found.flatMap(withParents))];
}

/** Of mail.harbor.com also harbor.com, but not com. */
function withParents(name: string): string[] {
  const labels = name.split('.');
  return labels.slice(0, -1).map((_, at) => labels.slice(at).join('.'));
}

/** What the metadata `Domain` or `Website` says, without protocol, www and path. */
export function ownDomain(metadata: Metadata | ReadonlyMap<string, unknown>): string | undefined {
  const entries = metadata instanceof Map ? [...metadata] : Object.entries(metadata);
  const [, given = ''] = entries.find(([key]) => /^(domain|website)$/i.test(key)) ?? [];
  const [host = ''] = String(given)
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .split(/[/:?#]/);
  const name = host.replace(/^www\./, '');
  return domain.test(name) ? name : undefined;
}
