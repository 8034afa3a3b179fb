// The topics and their weights are a part of the scoring model: raise its version (model.ts) when you change one.

/** `weight` is that within the client score. */
export interface CategoryDefinition {
  readonly name: CategoryName;
  readonly abbreviation: string;
  readonly description: string;
  readonly weight: number;
}

/** `weight` is that within the category. */
export interface TopicDefinition<Id extends string = string> {
  readonly id: Id;
  readonly displayName: string;
  readonly category: CategoryName;
  readonly weight: number;
  readonly description: string;
}

export type CategoryName = typeof quality | typeof relationship | typeof commercial;

const quality = 'Service Quality Perception';
const relationship = 'Relationship Strength';
const commercial = 'Commercial Alignment';

/** In the order in which callers see them. */
export const categoryDefinitions: readonly CategoryDefinition[] = [
  {
    name: quality,
    abbreviation: 'SQP',
    description: 'How the client experiences the work itself: what is delivered, when, by whom and to what effect.',
    weight: 1,
  },
  {
    name: relationship,
    abbreviation: 'RS',
    description:
      'How well the two organisations are connected: who knows whom, how openly they talk and whether they would speak up for each other.',
    weight: 1,
  },
  {
    name: commercial,
    abbreviation: 'CA',
    description:
      'Whether both sides still agree on the deal: price and value, budget, scope, payment and the way forward.',
    weight: 1,
  },
];

/** In the order in which their scores are stored: add new ones at the end, remove and move none. */
export const topicDefinitions = [
  topic(
    'deliverable_quality',
    'Deliverable Quality',
    quality,
    1,
    'Whether what is handed over is complete, correct and at the standard the client expects, without rounds of rework.',
  ),
  topic(
    'timeliness',
    'On-Time Delivery',
    quality,
    1,
    'Whether agreed dates are kept, and whether the client hears early when one cannot be.',
  ),
  topic(
    'responsiveness',
    'Responsiveness',
    quality,
    1,
    'How quickly questions, requests and problems are picked up and brought to an answer.',
  ),
  topic(
    'team_expertise',
    'Team Expertise',
    quality,
    1,
    'Whether the client regards the people on the account as skilled, well prepared and at home in its industry.',
  ),
  topic(
    'results_impact',
    'Results and Impact',
    quality,
    1,
    'Whether the work makes a difference the client can see in its own goals and figures.',
  ),
  topic(
    'trust',
    'Trust and Confidence',
    relationship,
    1,
    'Whether the client relies on our word, shares bad news openly and leaves decisions to us.',
  ),
  topic(
    'executive_sponsorship',
    'Executive Sponsorship',
    relationship,
    1,
    'Whether a senior leader on the client side backs the work, stays informed and stands up for it.',
  ),
  topic(
    'stakeholder_breadth',
    'Stakeholder Breadth',
    relationship,
    1,
    'How many people, teams and levels of the client we work with, and how much would be lost if one of them left.',
  ),
  topic(
    'communication_engagement',
    'Communication and Engagement',
    relationship,
    1,
    'How regularly and openly the client takes part: meetings held, messages answered, feedback given.',
  ),
  topic(
    'advocacy',
    'Advocacy',
    relationship,
    1,
    'Whether the client recommends us, to colleagues and to others, and lends its name as a reference.',
  ),
  topic(
    'value_for_money',
    'Value for Money',
    commercial,
    1,
    'Whether the client finds that what it gets is worth what it pays.',
  ),
  topic(
    'budget_stability',
    'Budget Stability',
    commercial,
    1,
    'How safe the money behind the work is from cuts, freezes and shifts of priority.',
  ),
  topic(
    'scope_alignment',
    'Scope Alignment',
    commercial,
    1,
    'Whether both sides have the same understanding of what is included, what is extra and how changes are agreed.',
  ),
  topic(
    'billing_payment',
    'Billing and Payment',
    commercial,
    1,
    'Whether invoices are understood, undisputed and paid when they are due.',
  ),
  topic(
    'renewal_growth',
    'Renewal and Growth',
    commercial,
    1,
    'Whether the client means to stay, and whether it is open to doing more together.',
  ),
] as const;

function topic<Id extends string>(
  id: Id,
  displayName: string,
  category: CategoryName,
  weight: number,
  description: string,
): TopicDefinition<Id> {
  return { id, displayName, category, weight, description };
}
