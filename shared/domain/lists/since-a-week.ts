import { dateOf, dayOf } from '../dates.ts';
import { type Band, bandOf, levelNames } from '../scoring/bands.ts';
import { type Considered, changedLevel, hasNoData } from './attention.ts';

// What is new since a week ago, in at most ten lines: for board, morning and assistants.

export interface WeekClient extends Considered {
  readonly name: string;
  readonly largestMove?: string | undefined;
}

export interface WeekLine {
  /** Of one client; absent where a line is about several, or about a feed. */
  readonly client?: { readonly id: string; readonly name: string };
  readonly name: string;
  readonly facts: string;
}

const mostLines = 10;
const mostNames = 5;

type Leaver = { readonly name: string; readonly leftAt: string; readonly leftBecause?: string };

export interface Week {
  /** The day of the scores, as in the overview; null before the first. */
  readonly scoresUpdatedAt: string | null;
  readonly leavers?: readonly Leaver[] | undefined;
  /** What is wrong with the files of the account. */
  readonly feedFaults?: readonly string[] | undefined;
}

/** Who changed level, down and up, and why; new clients, clients that left, what people did, feeds that are late. */
export function sinceAWeek(
  clients: readonly WeekClient[],
  { scoresUpdatedAt, leavers = [], feedFaults = [] }: Week,
): WeekLine[] {
  if (scoresUpdatedAt === null) return [];
  const today = dayOf(scoresUpdatedAt.slice(0, 10));
  const left = leavers.filter(({ leftAt }) => dayOf(leftAt) > today - 7);
  const isOld = clients.some(({ change7 }) => change7 !== undefined);
  const fresh = isOld ? clients.filter((client) => client.change7 === undefined && !hasNoData(client)) : [];
  const said = clients.filter(({ followedUpOn }) => followedUpOn !== undefined && dayOf(followedUpOn) > today - 7);
  const others: WeekLine[] = [
    ...(fresh.length > 0 ? [{ name: 'New', facts: namesOf(fresh) }] : []),
    ...(left.length > 0
      ? [
          {
            name: 'Left',
            facts: namesOf(left, ({ name, leftAt, leftBecause }) => leftText(name, leftAt, leftBecause)),
          },
        ]
      : []),
    ...(said.length > 0
      ? [{ name: 'Followed up', facts: namesOf(said, ({ name, followUp }) => `${name}: ${followUp}`) }]
      : []),
    ...(feedFaults.length > 0 ? [{ name: 'Files', facts: `${feedFaults.join('; ')}.` }] : []),
  ];
  const changed = changedLevel(clients);
  const room = mostLines - others.length - 1;
  const lines = changed.slice(0, changed.length > room + 1 ? room : changed.length).map(({ client, from }) => ({
    client: { id: client.id, name: client.name },
    name: client.name,
    facts: changeText(client, from),
  }));
  const rest = changed.length - lines.length;
  const more = rest > 0 ? [{ name: `and ${rest} more`, facts: 'changed level' }] : [];
  return [...lines, ...more, ...others];
}

function leftText(name: string, leftAt: string, because: string | undefined): string {
  return `${name} (${dateOf(dayOf(leftAt))}${because === undefined ? '' : `: ${because}`})`;
}

function changeText(client: WeekClient, from: Band): string {
  const to = bandOf(client.score);
  return `${levelNames[from]} to ${levelNames[to]}, now ${client.score.toFixed(1)}. ${whyOf(client)}`;
}

function whyOf({ moved7 = 0, moved30 = 0, change7 = 0, reason, largestMove }: WeekClient): string {
  if (Math.sign(moved7) !== Math.sign(change7)) return 'Data began, ended or arrived late; nothing else moved it so.';
  if (change7 < 0) return reason ? `${reason}.` : 'No single row explains it.';
  return moved30 > 0 && largestMove ? `${largestMove}.` : 'No single row explains it.';
}

function namesOf<T extends { readonly name: string }>(
  all: readonly T[],
  text: (each: T) => string = ({ name }) => name,
) {
  const more = all.length > mostNames ? ` and ${all.length - mostNames} more` : '';
  return `${all.slice(0, mostNames).map(text).join(', ')}${more}`;
}
