import type { AlignmentValue, ReadChange } from '../alignment.ts';
import { type Day, dateOf, dayOf } from '../dates.ts';
import { type FollowUp, followUpDate, followUpText } from '../follow-up.ts';
import type { Leaving } from '../leaving.ts';
import { type Band, bandOf } from '../scoring/bands.ts';
import type { Contacts } from '../scoring/contacts.ts';
import { historyDays } from '../scoring/model.ts';
import { type NightScore, type Nights, saidOn, shownOn } from '../scoring/nights.ts';
import { fallsShort } from './sources.ts';

/** The days before notice on which the record asks what was said. */
export const askedBefore = [90, 60, 30, 1] as const;

const silentDays = 60;

/** What the score and people said of a client before it left. */
export interface Leaver {
  readonly id: string;
  readonly name: string;
  readonly leftAt: string;
  readonly leftBecause?: string;
  readonly inferred: boolean;
  /** The version of the model that scored it last before notice; null if no night did. Scores of other versions are left out. */
  readonly modelVersion: number | null;
  readonly scores: readonly SaidBefore[];
  readonly reads: readonly { readonly daysBefore: number; readonly value: AlignmentValue | null }[];
  /** So many days in a row, up to notice, the score was below 100; null if the day before has no score of its own. */
  readonly scoreWarned: number | null;
  /** So many days in a row people had filed red or amber; null if they had filed nothing. */
  readonly peopleWarned: number | null;
  /** It had tickets, work or meetings, and none in its last 60 days. */
  readonly silent: boolean;
  /** What people did last about the client before it left. */
  readonly followUp?: string;
}

interface SaidBefore {
  readonly daysBefore: number;
  readonly score: number | null;
  readonly riskLevel: Band | null;
  /** Why a point does not count. */
  readonly leftOut?: 'afterwards' | 'carried' | 'otherModel';
}

/** What is known of a client. */
export interface Known extends Leaving {
  readonly id: string;
  readonly name: string;
  readonly archived: boolean;
  readonly nights: Nights | undefined;
  readonly contacts?: Contacts | undefined;
  readonly reads: readonly ReadChange[];
  readonly followUp?: FollowUp | undefined;
}

export function leaverOf(known: Known, left: Day): Leaver {
  const { id, name, leftBecause, leftInferred, nights, contacts, reads, followUp } = known;
  const modelVersion = lastModel(nights, left);
  const said = (day: Day) => ofModel(shownOn(nights, day), modelVersion);
  return {
    id,
    name,
    leftAt: dateOf(left),
    ...(leftBecause !== undefined && { leftBecause }),
    inferred: leftInferred === true,
    modelVersion,
    scores: askedBefore.map((daysBefore) => ({ daysBefore, ...shown(said(left - daysBefore)) })),
    reads: askedBefore.map((daysBefore) => ({ daysBefore, value: readOn(reads, left - daysBefore) ?? null })),
    scoreWarned: scoreWarned(said, left),
    peopleWarned: peopleWarned(reads, left),
    silent: wasSilent(contacts, left),
    ...(followUp && wasSaid(followUp, left) && { followUp: followUpText(followUp) }),
  };
}

/** Only whole weeks are known. */
function wasSilent(contacts: Contacts = [], left: Day): boolean {
  const last = contacts.findLast((monday) => monday < left);
  return last !== undefined && last + 7 <= left - silentDays;
}

function wasSaid(followUp: FollowUp, left: Day): boolean {
  const day = dayOf(followUpDate(followUp));
  return followUp.state !== 'open' && day < left && day >= left - historyDays;
}

/** The read that people had filed by a day. */
export function readOn(reads: readonly ReadChange[], day: Day): AlignmentValue | undefined {
  return reads.findLast((read) => read.day <= day)?.value;
}

function lastModel(nights: Nights | undefined, left: Day): number | null {
  for (let day = left - 1; day >= left - historyDays; day -= 1) {
    const said = saidOn(nights, day);
    if (typeof said === 'object') return said.model;
  }
  return null;
}

type ScoreByModel = NightScore | 'otherModel';

function ofModel(said: NightScore, model: number | null): ScoreByModel {
  return typeof said === 'object' && said.model !== model ? 'otherModel' : said;
}

function shown(said: ScoreByModel): Omit<SaidBefore, 'daysBefore'> {
  if (typeof said === 'object') return { score: said.score, riskLevel: bandOf(said.score) };
  return { score: null, riskLevel: null, ...(said && { leftOut: said }) };
}

/** Days without a point of their own neither end a warning nor begin one. */
function scoreWarned(said: (day: Day) => ScoreByModel, left: Day): number | null {
  if (typeof said(left - 1) !== 'object') return null;
  let since = left;
  for (let day = left - 1; day >= left - historyDays; day -= 1) {
    const each = said(day);
    if (typeof each !== 'object') continue;
    if (!fallsShort(bandOf(each.score))) break;
    since = day;
  }
  return left - since;
}

function peopleWarned(reads: readonly ReadChange[], left: Day): number | null {
  const before = reads.filter(({ day }) => day < left);
  if (before.length === 0) return null;
  const lastGreen = before.findLastIndex(({ value }) => !fallsShort(value));
  return left - (before[lastGreen + 1]?.day ?? left);
}
