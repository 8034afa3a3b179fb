// Every constant of the scoring model, but for topics and weights (topic-definitions.ts). Raise the version when you
// change one: it is stored with each score.

export const modelVersion = 1;

export const windowDays = 90;
export const halfLifeDays = 30;

export const minScore = 0;
export const maxScore = 200;
export const expectedScore = 100;

export const minScoredTopics = 8;

/** Lower bounds of the bands; a score below the first bound is high risk. */
export const bandBounds = { mediumRisk: 70, lowRisk: 100, onTrack: 140 } as const;

/** Upper bounds of the severities; a topic at or above the last bound is not a priority. */
export const severityBounds = { critical: 50, high: 70, medium: 100, low: 140 } as const;

export const historyDays = 365;
export const changePeriods = { '7day': 7, '30day': 30 } as const;
