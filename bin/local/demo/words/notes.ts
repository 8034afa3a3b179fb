import type { Mood } from './storylines.ts';

// A note says what happened, what it means and what comes next.

export const happened: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    general: ['Heard from a supplier that they are hiring a second brand manager.', 'Their annual report is out.'],
    meeting: [
      'Quarterly review in their office, five people on their side.',
      'Steering meeting; agenda kept, finished on time.',
      'Workshop on next year’s plan with marketing and sales.',
    ],
    call: [
      'Weekly call, half an hour.',
      'Short call about the open points of the launch.',
      'Their marketing manager called, unplanned.',
    ],
    email: [
      'Mail from procurement about the framework contract.',
      'Long mail with feedback on the second draft.',
      'Sent the monthly report; first answer within the hour.',
    ],
    update: ['Team change on our side: new project manager from Monday.', 'Status of all work packages checked.'],
    milestone: ['Campaign went live this morning.', 'Concept phase signed off.', 'One year together this week.'],
  }),
);

/** The types of notes that fit a mood: nobody notes a milestone when things go badly. */
export const noteTypes: Record<Mood, readonly string[]> = {
  good: [...happened.keys()],
  fair: [...happened.keys()],
  bad: [...happened.keys()].filter((type) => type !== 'milestone'),
};

export const meaning: Record<Mood, readonly string[]> = {
  good: [
    'Mood is very good; they see the results in their own figures.',
    'They are happy with the pace and said so in front of their director.',
    'They would like to do more with us, budget permitting.',
    'The new dashboard is used daily, also by sales.',
  ],
  fair: [
    'No complaints, no enthusiasm either.',
    'They like the work, less so the number of review rounds.',
    'Priorities on their side may change after the reorganisation.',
    'Some impatience about the dates; facts helped.',
  ],
  bad: [
    'They are disappointed by the results and said that they will look around.',
    'Questions that used to take one mail now take a meeting.',
    'They checked our last report line by line.',
    'Feedback has become short, and comes late.',
  ],
};

export const next: Record<Mood, readonly string[]> = {
  good: [
    'Ask for a reference once the figures are in.',
    'Proposal for the second half of the year follows.',
    'To do: bring our strategist to the next review.',
    'Nothing to do from our side.',
  ],
  fair: [
    'I send a one-page plan by Friday.',
    'We meet again in two weeks.',
    'I check the hours before the next invoice goes out.',
    'Next step: a call with their finance lead.',
  ],
  bad: [
    'Our director calls theirs this week.',
    'I send a list of what we fix first, with dates, by Friday.',
    'Next step: a call with their finance lead.',
    'We meet again on Monday, with the whole team.',
  ],
};
