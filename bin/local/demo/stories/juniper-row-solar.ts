import type { Story } from '../generate/profile.ts';

/** Why the falling client of the demo falls: its sponsor has left, and the successor compares agencies. */
export const juniperRowSolar: Story = {
  notes: [
    {
      daysAgo: 4,
      type: 'call',
      content:
        'First call with Priya Galloway, interim marketing lead since Edgar Sandoval left. She has asked three agencies for offers and cannot confirm our budget beyond this quarter. Our director asks their managing director for a meeting this week.',
    },
    {
      daysAgo: 12,
      type: 'meeting',
      content:
        'Steering meeting without a sponsor. Nobody could approve the media plan, and two of the four points on the agenda were put off.',
    },
    {
      daysAgo: 19,
      type: 'email',
      content:
        'Procurement asks for the day rates of all roles and for the notice period of the contract. I have asked Nadia Rasmussen what they are preparing; no answer yet.',
    },
    {
      daysAgo: 31,
      type: 'call',
      content:
        'Edgar Sandoval, their Chief Marketing Officer and our sponsor, leaves at the end of the week. A successor is not named. He advises us to see the managing director soon.',
    },
    {
      daysAgo: 57,
      type: 'meeting',
      content:
        'Quarterly review with Edgar Sandoval. He is happy with the leads of the campaign and wants to extend the media planning to a second region.',
    },
    { daysAgo: 96, type: 'milestone', content: 'Campaign for the new storage product live, two days early.' },
  ],
  people: [
    {
      name: 'Priya Galloway',
      title: 'Interim Marketing Lead',
      role: 'Acting sponsor',
      department: 'Marketing',
      phone: '+1 555 0141',
    },
    { name: 'Nadia Rasmussen', title: 'Procurement Lead', role: 'Budget holder', department: 'Procurement', phone: '' },
    {
      name: 'Jonas Bergqvist',
      title: 'Marketing Manager',
      role: 'Day-to-day contact',
      department: 'Marketing',
      phone: '+1 555 0167',
    },
  ],
  reads: [
    ...[52, 39, 26, 13, 9, 6].map((weeksAgo) => ({ weeksAgo, value: 'green' as const })),
    ...[4, 3, 2].map((weeksAgo) => ({ weeksAgo, value: 'amber' as const })),
    ...[1, 0].map((weeksAgo) => ({ weeksAgo, value: 'red' as const })),
  ],
};
