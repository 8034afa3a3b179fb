import { topics } from '../../../../shared/domain/scoring/topics.ts';
import type { Profile, Story } from '../generate/profile.ts';

// Five clients that left within a year: did the score warn? All days are counted from the eve of notice.

const reads = (...values: readonly [weeksAgo: number, value: 'red' | 'amber' | 'green'][]): Story['reads'] =>
  values.map(([weeksAgo, value]) => ({ weeksAgo, value }));

/** Everything that systems record was fine; only the people who talked to it knew. */
const missedByTheScore: Story = {
  notes: [
    {
      daysAgo: 3,
      type: 'call',
      content:
        'Their owner has decided: marketing moves to the group’s own agency. It is no question of our work, he says, and thanks the team.',
    },
    {
      daysAgo: 17,
      type: 'meeting',
      content:
        'Lunch with the managing director. The new parent company has an agency of its own in Lyon. I rate them red, whatever the figures say.',
    },
    {
      daysAgo: 33,
      type: 'email',
      content: 'Trade press: the family sells a majority to a group. Nobody here has been told what it means for us.',
    },
  ],
  people: [
    {
      name: 'Solveig Ångström',
      title: 'Managing Director',
      role: 'Executive sponsor',
      department: 'Management',
      phone: '+1 555 0188',
    },
  ],
  reads: reads([40, 'green'], [20, 'green'], [8, 'green'], [5, 'amber'], [4, 'amber'], [2, 'red'], [1, 'red']),
};

/** People liked each other; the dates were missed. */
const missedByPeople: Story = {
  notes: [
    {
      daysAgo: 6,
      type: 'call',
      content: 'Nice call as always. They joke about the late delivery, all good.',
    },
    {
      daysAgo: 26,
      type: 'meeting',
      content: 'Review in good spirits. The second draft was two weeks late, they took it calmly.',
    },
  ],
  people: [
    {
      name: 'Radka Novotná',
      title: 'Head of Marketing',
      role: 'Day-to-day contact',
      department: 'Marketing',
      phone: '',
    },
  ],
  reads: reads([45, 'green'], [30, 'green'], [15, 'green'], [6, 'green'], [1, 'green']),
};

const all = { topics: topics.length, daysSinceLastSignal: 0, perQuarter: 40 };

export const leavers: ReadonlyMap<string, Partial<Profile>> = new Map(
  Object.entries<Partial<Profile>>({
    'c-1123': {
      left: { daysAgo: 34, because: 'New sponsor, own agency' },
      nights: 365,
      reads: 'weekly',
      lastContact: 5,
      signals: { ...all, level: 55, storyline: 'sponsorLeft', since: 50, strength: 1.6 },
    },
    'c-1136': {
      left: { daysAgo: 92, because: 'Sold; the group has its own agency' },
      nights: 365,
      lastContact: 3,
      story: missedByTheScore,
      signals: { ...all, level: 133, storyline: 'steady', since: 0, strength: 1 },
    },
    'c-1151': {
      left: { daysAgo: 151, because: 'Missed dates' },
      nights: 365,
      lastContact: 6,
      story: missedByPeople,
      signals: { ...all, level: 52, storyline: 'missedDates', since: 45, strength: 1.7 },
    },
    'c-1079': {
      left: { daysAgo: 214, because: 'Budget cut' },
      nights: 365,
      lastContact: 12,
      signals: { ...all, level: 78, storyline: 'budgetCut', since: 0, strength: 1.5 },
    },
    'c-1150': {
      left: { daysAgo: 300, because: 'Cheaper offer' },
      nights: 365,
      lastContact: 9,
      reads: 'monthly',
      signals: { ...all, level: 84, storyline: 'missedDates', since: 25, strength: 1.2 },
    },
  }),
);
