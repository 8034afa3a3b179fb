// Every number of the scoring model. Whoever changes one raises the version, which is stored beside each score.

export const modelVersion = 1;

export const windowDays = 90;
export const halfLifeDays = 30;

export const minScore = 0;
export const maxScore = 200;
export const expectedScore = 100;

export const minScoredTopics = 8;

/** A topic's weight within its category, in the order of the topics; a category's within the client. Equal, for now. */
export const topicWeights: readonly number[] = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1];
export const categoryWeights: readonly number[] = [1, 1, 1];

/** Lower bounds of the bands; below the first one is high risk. */
export const bandBounds = { mediumRisk: 70, lowRisk: 100, onTrack: 140 } as const;

/** Upper bounds of the severities; from the last one on a topic is no priority. */
export const severityBounds = { critical: 50, high: 70, medium: 100, low: 140 } as const;

export const historyDays = 365;
export const changePeriods = { '7day': 7, '30day': 30 } as const;
