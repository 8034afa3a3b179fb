import * as z from 'zod';
import { followUpStates } from '../../domain/follow-up.ts';
import { categories, topics } from '../../domain/scoring/topics.ts';
import {
  calendarDate,
  count,
  customerId,
  flag,
  hasInsufficientData,
  historyOf90Days,
  named,
  number,
  requestedHistory,
  scoreChangesSchema,
  scoreSchema,
  serviceScore,
  text,
  timestamp,
  topicTotal,
} from './common.ts';

const metadata = {
  accountOwner: text.optional().describe('The person in charge of the client; absent if not known.'),
  industry: text.optional().describe('The industry of the client; absent if not known.'),
  revenueTTM: number
    .optional()
    .describe(
      'What the client paid in the twelve whole months before the day of the score, or the imported figure; absent if not known.',
    ),
  currency: text.optional().describe('The currency of `revenueTTM`, such as EUR; absent if not known.'),
  archived: z
    .literal(true)
    .optional()
    .describe('Present on archived clients only, and on those that left, from `leftAt` on.'),
  leftAt: calendarDate
    .optional()
    .describe(
      'The day on which the client gave notice; from then on it is archived and not scored. Absent if it did not.',
    ),
  leftBecause: text.optional().describe('Why it left; absent if not known.'),
  renewsOn: calendarDate.optional().describe('When its contract ends or is renewed; absent if not known.'),
};

const metadataValue = z
  .union([text, number, flag])
  .meta({ id: 'MetadataValue', description: 'A value of your own metadata: text, number or boolean.' });

const listedMetadata = z
  .object(metadata)
  .catchall(metadataValue)
  .meta({ id: 'ClientMetadata', description: 'What is known of the client, and any further columns of the import.' });

const detailedMetadata = z
  .object({ ...metadata, location: text.optional().describe('Where the client is; absent if not known.') })
  .catchall(metadataValue)
  .meta({
    id: 'ClientDetailMetadata',
    description: 'What is known of the client, with its location, and any further columns of the import.',
  });

const entryFields = {
  id: text.describe('The id of the client.'),
  customerId,
  name: text.describe('The name of the client, at most 200 characters.'),
  score: serviceScore,
  lastContactDate: timestamp
    .nullable()
    .describe(
      'When the client was last contacted, in UTC: the latest of what its record and its notes say and of the meetings that were held and tickets that were answered, by the imported files; null if never.',
    ),
  hasInsufficientData,
};

const listEntry = {
  ...entryFields,
  metadata: listedMetadata.describe(
    'What is known of the client, and any further columns of the import. Unknown fields are absent; `location` is in the client detail only.',
  ),
};

export const clientEntry = named('ClientEntry', 'A client as it appears in lists.', listEntry);

export const trendingEntry = named('TrendingClientEntry', 'A client in the list of trending clients.', {
  ...listEntry,
  scoreChanges: scoreChangesSchema.describe('How the score moved over 7 and over 30 days.'),
});

const categoryScore = named('CategoryScore', `The score of one of the ${categories.length} categories of topics.`, {
  name: text.describe('The name of the category.'),
  abbreviation: text.describe('The abbreviation of the category: SQP, RS or CA.'),
  score: scoreSchema
    .nullable()
    .describe('The weighted mean of its topics that have data, to one decimal; null if none has.'),
  topicCount: count.describe('The number of its topics.'),
  scoredTopicCount: count.describe('The number of its topics that have data.'),
});

const topicScore = named('TopicScore', `The score of one of the ${topics.length} topics.`, {
  id: text.describe('The id of the topic, as in `/topics`.'),
  displayName: text.describe('The label of the topic.'),
  category: text.describe('The name of its category.'),
  score: scoreSchema
    .nullable()
    .describe(
      'The score of the topic, to one decimal; null if the topic has no signals in the 90 days before the last nightly scoring.',
    ),
  weight: number
    .min(0)
    .max(1)
    .describe(
      'The weight of the topic in the client score. Topics with data share the weight of those without. Rounded to four decimals, so the weights add up to 1 only approximately.',
    ),
  contribution: number.describe(
    'By how many points the topic moves the score from 100, to one decimal. Rounded by the largest-remainder method, so the contributions add up to the score minus 100; all are 0 if the score was imported or carried forward.',
  ),
  hasInsufficientData: flag.describe('True if the topic has no data.'),
});

const data = z
  .enum(['began', 'ended'])
  .optional()
  .describe(
    '`ended` if the topic had data then and has none now, `began` the other way round; else absent. With it, `change` is what that alone contributes: nothing has become better or worse.',
  );

const topicChange = named('TopicChange', 'What one topic adds to or takes from the change of the score.', {
  id: text.describe('The id of the topic, as in `/topics`.'),
  change: number.describe(
    'By how many points it changed the score, to one decimal; compared over the topics that have data on both days.',
  ),
  data,
});

const scoreMove = named(
  'ScoreMove',
  'Why the score changed: the changes of the topics and `other` add up to `change`.',
  {
    change: number.describe('The change of the score, as in `scoreChanges` of lists.'),
    comparable: number.describe(
      'Of it, what became better or worse: the sum of the topics without `data`. What says who fell or rose uses this.',
    ),
    topics: z.array(topicChange).describe('The topics that changed the score, the largest change first.'),
    other: number.describe(
      'What the topics do not explain: signals that arrived late or were corrected, a measure of which the account had no values then, or a score that was imported or carried forward then. The earlier day is computed again from the signals that are known now.',
    ),
  },
);

const scoreMoves = named('ScoreMoves', 'Why the score changed in 7 and in 30 days.', {
  '7day': scoreMove.optional().describe('Since 7 days before; absent without a score of then.'),
  '30day': scoreMove.optional().describe('Since 30 days before; absent without a score of then.'),
});

const evidence = named('Evidence', 'A signal that moved the score or pulls it down, or a rhythm that broke off.', {
  topic: text.describe('The id of its topic.'),
  date: calendarDate.describe('The day of the signal, or of the last event before the rhythm broke off.'),
  signalId: text.nullable().describe('The id of the signal as it was imported; null for a rhythm that broke off.'),
  text: text.describe('What it says, in words.'),
  points: number.describe(
    'By how many points it moved the score of the client, or of the points that its topic takes from the score its share, to one decimal.',
  ),
});

const topicReport = named('ClientTopics', 'The scores behind the score of the client.', {
  categories: z.array(categoryScore).describe(`The ${categories.length} categories, in the order of \`/topics\`.`),
  topics: z.array(topicScore).describe(`The ${topics.length} topics, in the order of \`/topics\`.`),
  total: topicTotal,
  changes: scoreMoves
    .optional()
    .describe('Why the score changed; absent if there is no earlier score, or no signal that counts now.'),
  evidence: z
    .array(evidence)
    .max(5)
    .describe(
      'The signals behind the largest changes of 30 days (else of 7), largest first, if the score became better or worse by 3 points or more.',
    ),
  pulledDownBy: z
    .array(evidence)
    .max(8)
    .describe(
      'What is bad today in the three topics that take most from the score, and what is open in others below 100, the largest share first.',
    ),
  reason: text
    .nullable()
    .describe(
      'Why to act: what fell in 30 days (else in 7) by 3 points or more, else what pulls the score down, with the rows behind it. Null if there is nothing.',
    ),
  nextSteps: z
    .array(text)
    .max(3)
    .describe('What to do, most urgent first. Each follows from a row or a silence; without one there is none.'),
});

const followUp = named('FollowUp', 'What somebody of the account did about the client, in force for at most 30 days.', {
  state: z.enum(followUpStates).exclude(['open']).describe('What it is.'),
  text: text.describe('The same in words.'),
  at: timestamp.describe('When it was said, in UTC.'),
  by: text.describe('Who said it.'),
  until: calendarDate.optional().describe('The day that `waiting` waits for.'),
  because: text.optional().describe('Why there is no risk (`no-risk`).'),
});

const details = {
  metadata: detailedMetadata.describe(
    'What is known of the client, with its location, and any further columns of the import. Unknown fields are absent.',
  ),
  lastUpdatedAt: timestamp.describe(
    'When the client last changed, in UTC: the later of its last import and its last nightly score.',
  ),
  topics: topicReport,
  spotlightSummary: text.describe(
    'The imported summary; if there is none, one composed of the score, what moved it in 30 days, and the lowest topic.',
  ),
  followUp: followUp
    .nullable()
    .describe(
      'The newest, if it is in force: it ends after 30 days, on the day that it waits for, once the level is worse than when it was said, and when somebody takes it back. It never changes the score. Null if there is none.',
    ),
  historicalData: historyOf90Days,
};

export const clientDetail = named(
  'ClientDetail',
  'A client with the topics behind its score, its history and a summary.',
  {
    ...entryFields,
    ...details,
  },
);

const { metadata: _, followUp: __, ...furtherDetails } = details;

export const listedClient = named(
  'ListedClient',
  'A client in the list of clients. With `include=details` it has all fields of `/clients/{client_id}` but `followUp`, unless it was removed since the list was made.',
  {
    ...entryFields,
    metadata: detailedMetadata.describe(
      'What is known of the client, and any further columns of the import. Unknown fields are absent; `location` is there with `include=details` only.',
    ),
    ...z.object(furtherDetails).partial().shape,
  },
);

const clientId = text.describe('The id of the client.');

export const clientHistory = named('ClientHistory', 'The score history of a client.', {
  clientId,
  clientName: text.describe('The name of the client.'),
  historicalData: requestedHistory,
  firstDataDate: calendarDate
    .nullable()
    .describe(
      'The date of the first score in `historicalData`; each further score is one day later. Null if there is none.',
    ),
  dataPoints: count.describe('The number of scores in `historicalData`.'),
  currentScore: scoreSchema.describe(
    'The current score of the client, which is the last point of the history or, without a history, the imported score or 100.',
  ),
});

const priority = named('ClientPriority', 'A topic that needs attention.', {
  topic: text.describe('The id of the topic, as in `/topics`.'),
  score: scoreSchema.describe('The score of the topic, to one decimal.'),
  category: text.describe('The name of its category.'),
  severity: z
    .enum(['critical', 'high', 'medium', 'low'])
    .describe('`critical` below 50, `high` below 70, `medium` below 100, `low` below 140.'),
  recommendations: z
    .array(text)
    .max(3)
    .describe(
      'What to do about the rows and silences behind the topic, most urgent first. Empty if nothing follows from them, or nothing is known of them.',
    ),
});

export const clientPriorities = named('ClientPriorities', 'The topics of a client that need attention.', {
  clientId,
  priorities: z
    .array(priority)
    .describe(
      'The topics with a score below 140, worst severity first. Within a severity by the points that the topic takes from the score (its `contribution`), most first, then by topic id. Empty if the client has no data or all topics are on track.',
    ),
});

const note = named('ClientNote', 'A note about a client.', {
  id: text.describe('The id of the note, unique within the client.'),
  content: text.describe('The text of the note, at most 8,000 characters.'),
  createdAt: timestamp.describe('When the note was written, in UTC.'),
  createdBy: text.describe('The name of its author.'),
  type: text.describe('`general`, `meeting`, `call`, `email`, `update` or `milestone`. Expect further values.'),
});

export const clientNotes = named('ClientNotes', 'The newest notes about a client.', {
  clientId,
  notes: z
    .array(note)
    .describe(
      'The notes, newest first; of notes with the same time, the one with the larger id first. At most `limit`.',
    ),
  total: count.describe('The number of all notes of the client.'),
});

const orEmpty = (what: string) => text.describe(`${what} Empty if not known.`);

const person = named('KeyPerson', 'A person at the client.', {
  id: text.describe('The id of the person, unique within the client.'),
  name: orEmpty('The full name.'),
  title: orEmpty('The job title.'),
  email: orEmpty('The e-mail address.'),
  phone: orEmpty('The telephone number.'),
  role: orEmpty('The role in the work with you, such as a decision maker.'),
  department: orEmpty('The department.'),
});

export const clientKeyPeople = named('ClientKeyPeople', 'The key people at a client.', {
  clientId,
  keyPeople: z.array(person).describe('The people, by name (ignoring case and accents), then by id.'),
  total: count.describe('The number of people.'),
});
