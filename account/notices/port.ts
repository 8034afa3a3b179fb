import { timingSafeEqual } from 'node:crypto';
import { confirmation, secretsOf, testDelivery, testEvent } from '../../notices/compose/compose.ts';
import type { Deliveries, Delivery } from '../../notices/delivery.ts';
import { AddressRefused, receiverOf } from '../../notices/send/address.ts';
import { addressIn } from '../../shared/people/people.ts';
import {
  addNotice,
  changeNotice,
  countSent,
  forgetGivenUp,
  givenUpOf,
  type Notice,
  NoticeRefusal,
  noticeById,
  noticesOf,
  removeNotice,
} from '../../shared/table/access/notices.ts';
import { PeopleRefusal, peopleOf } from '../../shared/table/access/people.ts';
import type { Account } from '../../shared/table/store/item-keys.ts';
import type { Table } from '../../shared/table/store/table.ts';
import { type NoticesPort, Refusal } from '../ports.ts';

interface NoticesPlace {
  readonly table: Table;
  readonly clock: () => number;
  readonly randomBytes: (count: number) => Uint8Array;
  readonly deliveries: Deliveries;
  /** The address of the account's page, as mails have it. */
  readonly page: string;
  /** Only of a service on one's own machine: it posts to this machine too. */
  readonly loopback?: boolean;
}

const confirmMs = 7 * 86_400_000;
const oldSecretMs = 86_400_000;
const mostOldSecrets = 3;

/** The notices of one account; `mailsGo` says how mails go, and is undefined where none are sent. Neither secrets nor addresses that are secrets leave it, but for a new secret, once. */
export function noticesPort(place: NoticesPlace, account: Account, mailsGo: string | undefined): NoticesPort {
  const { table, clock, randomBytes, deliveries } = place;
  const where = { account, page: place.page };
  const random = (bytes: number) => Buffer.from(randomBytes(bytes)).toString('base64url');
  const at = () => ({ now: clock(), random: random(9) });
  const newSecret = () => `whsec_${Buffer.from(randomBytes(32)).toString('base64')}`;

  const known = async (id: string): Promise<Notice> => {
    const notice = await noticeById(table, account, id);
    if (!notice) throw new Refusal('There is no such notice any more.');
    return notice;
  };
  const changed = async (id: string, change: (notice: Notice) => Notice) => {
    const notice = await changeNotice(table, account, id, change);
    if (!notice) throw new Refusal('There is no such notice any more.');
    return notice;
  };
  const send = async (...sent: Delivery[]) => {
    if (!(await countSent(table, account, clock())))
      throw new Refusal('The account has sent very many messages by hand today. Go on tomorrow (UTC).');
    await deliveries.send(sent);
  };
  const question = (notice: Notice): Notice => ({
    ...notice,
    ...{ state: 'waiting', token: random(24), confirmUntil: new Date(clock() + confirmMs).toISOString() },
  });
  /** Who belongs to the account gets mails at once; everybody else is asked. */
  const asked = async (notice: Notice): Promise<Notice> => {
    if (notice.kind !== 'mail') return { ...notice, state: 'on' };
    const people = await peopleOf(table, account);
    const isOurs = people.some(({ email, expires }) => email === notice.to && expires === undefined);
    return isOurs ? { ...notice, state: 'on', token: random(24) } : question(notice);
  };

  return {
    mailsGo,
    list: async () => {
      const [all, givenUp] = [await noticesOf(table, account), await givenUpOf(table, account)];
      return all.map((notice) => {
        const { token: _, secrets, ...shown } = notice;
        return {
          ...shown,
          to: shownTo(notice),
          oldSecretUntil: secrets?.find(({ until }) => until !== undefined && clock() < Date.parse(until))?.until,
          givenUp: givenUp.filter(({ noticeId }) => noticeId === notice.id).length,
        };
      });
    },
    // for each look at the board: what was given up has texts of messages, and may be much
    ended: async () => (await noticesOf(table, account)).filter(({ state, gaveUp }) => state === 'off' && gaveUp),
    add: async (given, announce) => {
      if (given.kind === 'mail' && mailsGo === undefined) throw new Refusal('This service sends no mails.');
      const id = random(9).replaceAll(/\W|_/g, '0');
      const to = receiverIn(given, place.loopback === true);
      const created = new Date(clock()).toISOString();
      const secret = given.kind === 'webhook' ? newSecret() : undefined;
      const secrets = secret === undefined ? undefined : [{ secret }];
      const notice = await asked({ ...given, id, to, created, state: 'on', ...(secrets && { secrets }) });
      await announce(id);
      await addNotice(table, account, notice).catch(inWordsOfThePage);
      if (notice.state === 'waiting') await send(confirmation(notice, where, at()));
      return { id, secret, isAsked: notice.state === 'waiting' };
    },
    test: async (id, scored) => {
      const notice = await known(id);
      expectWanted(notice);
      if (notice.kind !== 'webhook') return send(testDelivery(notice, where, at()));
      if (!scored) throw new Refusal('There are no scores yet: a test tells the newest.');
      await send(testEvent(notice, where, scored, at()));
    },
    roll: async (id) => {
      const secret = newSecret();
      const until = new Date(clock() + oldSecretMs).toISOString();
      await changed(id, (notice) => {
        if (notice.kind !== 'webhook') throw new Refusal('Only webhooks have a secret.');
        const [newest, ...older] = notice.secrets ?? [];
        // the receiver may have any of them, if the page was loaded again or a secret was not copied
        const old = newest ? [{ secret: newest.secret, until }, ...older].slice(0, mostOldSecrets) : [];
        return { ...notice, secrets: [{ secret }, ...old] };
      });
      return secret;
    },
    switchOff: async (id) => {
      await changed(id, ({ gaveUp: _, ...notice }) => ({
        ...notice,
        state: 'off',
        because: 'An administrator switched it off.',
      }));
    },
    switchOn: async (id) => {
      const notice = await known(id);
      if (notice.state === 'waiting') throw new Refusal(notConfirmed);
      // whoever has not confirmed, or has ended the mails, is asked again
      const next = isWanted(notice) ? { ...notice, state: 'on' as const } : question(notice);
      const after = await changed(id, ({ because: _, gaveUp: __, confirmUntil: ___, ...now }) => ({
        ...now,
        ...{ state: next.state, failedNights: 0 },
        ...(next.token !== undefined && { token: next.token }),
        ...(next.confirmUntil !== undefined && { confirmUntil: next.confirmUntil }),
      }));
      if (after.state === 'waiting') await send(confirmation(after, where, at()));
    },
    remove: (id) => removeNotice(table, account, id),
    sendAgain: async (id) => {
      const notice = await known(id);
      if (notice.state !== 'on') throw new Refusal('Switch the notice on first.');
      const lost = (await givenUpOf(table, account)).filter(({ noticeId }) => noticeId === id);
      const now = clock();
      const secrets = notice.kind === 'webhook' && { secrets: secretsOf(notice, now) };
      const firstTriedAt = new Date(now).toISOString();
      await send(...lost.map(({ delivery }) => ({ ...(delivery as Delivery), ...secrets, firstTriedAt })));
      await forgetGivenUp(table, account, lost);
    },
  };
}

const notConfirmed = 'The address was asked, and has not confirmed yet.';

/** Nothing but the question is mailed to an address that has not said yes, or has ended the mails. */
const isWanted = ({ kind, token, confirmUntil }: Notice) =>
  kind !== 'mail' || (token !== undefined && confirmUntil === undefined);

function expectWanted(notice: Notice): void {
  if (notice.kind === 'mail' && notice.token === undefined) throw new Refusal('The receiver has ended these mails.');
  if (!isWanted(notice)) throw new Refusal(notConfirmed);
}

/** What a page may show of an address: whoever has a URL of Slack or Teams can post there. */
function shownTo({ kind, to }: Notice): string {
  if (kind === 'mail') return to;
  const { host, pathname } = new URL(to);
  return kind === 'webhook' ? `${host}${pathname}` : `${host}/…${to.slice(-4)}`;
}

const slackHosts = /^hooks\.slack(-gov)?\.com$/;
const workflowHosts =
  /\.(logic\.azure\.(com|us|cn)|api\.powerplatform\.(com|us|cn)|api\.gov\.powerplatform\.microsoft\.us)$/;
const mostUrl = 2000;

function receiverIn({ kind, to }: Pick<Notice, 'kind' | 'to'>, loopback: boolean): string {
  try {
    if (kind === 'mail') return addressIn(to);
    if (to.length > mostUrl) throw new Refusal(`The URL is longer than ${mostUrl} characters.`);
    const { hostname, href } = receiverOf(to.trim(), { loopback });
    if (kind === 'slack' && !slackHosts.test(hostname))
      throw new Refusal('The URL of an incoming webhook of Slack begins with https://hooks.slack.com/services/.');
    if (kind === 'teams' && /\.office\.com$/.test(hostname))
      throw new Refusal('This is the URL of a connector, and Microsoft has ended connectors. Make a workflow instead.');
    if (kind === 'teams' && !workflowHosts.test(hostname))
      throw new Refusal('The URL of a workflow is of logic.azure.com or api.powerplatform.com.');
    return href;
  } catch (error) {
    return inWordsOfThePage(error);
  }
}

function inWordsOfThePage(error: unknown): never {
  const isSaid = error instanceof PeopleRefusal || error instanceof AddressRefused || error instanceof NoticeRefusal;
  throw isSaid ? new Refusal(error.message, { cause: error }) : error;
}

/** The notice that a link of a mail is about; undefined unless the token is its own. */
export async function noticeOfLink(
  table: Table,
  account: Account,
  id: string,
  token: string,
): Promise<Notice | undefined> {
  const notice = await noticeById(table, account, id);
  const [given, wanted] = [Buffer.from(token), Buffer.from(notice?.token ?? '')];
  return notice?.token && given.length === wanted.length && timingSafeEqual(given, wanted) ? notice : undefined;
}
