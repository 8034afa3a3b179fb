import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { deliveriesOf } from '../../../notices/compose/compose.ts';
import type { Changed, News } from '../../../notices/compose/news.ts';
import { webhookBodies } from '../../../shared/contract/webhooks.ts';
import { bands } from '../../../shared/domain/scoring/bands.ts';
import type { Notice } from '../../../shared/table/access/notices.ts';

// The forms of messages against what their receivers document, with names that try to be markup.

const hostile = [
  'Juniper Row',
  '<!channel> & <@U1> *bold* `code`',
  '<script>alert(1)</script><img src=x onerror=alert(1)>',
  '[pay here](https://evil.example) ~~**now**~~',
  'line\nbreak\u202Eright to left\u2028',
  '">\'&amp; %0d%0aBcc: x@example.com',
  'N'.repeat(300),
];
const text = 'w<&>"'.repeat(200);

const changed = (at: number): Changed => ({
  ...{ id: `c${at}`, name: hostile[at % hostile.length] ?? '', owner: 'Ann', portfolios: [] },
  ...{ from: bands[at % 3] ?? 'onTrack', to: bands[3] ?? 'onTrack', score: 150.5, change: -12.25 },
  ...{ reason: text.slice(0, 400), nextStep: text.slice(0, 400) },
});

const period = {
  changed: Array.from({ length: 60 }, (_, at) => changed(at)),
  more: 7,
  fresh: hostile.map((name, at) => ({ id: `n${at}`, name, portfolios: [] })),
  left: hostile.map((name, at) => ({ id: `l${at}`, name, portfolios: [], leftAt: '2026-11-01', because: name })),
  faults: [
    { feed: hostile[2] ?? '', is: 'late', due: '2026-11-20', words: `${hostile[2]}: no new file` },
    { feed: 'hours', is: 'columns', words: 'hours: a.csv no longer has "Hours"' },
  ],
} as const;

const news: News = {
  ...{ day: '2026-11-21', score: 101.5, total: 80, night: period },
  levels: { highRisk: 1, mediumRisk: 2, lowRisk: 3, onTrack: 74 },
  said: { left: [], fresh: [], faults: [] },
};
const place = { account: 'acme', page: 'https://api.example/v1/account' };
const notice = (given: Partial<Notice>): Notice => ({
  ...{ id: 'n1', kind: 'mail', to: 'ann@example.com', when: 'mornings', about: 'both', names: true, state: 'on' },
  ...{ created: '2026-11-01T00:00:00.000Z', token: 'secret-token', secrets: [{ secret: 'whsec_AAAA' }] },
  ...given,
});
const sentBy = (given: Partial<Notice>) => deliveriesOf(news, notice(given), place, 0);

const limited = (most: number) => z.string().min(1).max(most);
const url = z.url({ protocol: /^https$/ });

describe('a message', () => {
  it('has at most ten lines, and says how many it leaves out', () => {
    const [mail] = sentBy({});
    const lines = mail?.text?.split('\n\n') ?? [];

    expect(lines).toHaveLength(1 + 10 + 2);
    expect(mail?.text).toContain('\n\nAnd 61 more: changed level: see the board.\n\n');
    expect(mail?.subject).toBe('acme, 21 Nov: 67 clients changed level, 7 left, 7 new, 2 faults of files');
  });

  it('names nobody, and no file, unless the holder chose names', () => {
    for (const kind of ['mail', 'slack', 'teams', 'webhook'] as const) {
      const said = JSON.stringify(sentBy({ kind, names: false }));
      expect(hostile.slice(0, 6).filter((name) => said.includes(JSON.stringify(name).slice(1, -1)))).toEqual([]);
      expect(said).not.toContain('hours');
    }
  });

  it('to Slack is what an incoming webhook takes, and mentions nobody', () => {
    const section = z.strictObject({
      type: z.literal('section'),
      text: z.strictObject({ type: z.literal('mrkdwn'), text: limited(3000) }),
    });
    const header = z.strictObject({
      type: z.literal('header'),
      text: z.strictObject({ type: z.literal('plain_text'), text: limited(150), emoji: z.boolean() }),
    });
    const blocks = z
      .array(z.discriminatedUnion('type', [header, section]))
      .min(1)
      .max(50);
    const schema = z.strictObject({
      text: limited(40_000),
      blocks,
      unfurl_links: z.boolean(),
      unfurl_media: z.boolean(),
    });
    const [{ body = '' } = {}] = sentBy({ kind: 'slack' });
    const message = schema.parse(JSON.parse(body));

    for (const [, inside = ''] of body.matchAll(/<([^>]*)>/g))
      expect(inside).toMatch(/^https:\/\/api\.example\/v1\/account(\/clients\/c\d+)?\|(Open|To the board)$/);
    expect(message.blocks).toHaveLength(12);
  });

  it('to Teams is an Adaptive Card of 1.4 in a message of Workflows, of at most 28 KB, without markup', () => {
    const open = z.strictObject({ type: z.literal('Action.OpenUrl'), title: limited(100).optional(), url });
    const run = z.strictObject({
      ...{ type: z.literal('TextRun'), text: limited(5000), selectAction: open.optional() },
      weight: z.enum(['Lighter', 'Default', 'Bolder']).optional(),
      size: z.enum(['Small', 'Default', 'Medium', 'Large', 'ExtraLarge']).optional(),
    });
    const block = z.strictObject({
      ...{ type: z.literal('RichTextBlock'), inlines: z.array(run).min(1) },
      spacing: z.enum(['None', 'Small', 'Default', 'Medium', 'Large', 'ExtraLarge', 'Padding']).optional(),
    });
    const card = z.strictObject({
      $schema: z.literal('http://adaptivecards.io/schemas/adaptive-card.json'),
      ...{ type: z.literal('AdaptiveCard'), version: z.literal('1.4'), body: z.array(block).min(1) },
      ...{ actions: z.array(open).max(6), msteams: z.strictObject({ width: z.literal('Full') }) },
    });
    const attachment = z.strictObject({
      contentType: z.literal('application/vnd.microsoft.card.adaptive'),
      ...{ contentUrl: z.null(), content: card },
    });
    const schema = z.strictObject({ type: z.literal('message'), attachments: z.array(attachment).length(1) });
    const [{ body = '' } = {}] = sentBy({ kind: 'teams' });

    expect(schema.parse(JSON.parse(body)).attachments[0]?.content.body).toHaveLength(11);
    expect(Buffer.byteLength(body)).toBeLessThan(28 * 1024);
  });

  it('as a mail is HTML that no name changes, with a link that ends the mails by one click', () => {
    const [{ html = '', subject = '', unsubscribe, text: plain = '' } = {}] = sentBy({});
    const tags = [...html.matchAll(/<\/?([a-z0-9]+)/gi)].map(([, tag]) => tag);

    expect([...new Set(tags)].sort()).toEqual(
      ['a', 'bdi', 'body', 'br', 'div', 'h1', 'head', 'html', 'meta', 'p', 'strong', 'title'].sort(),
    );
    expect(html).not.toMatch(/&amp;amp;|\u202E/);
    expect(subject).not.toMatch(/[\r\n]/);
    expect(unsubscribe).toBe('https://api.example/v1/account/notice/acme/n1/secret-token');
    for (const each of [html, plain]) expect(each).toContain(unsubscribe);
  });

  it('of a webhook has the documented bodies: the night, at most 50 of a kind, and late files', () => {
    const sent = sentBy({ kind: 'webhook' });
    const types = sent.map(({ body = '' }) => {
      const { type } = JSON.parse(body) as { type: keyof typeof webhookBodies };
      webhookBodies[type].parse(JSON.parse(body));
      return type;
    });

    expect(
      Object.fromEntries([...Map.groupBy(types, (type) => type)].map(([type, all]) => [type, all.length])),
    ).toEqual({
      'account.scored': 1,
      'client.level_changed': 50,
      'client.left': 7,
      'feed.late': 1,
    });
    expect(new Set(sent.map(({ id }) => id)).size).toBe(sent.length);
  });
});

describe('a notice sends nothing', () => {
  const quiet = { ...news, night: { ...period, changed: [], more: 0, fresh: [], left: [], faults: [] } };
  it.each<[string, News, Partial<Notice>]>([
    ['if nothing happened', quiet, {}],
    [
      'about levels, if only somebody left',
      { ...quiet, night: { ...quiet.night, left: period.left } },
      { when: 'changes' },
    ],
    ['of Mondays on other days', news, { when: 'mondays' }],
    [
      'about the clients of another owner',
      { ...quiet, night: { ...quiet.night, changed: period.changed } },
      { owner: 'Bob' },
    ],
    [
      'about the clients of another portfolio',
      { ...quiet, night: { ...quiet.night, changed: period.changed } },
      { portfolio: 'gold' },
    ],
    ['about files, if only clients changed', { ...news, night: { ...period, faults: [] } }, { about: 'feeds' }],
    ['while it waits or is off', news, { state: 'waiting' }],
  ])('%s', (_, said, given) => {
    expect(deliveriesOf(said, notice(given), place, 0)).toEqual([]);
  });

  it('but a webhook is told every night', () => {
    expect(deliveriesOf(quiet, notice({ kind: 'webhook' }), place, 0)).toHaveLength(1);
  });
});
