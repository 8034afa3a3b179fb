import { expectedScore } from './model.ts';
import { largestRemainder, roundedScore, tenths } from './rounding.ts';
import { categories, categoryWeights, storedPlaces, topics, topicWeights } from './topics.ts';

/**
 * One score per topic in the order of the topics, null without data. Stored unrounded (packTopics): client score,
 * category scores and contributions are all computed from these numbers, so they always agree.
 */
export type TopicScores = readonly (number | null)[];

/** The topic scores of a client or stream that has not been scored. */
export const noTopics: TopicScores = topics.map(() => null);

const categoryOf = topics.map(({ category }) => categories.findIndex(({ name }) => name === category));

export function scoredTopics(scores: TopicScores): number {
  return scores.filter((score) => score !== null).length;
}

/** Rounded once, half up, to one decimal; null if no topic has data. */
export function clientScore(scores: TopicScores): number | null {
  return rounded(mean(categoryMeans(scores), categoryWeights));
}

/** In the order of the categories, rounded as callers see them. */
export function categoryScores(scores: TopicScores): (number | null)[] {
  return categoryMeans(scores).map(rounded);
}

/** Topic scores rounded as callers see them. Severities and orders use these. */
export function shownTopicScores(scores: TopicScores): (number | null)[] {
  return scores.map(rounded);
}

/** The same in the order of storage, so that they stay right when topics are added. */
export function placedTopicScores(scores: TopicScores): (number | null)[] {
  const shown = shownTopicScores(scores);
  return topics.map((_, place) => shown[storedPlaces.indexOf(place)] ?? null);
}

export function fromPlaced(placed: readonly (number | null)[]): (number | null)[] {
  return storedPlaces.map((place) => placed[place] ?? null);
}

/** The weight of each topic in the client score, adding up to 1. Topics with data share the weight of those without. */
export function effectiveWeights(scores: TopicScores): number[] {
  const withData = weightsWithData(scores);
  const total = withData.reduce(
    (sum, weight, category) => sum + (weight > 0 ? (categoryWeights[category] ?? 0) : 0),
    0,
  );
  return scores.map((score, topic) => {
    const category = categoryOf[topic] ?? 0;
    if (score === null) return 0;
    return ((topicWeights[topic] ?? 0) / (withData[category] ?? 1)) * ((categoryWeights[category] ?? 0) / total);
  });
}

/** By how much each topic moves the score from 100, to one decimal. They add up to the client score minus 100. */
export function contributions(scores: TopicScores): number[] {
  const total = clientScore(scores);
  if (total === null) return scores.map(() => 0);
  const weights = effectiveWeights(scores);
  const withData = scores.flatMap((score, topic) => (score === null ? [] : [{ topic, score }]));
  const shares = largestRemainder(
    withData.map(({ topic, score }) => (weights[topic] ?? 0) * (score - expectedScore) * 10),
    tenths(total) - expectedScore * 10,
  );
  const result = scores.map(() => 0);
  for (const [index, { topic }] of withData.entries()) result[topic] = (shares[index] ?? 0) / 10;
  return result;
}

const scoreBytes = 8;

/** How many bytes packed scores take, from the number of topics in their first byte. */
export function packedTopicsBytes(count: number): number {
  return 1 + count * scoreBytes;
}

/** The number of topics, then the score of each in the order of storage, NaN without data. */
export function packTopics(scores: TopicScores): Uint8Array {
  const view = new DataView(new ArrayBuffer(packedTopicsBytes(topics.length)));
  view.setUint8(0, topics.length);
  for (const [index, place] of storedPlaces.entries()) {
    view.setFloat64(packedTopicsBytes(place), scores[index] ?? Number.NaN, true);
  }
  return new Uint8Array(view.buffer);
}

/** Returns the same bits. A topic that was added later has no data; one that this version does not know is ignored. */
export function unpackTopics(bytes: Uint8Array): TopicScores {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = view.getUint8(0);
  return storedPlaces.map((place) => {
    const score = place < count ? view.getFloat64(packedTopicsBytes(place), true) : Number.NaN;
    return Number.isNaN(score) ? null : score;
  });
}

function categoryMeans(scores: TopicScores): (number | null)[] {
  const sums = categories.map(() => 0);
  const totals = weightsWithData(scores);
  for (let topic = 0; topic < scores.length; topic += 1) {
    const score = scores[topic] ?? null;
    const category = categoryOf[topic] ?? 0;
    if (score !== null) sums[category] = (sums[category] ?? 0) + score * (topicWeights[topic] ?? 0);
  }
  return sums.map((sum, category) => quotient(sum, totals[category] ?? 0));
}

/** For each category, the sum of the weights of its topics with data. */
function weightsWithData(scores: TopicScores): number[] {
  const totals = categories.map(() => 0);
  for (let topic = 0; topic < scores.length; topic += 1) {
    const category = categoryOf[topic] ?? 0;
    if (scores[topic] !== null) totals[category] = (totals[category] ?? 0) + (topicWeights[topic] ?? 0);
  }
  return totals;
}

/** The weighted mean of the values that are not null. */
function mean(values: TopicScores, weights: readonly number[]): number | null {
  let sum = 0;
  let total = 0;
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] ?? null;
    if (value === null) continue;
    sum += value * (weights[index] ?? 0);
    total += weights[index] ?? 0;
  }
  return quotient(sum, total);
}

function quotient(sum: number, total: number): number | null {
  return total > 0 ? sum / total : null;
}

function rounded(score: number | null): number | null {
  return score === null ? null : roundedScore(score);
}
