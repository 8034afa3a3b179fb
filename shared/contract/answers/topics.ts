import * as z from 'zod';
import { count } from './common.ts';

const topic = z.strictObject({
  id: z.string(),
  displayName: z.string(),
  description: z.string(),
  category: z.string().meta({ description: 'The name of its category.' }),
});

const category = z.strictObject({
  name: z.string(),
  abbreviation: z.string(),
  description: z.string(),
  topicCount: count,
});

export const topicList = z
  .strictObject({ topics: z.array(topic), categories: z.array(category), total: z.literal(15) })
  .meta({ id: 'Topics' });
