import { expect, it } from 'vitest';
import { feedOfSignal } from '../../import/arrived/feed-of-signal.ts';

const feed = (name: string, kind = 'signals') => ({ feed: name, kind, faults: [] });

it.each([
  ['the only feed with signals', ['own/signals', 'own/clients'], 'anything_1', 'own/signals'],
  ['the one whose preset has the rule', ['xero/signals', 'meetings/signals'], 'meeting-held_7', 'meetings/signals'],
  ['nothing, if two have the rule', ['tickets/signals', 'zendesk/signals'], 'ticket-reply_7', undefined],
  ['nothing of a mapping that is not known', ['own/signals', 'meetings/signals'], 'own-rule_1', undefined],
  ['nothing without feeds', [], 'meeting-held_7', undefined],
])('a signal is of %s', (_, feeds, id, found) => {
  const known = feeds.map((name) => feed(name, name.endsWith('clients') ? 'clients' : 'signals'));

  expect(feedOfSignal(known)(id)).toBe(found);
});
