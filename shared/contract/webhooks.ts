import * as z from 'zod';
import { bands } from '../domain/scoring/bands.ts';
import { breakdown, calendarDate, count, scoreSchema, text, timestamp } from './answers/common.ts';

// What a webhook of an account gets. Receivers ignore fields and types that they do not know, so both may be added.

const level = (which: string) => z.enum(bands).describe(`The level ${which}.`);
const ofClient = {
  clientId: text.describe('The id of the client.'),
  name: text.optional().describe('Its name, if the account chose to send names.'),
};

/** Without a name of its own: generators leave out named schemas that no path has, and then miss them. */
const about = <Shape extends z.ZodRawShape>(description: string, shape: Shape) =>
  z.strictObject(shape).describe(description);

const data = {
  'client.level_changed': about('A client whose level differs from that of the night before.', {
    ...ofClient,
    day: calendarDate.describe('The day of the night.'),
    from: level('of the night before'),
    to: level('of this night'),
    score: scoreSchema.describe('The score of this night.'),
    reason: text.optional().describe('What takes most from the score, in a sentence.'),
    nextStep: text.optional().describe('What to do about it.'),
  }),
  'client.left': about('A client that has given notice, or has left.', {
    ...ofClient,
    leftOn: calendarDate.describe('The day of notice.'),
  }),
  'account.scored': about('A night that can be read.', {
    day: calendarDate.describe('The day of the night.'),
    score: scoreSchema.describe('The portfolio score.'),
    total: count.describe('The clients that are not archived.'),
    levels: breakdown.describe('How many clients have which level.'),
  }),
  'feed.late': about('Files that are expected and have not come.', {
    feed: text.describe('The name of the feed.'),
    due: calendarDate.optional().describe('The last day on which its next file was in time.'),
    words: text.describe('The same in a sentence.'),
  }),
};

const envelope = <Type extends keyof typeof data>(type: Type) =>
  about(`The body of \`${type}\`.`, {
    version: z.literal(1).describe('Changes only if fields change their meaning or go.'),
    type: z.literal(type).describe('What happened.'),
    timestamp: timestamp.describe('When the event happened; `webhook-timestamp` says when it was sent.'),
    data: data[type],
  });

/** By type. */
export const webhookBodies = {
  'client.level_changed': envelope('client.level_changed'),
  'client.left': envelope('client.left'),
  'account.scored': envelope('account.scored'),
  'feed.late': envelope('feed.late'),
};
