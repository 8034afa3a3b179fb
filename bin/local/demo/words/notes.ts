// A note says what happened, what it means and what comes next.

export const happened: Record<string, readonly string[]> = {
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
};

export const noteTypes = Object.keys(happened);

export const meaning: Record<'good' | 'fair' | 'bad', readonly string[]> = {
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
    'Second missed date in a row; our contact is under pressure internally.',
    'The invoice for the extra round is disputed.',
    'Our sponsor has left, and the successor does not know us.',
  ],
};

export const next: readonly string[] = [
  'I send a one-page plan by Friday.',
  'Next step: a call with their finance lead.',
  'To do: bring our strategist to the next review.',
  'We meet again in two weeks.',
  'I check the hours before the next invoice goes out.',
  'Proposal for the second half of the year follows.',
  'Nothing to do from our side.',
  'Ask for a reference once the figures are in.',
];
