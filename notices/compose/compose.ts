import { createHash } from 'node:crypto';
import { oneLine } from '../../shared/domain/morning/sections.ts';
import type { Notice } from '../../shared/table/access/notices.ts';
import type { Delivery } from '../delivery.ts';
import { bodyOf } from '../events.ts';
import { slackBody, teamsBody } from './chat.ts';
import { mailHtml, mailText } from './mail.ts';
import { chosen, type Message, messageOf, type Place, toBoard } from './message.ts';
import type { Fault, News, Scoped } from './news.ts';

/** Events of clients in a night, for a webhook: more are found with `updated_since`. */
const mostEvents = 50;

/** What a notice sends about a night. Composed twice, messages and their ids are the same. */
export function deliveriesOf(news: News, notice: Notice, place: Place, now: number): Delivery[] {
  if (notice.state !== 'on') return [];
  if (notice.kind === 'webhook') return eventsOf(news, notice, place, now);
  const message = messageOf(news, notice, place);
  if (!message) return [];
  return [
    { ...common(notice, place, now), id: idOf(place, notice, news.day, 'message'), ...formOf(message, notice, place) },
  ];
}

function formOf(message: Message, notice: Notice, place: Place): Partial<Delivery> {
  if (notice.kind === 'slack') return { body: slackBody(message) };
  if (notice.kind === 'teams') return { body: teamsBody(message) };
  const link = mailLink(notice, place);
  const foot = {
    text: `You get these mails because somebody of ${place.account} wanted it.`,
    call: { text: 'End them', link },
  };
  return { subject: message.title, text: mailText(message, foot), html: mailHtml(message, foot), unsubscribe: link };
}

/** Where the receiver of a mail confirms the address, or ends the mails. */
const mailLink = ({ id, token = '' }: Notice, { account, page }: Place) => `${page}/notice/${account}/${id}/${token}`;

const common = ({ id, kind, to }: Notice, { account }: Place, now: number) => ({
  accountId: account,
  noticeId: id,
  kind,
  to,
  firstTriedAt: new Date(now).toISOString(),
});

/** Has the night in it, which tells rows of failures (nightOf), and no dot, which separates an id in what is signed. */
function idOf({ account }: Place, { id }: Notice, day: string, ...of: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify([account, id, day, ...of]));
  return `${id}_${day}_${hash.digest('base64url').slice(0, 16)}`;
}

/** The secrets that a delivery is signed with now. */
export function secretsOf({ secrets = [] }: Notice, now: number): string[] {
  return secrets.flatMap(({ secret, until }) => (until === undefined || now < Date.parse(until) ? [secret] : []));
}

function eventsOf(news: News, notice: Notice, place: Place, now: number): Delivery[] {
  const { about, when, names } = notice;
  const { day, score, total, levels } = news;
  const period = chosen(news, notice);
  const isScored = about !== 'feeds' && (when === 'mornings' || period !== undefined);
  const clientOf = ({ id, name }: Scoped) => ({ clientId: id, ...(names && { name: oneLine(name) }) });
  const at = `${day}T00:00:00.000Z`;
  const events = [
    ...(isScored ? [{ of: ['scored'], body: bodyOf('account.scored', at, { day, score, total, levels }) }] : []),
    ...(period?.changed.slice(0, mostEvents) ?? []).map(({ from, to, reason, nextStep, ...client }) => ({
      of: ['changed', client.id],
      body: bodyOf('client.level_changed', at, {
        ...clientOf(client),
        ...{ day, from, to, score: client.score },
        ...(reason !== undefined && { reason }),
        ...(nextStep !== undefined && { nextStep }),
      }),
    })),
    ...(period?.left.slice(0, mostEvents) ?? []).map((client) => ({
      of: ['left', client.id],
      body: bodyOf('client.left', at, { ...clientOf(client), leftOn: client.leftAt }),
    })),
    ...(period?.faults.filter(isLate).slice(0, mostEvents) ?? []).map((fault) => ({
      of: ['late', fault.feed],
      body: bodyOf('feed.late', at, lateOf(fault, names)),
    })),
  ];
  return events.map(({ of, body }) => ({
    ...common(notice, place, now),
    secrets: secretsOf(notice, now),
    id: idOf(place, notice, day, ...of),
    body,
  }));
}

const isLate = ({ is }: Fault) => is === 'late' || is === 'missing';

/** Names of feeds are names of files, so they are named where clients are. */
function lateOf({ feed, due, words }: Fault, names: boolean) {
  const day = due !== undefined && { due };
  if (names) return { feed, ...day, words };
  return { feed: createHash('sha256').update(feed).digest('hex').slice(0, 12), ...day, words: 'A file is late.' };
}

/** A message that only says that it arrives. */
export function testDelivery(notice: Notice, place: Place, { now, random }: { now: number; random: string }): Delivery {
  const lines = [{ name: 'It works', text: 'Messages of this notice arrive here.' }];
  const message = { title: `${place.account}: a test`, lines, call: toBoard(place) };
  return {
    ...common(notice, place, now),
    id: `${notice.id}_test_${random}`,
    test: true,
    ...formOf(message, notice, place),
  };
}

/** The test of a webhook: the event of the newest night, as it is. */
export function testEvent(
  notice: Notice,
  place: Place,
  scored: Pick<News, 'day' | 'score' | 'total' | 'levels'>,
  { now, random }: { now: number; random: string },
): Delivery {
  const body = bodyOf('account.scored', `${scored.day}T00:00:00.000Z`, scored);
  const secrets = secretsOf(notice, now);
  return { ...common(notice, place, now), id: `${notice.id}_test_${random}`, test: true, secrets, body };
}

/** Asks an address whether it wants the mails of a notice. */
export function confirmation(notice: Notice, place: Place, { now, random }: { now: number; random: string }): Delivery {
  const link = mailLink(notice, place);
  const text = `Somebody of ${place.account} wants to send the news about its clients to this address. If you want them too, confirm it within 7 days; else do nothing.`;
  const message = {
    title: `${place.account}: do you want its news?`,
    lines: [{ name: 'News by mail', text }],
    call: { text: 'Confirm, or say no', link },
  };
  const foot = { text: 'Nothing else is sent to you unless you confirm.' };
  return {
    ...common(notice, place, now),
    id: `${notice.id}_confirm_${random}`,
    subject: message.title,
    text: mailText(message, foot),
    html: mailHtml(message, foot),
  };
}
