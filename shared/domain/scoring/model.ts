// Every constant of the scoring model, but for topics and weights (topic-definitions.ts). Raise the version when you
// change one: it is stored with each score.

export const modelVersion = 2;

export const windowDays = 90;
export const halfLifeDays = 30;

/** Values of systems are read for so long: the older ones are the client's own habit. */
export const habitDays = 180;

/** How values of systems become topic scores (relative.ts). Distances are in spreads of the account. */
export const relative = {
  halfLifeDays: 21,
  /** Values older than this are the client's habit. */
  habitFromDays: 60,
  /** So many values of an average client are added to the habit. */
  habitCount: 4,
  /** How much the distance from a habit that is known counts, beside that from the account. */
  change: 1.25,
  mostSpreads: 2.5,
  /** So many values make a topic half certain. */
  certainCount: 4,
  leastWeight: 0.05,
  /** A client that is as usual stands above 100 by this, if it is certain. */
  usualBonus: 64,
  good: 28,
  bad: 82,
  badFrom: 0.4,
  silenceTopic: 'communication_engagement',
  /** The rhythm is that of events before these days. */
  silenceFromDays: 45,
  silenceEvents: 4,
  silenceIntervals: 3,
} as const;

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
