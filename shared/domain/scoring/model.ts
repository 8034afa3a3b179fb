// Every constant of the scoring model, but for topics and weights (topic-definitions.ts). Raise the version when you
// change one: it is stored with each score.

export const modelVersion = 3;

export const windowDays = 90;
export const halfLifeDays = 30;

/** Values of systems are read for so long: the older ones are the client's own habit. */
export const habitDays = 180;

/** How values of systems become topic scores (relative.ts). Distances are in spreads of the account. */
export const relative = {
  halfLifeDays: 21,
  /** Values older than this are the client's habit. */
  habitFromDays: 60,
  /** So many values of an average client are added to the habit, and to what is known of a topic. */
  averageValues: 8,
  /** How much the distance from a habit that is known counts, beside that from the account. */
  change: 1.5,
  mostSpreads: 2.5,
  pointsOfSpread: 200,
} as const;

/** A client that has fallen silent, by the weeks in which it had a ticket, work or a meeting (contacts.ts). */
export const silence = {
  topics: ['communication_engagement', 'renewal_growth'],
  rememberedWeeks: 104,
  /** The rhythm is that of the last so many weeks with a contact. */
  rhythmWeeks: 13,
  /** A silence begins after so many missed intervals. It weighs a value for each four of them, and two at most. */
  fromIntervals: 1,
  intervalsOfValue: 4,
  mostValues: 2,
} as const;

/** Where 100 lies in an account (placing.ts). */
export const placing = {
  /** So many spreads of its clients below their mean. */
  spreadsBelow: 1.35,
  /** The spread of the clients of an average account, in points. */
  usualSpread: 17,
} as const;

/** An account counts as an average one until so many values, or clients, of its own show otherwise. */
export const averageCount = 20;

export const minScore = 0;
export const maxScore = 200;
export const expectedScore = 100;

export const minScoredTopics = 8;
/** With fewer, a score rests on one thing alone, and lists of what to do, of falls and of rises leave it out. */
export const minListedTopics = 2;

/** Lower bounds of the bands; a score below the first bound is high risk. */
export const bandBounds = { mediumRisk: 70, lowRisk: 100, onTrack: 140 } as const;

/** Upper bounds of the severities; a topic at or above the last bound is not a priority. */
export const severityBounds = { critical: 50, high: 70, medium: 100, low: 140 } as const;

export const historyDays = 365;
export const changePeriods = { '7day': 7, '30day': 30 } as const;
