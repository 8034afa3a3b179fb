import type { TopicId } from '../../../../shared/domain/scoring/topics.ts';
import type { Position } from './people.ts';

/** What people write about a client at a time, from its score and the change of its score. */
export type Mood = 'good' | 'fair' | 'bad';

export type StorylineName =
  | 'steady'
  | 'growing'
  | 'sponsorLeft'
  | 'missedDates'
  | 'budgetCut'
  | 'repaired'
  | 'seasonal';

/** What happens to a client: how its scores develop, and which texts explain it. */
export interface Storyline {
  /** How the levels developed: at once on a day, or a little every day of the year. */
  readonly shape: 'none' | 'step' | 'slope' | 'wave';
  /** By how much the mean level was higher than today's before it happened. */
  readonly before: number;
  /** The topics that it moves most. */
  readonly topics: readonly TopicId[];
  /** What notes say since it happened. The general texts fill the gaps. */
  readonly said: Partial<Record<Mood, readonly string[]>>;
  readonly summary: Record<Mood, string>;
  /** A person that the client has because of it. */
  readonly person?: Position;
  /** A role that nobody has since it happened. */
  readonly vacant?: string;
}

export const storylines: Readonly<Record<StorylineName, Storyline>> = {
  steady: {
    shape: 'none',
    before: 0,
    topics: [],
    said: {},
    summary: {
      good: 'Steady work, few surprises. An offer for a second market is being written.',
      fair: 'Steady work without much enthusiasm. The renewal is expected as it stands.',
      bad: 'Unhappy for a year and still here, because changing the agency costs more. Agree three improvements with dates.',
    },
  },
  growing: {
    shape: 'slope',
    before: -30,
    topics: ['results_impact', 'advocacy', 'renewal_growth', 'stakeholder_breadth'],
    said: {
      good: [
        'A second department has asked for a proposal.',
        'They named us as a reference to a sister company.',
        'The results of the last campaign were shown to their board.',
      ],
      fair: [
        'Results are better than last quarter, and they have noticed.',
        'Sales joined the call for the first time.',
      ],
      bad: ['Still unhappy, but the results of this month are the best so far.'],
    },
    summary: {
      good: 'Growing: two departments have asked for proposals. Agree on one shared plan before the renewal.',
      fair: 'Getting better every quarter. Show the results to the sponsor before the renewal.',
      bad: 'Low, but getting better every quarter. Keep the present team.',
    },
  },
  sponsorLeft: {
    shape: 'step',
    before: 35,
    topics: ['executive_sponsorship', 'trust', 'communication_engagement', 'budget_stability', 'renewal_growth'],
    said: {
      good: ['Our sponsor has left. The successor has worked with us before and wants to go on.'],
      fair: [
        'Our sponsor has left, and the successor has not met us yet.',
        'Decisions wait until the new sponsor has settled in.',
      ],
      bad: [
        'Our sponsor has left, and the successor does not know us.',
        'Nobody on their side speaks for the budget since our sponsor has left.',
        'The successor of our sponsor has asked for offers from two other agencies.',
      ],
    },
    summary: {
      good: 'The sponsor has left, the results speak for us. Meet the successor before the renewal.',
      fair: 'The sponsor has left and decisions wait. Meet the successor this month.',
      bad: 'The sponsor has left and nobody defends the budget. A director has to call theirs this week.',
    },
    person: { title: 'Interim Marketing Lead', role: 'Acting sponsor', department: 'Marketing' },
    vacant: 'Executive sponsor',
  },
  missedDates: {
    shape: 'step',
    before: 35,
    topics: ['timeliness', 'responsiveness', 'deliverable_quality', 'trust'],
    said: {
      good: ['One date was missed; they took it calmly because we told them early.'],
      fair: [
        'The second draft was two days late, and they have mentioned it.',
        'They ask for a date for each open point.',
      ],
      bad: [
        'Second missed date in a row; our contact is under pressure internally.',
        'They found the delay before we reported it, and are angry about that.',
        'The last two deliverables came late and with errors.',
      ],
    },
    summary: {
      good: 'Good work, but a date was missed. Keep the next three dates.',
      fair: 'The missed dates have cost goodwill. Keep the dates of the next four weeks.',
      bad: 'Two dates missed and the client found out first. Report to them every day until the backlog is gone.',
    },
  },
  budgetCut: {
    shape: 'slope',
    before: 30,
    topics: ['value_for_money', 'budget_stability', 'billing_payment', 'scope_alignment'],
    said: {
      good: ['Their budget is under review, but our part is not in question.'],
      fair: [
        'Finance wants to see what each work package has achieved.',
        'They ask which services they could do without.',
      ],
      bad: [
        'Their budget is cut by a third, and our contract is on the list.',
        'The last invoice is disputed, because finance does not accept the extra hours.',
        'They compare our day rates with those of freelancers.',
      ],
    },
    summary: {
      good: 'Happy, but under cost pressure. Show the value in figures before the budget round.',
      fair: 'Every invoice is questioned since the budget is under review. Offer a smaller package.',
      bad: 'The budget is cut and the last invoice disputed. Agree what to stop before they decide alone.',
    },
    person: { title: 'Finance Controller', role: 'Budget holder', department: 'Finance' },
  },
  repaired: {
    shape: 'step',
    before: -35,
    topics: ['timeliness', 'deliverable_quality', 'trust', 'responsiveness'],
    said: {
      good: [
        'They said that the new team has turned things round.',
        'All dates kept since the new project manager started.',
      ],
      fair: [
        'The weekly status page helps; they trust the dates again.',
        'Better since the new team started, and they say so.',
      ],
      bad: ['The new team has had a good start, but the old errors are not forgotten.'],
    },
    summary: {
      good: 'Recovered since the change of team. Ask what they would like to do next.',
      fair: 'Recovering since the change of team. Keep the weekly status page.',
      bad: 'The change of team helps, but trust is not back. Keep small promises, and report each.',
    },
  },
  seasonal: {
    shape: 'wave',
    before: 15,
    topics: [],
    said: {},
    summary: {
      good: 'A busy season with good results. Plan the next one together.',
      fair: 'Contact follows their season. Nothing unusual for these months.',
      bad: 'A weak season, and they have little time for us. Meet before the next one begins.',
    },
  },
};
