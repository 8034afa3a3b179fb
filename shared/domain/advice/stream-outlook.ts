import { bandOf } from '../scoring/bands.ts';
import { expectedScore, severityBounds } from '../scoring/model.ts';
import { shownTopicScores, type TopicScores } from '../scoring/topic-scores.ts';
import { type TopicId, topics } from '../scoring/topics.ts';

const mostRecommendations = 3;
const largeFall = 10;

export type ContextualClues = { activeFires: string[]; budgetIssues: boolean };
export type GrowthRecommendation = { title: string; description: string };

/** The topics of high or critical severity, worst first, and whether budget or billing is one of them. */
export function contextualClues(scores: TopicScores): ContextualClues {
  const burning = shown(scores)
    .filter(({ score }) => score < severityBounds.high)
    .sort((a, b) => a.score - b.score);
  return {
    activeFires: burning.map(({ displayName }) => displayName),
    budgetIssues: burning.some(({ id }) => id === 'budget_stability' || id === 'billing_payment'),
  };
}

/**
 * Recommendations for the topics that exceed expectations, strongest first. None for a stream at risk, or that fell by
 * ten points or more in 30 days: it has other things to talk about.
 */
export function growthRecommendations(scores: TopicScores, score: number, change = 0): GrowthRecommendation[] {
  if (bandOf(score) === 'highRisk' || bandOf(score) === 'mediumRisk' || change <= -largeFall) return [];
  return shown(scores)
    .filter(({ score }) => score > expectedScore)
    .sort((a, b) => b.score - a.score)
    .slice(0, mostRecommendations)
    .map(({ id }) => growth[id]);
}

/** The topics with data in their order, which sorting keeps for equal scores. */
function shown(scores: TopicScores) {
  const values = shownTopicScores(scores);
  return topics.flatMap(({ id, displayName }, index) => {
    const score = values[index] ?? null;
    return score === null ? [] : [{ id, displayName, score }];
  });
}

const growth: Record<TopicId, GrowthRecommendation> = {
  deliverable_quality: {
    title: 'Turn good work into a reference',
    description:
      'Ask to show the latest deliverable to a sister team or department, and offer to run the session yourselves.',
  },
  timeliness: {
    title: 'Take on a deadline that matters more',
    description:
      'Reliability is established: propose to own a launch or reporting date that the client now manages alone.',
  },
  responsiveness: {
    title: 'Offer a standing line',
    description:
      'The client values fast answers: suggest a retainer with agreed response times in place of single requests.',
  },
  team_expertise: {
    title: 'Bring expertise in earlier',
    description: 'Propose a quarterly planning workshop in which your specialists shape the brief, not only answer it.',
  },
  results_impact: {
    title: 'Build the business case for the next phase',
    description:
      'Put the results of this stream into figures, and use them to propose the step that they make possible.',
  },
  trust: {
    title: 'Widen the mandate',
    description: 'Use the confidence that exists to ask which neighbouring problem the client would rather hand over.',
  },
  executive_sponsorship: {
    title: 'Plan with the sponsor',
    description:
      "Ask the sponsor for half an hour on next year's priorities, and return with a proposal for one of them.",
  },
  stakeholder_breadth: {
    title: 'Work across departments',
    description: 'Several departments know the team: suggest one shared project in place of parallel small ones.',
  },
  communication_engagement: {
    title: 'Move the rhythm up a level',
    description: 'Working meetings go well: add a quarterly review with decision makers that looks ahead, not back.',
  },
  advocacy: {
    title: 'Ask for the introduction',
    description:
      'The client speaks well of the work: ask for an introduction, a case study or a shared talk while it is fresh.',
  },
  value_for_money: {
    title: 'Propose a larger package',
    description: 'Price and value are in balance: offer a broader scope with a fixed fee, and show what it saves.',
  },
  budget_stability: {
    title: 'Agree on a longer horizon',
    description: 'The budget is steady: propose a multi-quarter plan with milestones in place of renewals one by one.',
  },
  scope_alignment: {
    title: 'Define the next scope together',
    description: 'Both sides agree on what is in and what is out: draft the scope of the follow-up while that holds.',
  },
  billing_payment: {
    title: 'Simplify the commercial frame',
    description: 'Invoices are paid without friction: suggest a framework agreement so that new work can start sooner.',
  },
  renewal_growth: {
    title: 'Renew ahead of time',
    description:
      'Interest in continuing is plain: open the renewal now, and include the extension that has been discussed.',
  },
};
