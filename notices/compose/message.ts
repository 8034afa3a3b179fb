import { dayOf, dayText } from '../../shared/domain/dates.ts';
import { oneLine, points, signed } from '../../shared/domain/morning/sections.ts';
import { type Band, levelNames } from '../../shared/domain/scoring/bands.ts';
import type { Notice } from '../../shared/table/access/notices.ts';
import type { Changed, Left, News, Period, Scoped } from './news.ts';

/** What a notice says of a night, before it has the form of a mail or of a chat. */
export interface Message {
  readonly title: string;
  /** At most ten. */
  readonly lines: readonly Line[];
  readonly call: Call;
}

/** What to do next: the text of a link, and where it leads. */
export interface Call {
  readonly text: string;
  readonly link: string;
}

export interface Line {
  readonly name: string;
  readonly level?: Band;
  /** Sentences. */
  readonly text: string;
  /** The client on the board. */
  readonly link?: string;
}

/** The account, and the address of its page. */
export interface Place {
  readonly account: string;
  readonly page: string;
}

export type Chooses = Pick<Notice, 'owner' | 'portfolio' | 'when' | 'about' | 'names'>;

const mostLines = 10;
const mostNames = 5;

/** What of the news a notice is about; undefined if nothing happened that it tells of. */
export function chosen(news: News, notice: Chooses): Period | undefined {
  const { when, about, owner, portfolio } = notice;
  const period = when === 'mondays' ? news.week : news.night;
  if (!period) return undefined;
  const isOf = (client: Scoped) =>
    (owner === undefined || client.owner === owner) &&
    (portfolio === undefined || client.portfolios.includes(portfolio));
  const ofMorning = about !== 'feeds';
  const changed = ofMorning ? period.changed.filter(isOf) : [];
  const faults = about === 'morning' ? [] : period.faults;
  const [fresh, left] = ofMorning ? [period.fresh.filter(isOf), period.left.filter(isOf)] : [[], []];
  const happened = when === 'changes' && ofMorning ? changed : [...changed, ...fresh, ...left, ...faults];
  return happened.length === 0 ? undefined : { changed, more: ofMorning ? period.more : 0, fresh, left, faults };
}

/** The message of a notice about a night; undefined if there is nothing to say. */
export function messageOf(news: News, notice: Chooses, place: Place): Message | undefined {
  const period = chosen(news, notice);
  if (!period) return undefined;
  const { changed, more, fresh, left, faults } = period;
  const nameOf = ({ id, name }: Scoped) => (notice.names ? oneLine(name) : id);
  const others: Line[] = [
    ...(left.length > 0
      ? [{ name: 'Left', text: named(left, (each) => leftText(each, nameOf(each), notice.names)) }]
      : []),
    ...(fresh.length > 0 ? [{ name: 'New', text: named(fresh, nameOf) }] : []),
    ...(faults.length > 0
      ? [
          {
            name: 'Files',
            text: notice.names
              ? named(faults, ({ words }) => oneLine(words), '; ')
              : counted(faults.length, 'fault', 'faults'),
          },
        ]
      : []),
  ];
  const room = mostLines - others.length;
  const shown = changed.slice(0, changed.length + more > room ? room - 1 : room);
  const rest = changed.length - shown.length;
  const isScoped = notice.owner !== undefined || notice.portfolio !== undefined;
  const since = notice.when === 'mondays' ? 'in a week' : 'since the night before';
  const lines = [
    ...shown.map((client) => lineOf(client, nameOf(client), since, place)),
    ...(rest + more > 0
      ? [{ name: isScoped && more > 0 ? 'And more' : `And ${rest + more} more`, text: 'changed level: see the board.' }]
      : []),
    ...others,
  ];
  return { title: titleOf(news, notice, period, place), lines, call: toBoard(place) };
}

export const toBoard = ({ page }: Place): Call => ({ text: 'To the board', link: page });

function titleOf(news: News, { when, owner, portfolio }: Chooses, period: Period, { account }: Place): string {
  const { changed, more, fresh, left, faults } = period;
  const isScoped = owner !== undefined || portfolio !== undefined;
  const count = changed.length + (isScoped ? 0 : more);
  const what = [
    ...(count > 0 ? [`${counted(count, 'client', 'clients')} changed level`] : []),
    ...(left.length > 0 ? [`${left.length} left`] : []),
    ...(fresh.length > 0 ? [`${fresh.length} new`] : []),
    ...(faults.length > 0 ? [`${counted(faults.length, 'fault', 'faults')} of files`] : []),
  ];
  const day = dayText(dayOf(news.day));
  return `${account}, ${when === 'mondays' ? `week to ${day}` : day}: ${what.join(', ')}`;
}

function lineOf({ id, from, to, score, change, reason, nextStep }: Changed, name: string, since: string, place: Place) {
  const sentences = [
    `${levelNames[from]} to ${levelNames[to]}, now ${points(score)} (${signed(change)} ${since})`,
    ...(reason === undefined ? [] : [reason]),
    ...(nextStep === undefined ? [] : [`Next: ${nextStep}`]),
  ];
  const text = sentences.map((each) => `${oneLine(each).replace(/\.$/, '')}.`).join(' ');
  return { name, level: to, text, link: clientLink(place, id) };
}

const clientLink = ({ page }: Place, id: string) => `${page}/clients/${encodeURIComponent(id)}`;

const leftText = ({ leftAt, because }: Left, name: string, withReason: boolean) =>
  `${name} (${leftAt}${because === undefined || !withReason ? '' : `: ${oneLine(because).replace(/\.$/, '')}`})`;

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

function named<T>(all: readonly T[], text: (each: T) => string, between = ', '): string {
  const more = all.length > mostNames ? ` and ${all.length - mostNames} more` : '';
  return `${all.slice(0, mostNames).map(text).join(between)}${more}.`;
}
