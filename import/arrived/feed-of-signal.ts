import type { FeedRecord } from '../../shared/domain/feeds.ts';
import { presets } from '../mapping/presets.ts';
import type { MappingFile } from '../mapping/schema.ts';
import { feedNames } from './feed-names.ts';

/**
 * Tells which feed of an account has brought a signal: the only one with signals, or the only one whose preset has the
 * rule that the id of the signal begins with. Undefined if that is not known, as with mappings of an operator.
 */
export function feedOfSignal(feeds: readonly FeedRecord[]): (signalId: string) => string | undefined {
  const withSignals = feeds.filter(({ kind }) => kind === 'signals').map(({ feed }) => feed);
  if (withSignals.length < 2) return () => withSignals[0];
  const byRule = new Map<string, string[]>();
  for (const preset of new Set(withSignals.map((feed) => feed.replace(/\/.*/, '')))) {
    const mapping = presets.get(preset) as MappingFile | undefined;
    for (const [{ signals = [] }, feed] of feedNames(mapping ? [{ name: preset, ...mapping }] : [])) {
      if (!withSignals.includes(feed)) continue;
      for (const name of new Set(signals.map((rule) => rule.name)))
        byRule.set(name, [...(byRule.get(name) ?? []), feed]);
    }
  }
  return (signalId) => {
    const [feed, another] = byRule.get(signalId.replace(/_.*/, '')) ?? [];
    return another === undefined ? feed : undefined;
  };
}
