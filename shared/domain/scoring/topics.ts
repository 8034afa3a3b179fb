import { type CategoryName, categoryDefinitions, topicDefinitions } from './topic-definitions.ts';

export type Category = { name: CategoryName; abbreviation: string; description: string; topicCount: number };
export type Topic = { id: TopicId; displayName: string; description: string; category: CategoryName };

export type TopicId = (typeof topicDefinitions)[number]['id'];

const definitions = categoryDefinitions.flatMap(({ name }) =>
  topicDefinitions.filter(({ category }) => category === name),
);

/** By category, and as callers see them. */
export const topics: readonly Topic[] = definitions.map(({ id, displayName, description, category }) => ({
  id,
  displayName,
  description,
  category,
}));

export const categories: readonly Category[] = categoryDefinitions.map(({ name, abbreviation, description }) => ({
  name,
  abbreviation,
  description,
  topicCount: topics.filter(({ category }) => category === name).length,
}));

/** In the order of `topics`. */
export const topicWeights: readonly number[] = definitions.map(({ weight }) => weight);

/** In the order of `categories`. */
export const categoryWeights: readonly number[] = categoryDefinitions.map(({ weight }) => weight);

/** The place of each of `topics` among stored scores. */
export const storedPlaces: readonly number[] = definitions.map((each) => topicDefinitions.indexOf(each));

const indices: ReadonlyMap<string, number> = new Map(topics.map(({ id }, index) => [id, index]));

/** The index of a topic in every list of topic scores; undefined for an unknown topic. */
export function topicIndex(id: string): number | undefined {
  return indices.get(id);
}

/** The id as one string for all signals of a topic: looking up a copy costs a hash and a comparison of its letters. */
export function sharedTopicId(id: string): string {
  return topics[topicIndex(id) ?? -1]?.id ?? id;
}
