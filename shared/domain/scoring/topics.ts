export type Category = { name: CategoryName; abbreviation: string; description: string; topicCount: number };
export type Topic = { id: TopicId; displayName: string; description: string; category: CategoryName };

type CategoryName = 'Service Quality Perception' | 'Relationship Strength' | 'Commercial Alignment';

export type TopicId =
  | 'deliverable_quality'
  | 'timeliness'
  | 'responsiveness'
  | 'team_expertise'
  | 'results_impact'
  | 'trust'
  | 'executive_sponsorship'
  | 'stakeholder_breadth'
  | 'communication_engagement'
  | 'advocacy'
  | 'value_for_money'
  | 'budget_stability'
  | 'scope_alignment'
  | 'billing_payment'
  | 'renewal_growth';

const quality = 'Service Quality Perception';
const relationship = 'Relationship Strength';
const commercial = 'Commercial Alignment';

export const categories: readonly Category[] = [
  {
    name: quality,
    abbreviation: 'SQP',
    description: 'How the client experiences the work itself: what is delivered, when, by whom and to what effect.',
    topicCount: 5,
  },
  {
    name: relationship,
    abbreviation: 'RS',
    description:
      'How well the two organisations are connected: who knows whom, how openly they talk and whether they would speak up for each other.',
    topicCount: 5,
  },
  {
    name: commercial,
    abbreviation: 'CA',
    description:
      'Whether both sides still agree on the deal: price and value, budget, scope, payment and the way forward.',
    topicCount: 5,
  },
];

export const topics: readonly Topic[] = [
  topic(
    'deliverable_quality',
    'Deliverable Quality',
    quality,
    'Whether what is handed over is complete, correct and at the standard the client expects, without rounds of rework.',
  ),
  topic(
    'timeliness',
    'On-Time Delivery',
    quality,
    'Whether agreed dates are kept, and whether the client hears early when one cannot be.',
  ),
  topic(
    'responsiveness',
    'Responsiveness',
    quality,
    'How quickly questions, requests and problems are picked up and brought to an answer.',
  ),
  topic(
    'team_expertise',
    'Team Expertise',
    quality,
    'Whether the client regards the people on the account as skilled, well prepared and at home in its industry.',
  ),
  topic(
    'results_impact',
    'Results and Impact',
    quality,
    'Whether the work makes a difference the client can see in its own goals and figures.',
  ),
  topic(
    'trust',
    'Trust and Confidence',
    relationship,
    'Whether the client relies on our word, shares bad news openly and leaves decisions to us.',
  ),
  topic(
    'executive_sponsorship',
    'Executive Sponsorship',
    relationship,
    'Whether a senior leader on the client side backs the work, stays informed and stands up for it.',
  ),
  topic(
    'stakeholder_breadth',
    'Stakeholder Breadth',
    relationship,
    'How many people, teams and levels of the client we work with, and how much would be lost if one of them left.',
  ),
  topic(
    'communication_engagement',
    'Communication and Engagement',
    relationship,
    'How regularly and openly the client takes part: meetings held, messages answered, feedback given.',
  ),
  topic(
    'advocacy',
    'Advocacy',
    relationship,
    'Whether the client recommends us, to colleagues and to others, and lends its name as a reference.',
  ),
  topic(
    'value_for_money',
    'Value for Money',
    commercial,
    'Whether the client finds that what it gets is worth what it pays.',
  ),
  topic(
    'budget_stability',
    'Budget Stability',
    commercial,
    'How safe the money behind the work is from cuts, freezes and shifts of priority.',
  ),
  topic(
    'scope_alignment',
    'Scope Alignment',
    commercial,
    'Whether both sides have the same understanding of what is included, what is extra and how changes are agreed.',
  ),
  topic(
    'billing_payment',
    'Billing and Payment',
    commercial,
    'Whether invoices are understood, undisputed and paid when they are due.',
  ),
  topic(
    'renewal_growth',
    'Renewal and Growth',
    commercial,
    'Whether the client means to stay, and whether it is open to doing more together.',
  ),
];

const indices: ReadonlyMap<string, number> = new Map(topics.map(({ id }, index) => [id, index]));

/** The index of a topic in every list of topic scores; undefined for an unknown topic. */
export function topicIndex(id: string): number | undefined {
  return indices.get(id);
}

function topic(id: TopicId, displayName: string, category: CategoryName, description: string): Topic {
  return { id, displayName, description, category };
}
