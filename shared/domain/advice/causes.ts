import { type Day, monthName, startOfDay } from '../dates.ts';
import { type Cause, leastTold, type Move, type Moves, toldMove, triedIn } from '../scoring/moves.ts';
import { type TopicId, topicIndex, topics } from '../scoring/topics.ts';

// What moved a score, in words. They are made when they are read.

/** `INV-88: 45 days overdue`, `no meeting for 31 days, usually every 14`, `contract end: bad on 24 Nov`, `nothing new since 3 Sep`. */
export function causeText(cause: Cause, today: Day): string {
  const { id = '', measure, value = 0, polarity, isOpen = false, interval, day } = cause;
  const name = recordIn(id);
  const of = (what: string) => (name === undefined ? what : `${name}: ${what}`);
  if (interval !== undefined) {
    const event = measure === 'meeting' ? 'meeting' : measure === 'hours' ? 'work' : 'ticket';
    return `no ${event} for ${days(today - day)}, usually every ${interval === 1 ? 'day' : interval}`;
  }
  switch (measure) {
    case 'reply-hours':
      return of(isOpen ? `no reply for ${spanOf(value)}` : `first reply after ${spanOf(value)}`);
    case 'resolve-hours':
      return of(isOpen ? `not solved for ${spanOf(value)}` : `solved after ${spanOf(value)}`);
    case 'reopens':
      return of(value >= 1 ? `reopened${value >= 2 ? ` ${Math.round(value)} times` : ''}` : 'not reopened');
    case 'rating':
      return of(`rated ${Math.round(value * 100)} of 100`);
    case 'recommend':
      return of(value < 0.4 ? 'would not recommend us' : value < 0.8 ? 'might recommend us' : 'would recommend us');
    case 'days-late':
      if (isOpen) return of(`${days(value)} overdue`);
      return of(value > 0 ? `paid ${days(value)} late` : 'paid on time');
    case 'hours': {
      const worked = Math.round(value);
      const amount = worked === 0 ? 'no work' : worked === 1 ? 'an hour of work' : `${worked} hours of work`;
      return `${amount} in the week of ${dayText(day)}`;
    }
    case 'meeting':
      return of(value > 0.5 ? 'meeting held' : 'meeting did not take place');
    default:
      if (polarity === undefined) return `nothing new since ${dayText(day)}`;
      return `${ruleIn(id)}${opinion(polarity)} on ${dayText(day)}`;
  }
}

/** The causes of a topic, and whether its data has ended or begun: at most two reasons. */
function reasonsOf(moves: Moves, move: Move, topic: number): string[] {
  const { data } = move.topics.find((each) => each.topic === topic) ?? {};
  if (data === 'ended') return ['its data has ended'];
  const causes = moves.causes.filter((cause) => cause.topic === topic).slice(0, 2);
  if (causes.length > 0) return causes.map((cause) => causeText(cause, moves.day));
  if (data === 'began') return ['its first data'];
  // no new signal is behind it
  if (!triedIn(move).some((each) => each.topic === topic)) return [];
  if (move.topics.some((each) => each.data === 'began')) return ['it counts less beside topics with their first data'];
  return ['older signals count less'];
}

const mostNamed = 2;

/** `Executive Sponsorship -18.2 (no meeting for 31 days, usually every 14), Billing and Payment -9`; empty if nothing moved. */
export function moveText(moves: Moves, move: Move, most = mostNamed): string {
  const direction = Math.sign(move.change);
  return move.topics
    .filter(({ change }) => Math.sign(change) === direction)
    .slice(0, most)
    .map(({ topic, change }) => {
      const reasons = reasonsOf(moves, move, topic);
      return `${topics[topic]?.displayName} ${signed(change)}${reasons.length > 0 ? ` (${reasons.join('; ')})` : ''}`;
    })
    .join(', ');
}

/** The topic that moved a score most, and why; undefined if the score hardly moved. */
export function largestMove(moves: Moves): string | undefined {
  const told = toldMove(moves);
  if (!told || Math.abs(told.move.change) < leastTold) return undefined;
  return moveText(moves, told.move, 1) || undefined;
}

/** `Down 18.2 in 30 days (no meeting for 31 days, usually every 14).`; undefined unless the topic fell. */
export function fallOf(moves: Moves | undefined, topic: TopicId): string | undefined {
  const told = moves && toldMove(moves);
  const index = topicIndex(topic);
  const change = told?.move.topics.find((each) => each.topic === index)?.change ?? 0;
  if (!told || index === undefined || change > -leastTold) return undefined;
  const reasons = reasonsOf(moves, told.move, index);
  return `Down ${-change} in ${told.days} days${reasons.length > 0 ? ` (${reasons.join('; ')})` : ''}.`;
}

/** The record of another system in the id of a signal that a mapping made: `INV-88` of `days-late_INV-88`. */
function recordIn(id: string): string | undefined {
  const name = id.includes('_') ? id.slice(id.indexOf('_') + 1) : id;
  // a hash says nothing to people
  return name === '' || /^s-[0-9a-f]{20}$/.test(name) ? undefined : name;
}

/** Of the rule of a mapping that made the signal: `contract end: ` of `contract-end_1002`. */
function ruleIn(id: string): string {
  const rule = /^([a-z0-9-]+)_/.exec(id)?.[1];
  return rule === undefined ? '' : `${rule.replaceAll('-', ' ')}: `;
}

function opinion(polarity: number): string {
  if (polarity === 0) return 'neutral';
  return `${Math.abs(polarity) > 0.6 ? 'very ' : ''}${polarity < 0 ? 'bad' : 'good'}`;
}

function dayText(day: Day): string {
  const date = new Date(startOfDay(day));
  return `${date.getUTCDate()} ${monthName(date)}`;
}

function spanOf(hours: number): string {
  if (hours >= 48) return days(hours / 24);
  if (hours < 1) return 'less than an hour';
  return Math.round(hours) === 1 ? 'an hour' : `${Math.round(hours)} hours`;
}

function days(count: number): string {
  const whole = Math.round(count);
  return whole === 1 ? 'a day' : `${whole} days`;
}

function signed(change: number): string {
  return `${change > 0 ? '+' : ''}${change}`;
}
