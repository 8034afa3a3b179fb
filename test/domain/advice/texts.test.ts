import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { recommendationsFor } from '../../../shared/domain/advice/recommendations.ts';
import { severities } from '../../../shared/domain/advice/severity.ts';
import { growthRecommendations } from '../../../shared/domain/advice/stream-outlook.ts';
import { topics } from '../../../shared/domain/scoring/topics.ts';

// The descriptions and the advice as they were reviewed, topic by topic. A sentence that changes on purpose changes in texts.txt as well.

const reviewed = readFileSync(join(import.meta.dirname, 'texts.txt'), 'utf8')
  .trimEnd()
  .split('\n\n');

it.each(topics.map((topic, at) => [topic.id, topic, at] as const))(
  'what is said of %s is what was reviewed',
  (topic, { displayName, description }, at) => {
    const growth = growthRecommendations(
      topics.map(({ id }) => (id === topic ? 200 : null)),
      120,
    );
    const lines = [
      topic,
      `${displayName}: ${description}`,
      ...severities.flatMap((severity) => recommendationsFor(topic, severity).map((text) => `${severity}: ${text}`)),
      ...growth.map(({ title, description }) => `growth: ${title}. ${description}`),
    ];

    expect(lines).toEqual(reviewed[at]?.split('\n'));
    expect(reviewed).toHaveLength(topics.length);
  },
);
