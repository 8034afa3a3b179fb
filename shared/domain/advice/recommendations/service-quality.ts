import type { Recommendations } from '../severity.ts';

export const serviceQuality = {
  deliverable_quality: {
    critical: [
      'List every rejected deliverable and send the client a correction date for each this week.',
      'Let a senior colleague from another team check all work before it is sent, from today on.',
      'Go through the defects with the client in one meeting and write down what it will accept.',
    ],
    high: [
      'Collect the complaints about the last three deliverables and find the cause of each.',
      'Add a second review by a senior colleague to every deliverable of the next month.',
      'Ask the client which open defect costs it most, and correct that one first.',
    ],
    medium: [
      'Agree acceptance criteria with the client before the next piece of work begins.',
      'Show the client a draft of the next deliverable when half of it is done.',
      'Check the next deliverable against the comments on the last one before you send it.',
    ],
    low: [
      'Ask the client which recent deliverable helped it most, and use it as the template.',
      'Keep a list of small defects and correct them in the next delivery.',
    ],
  },
  timeliness: {
    critical: [
      'Send the client a list of all overdue items, each with an owner and a new date, within two days.',
      'Move people from less urgent work to the overdue items this week.',
      'Ask the client which dates matter most, and replan the work around them.',
    ],
    high: [
      'Review all open dates with the delivery lead every Monday.',
      'Tell the client about each delay at least one week before the date.',
      'Find the step that causes most delays, and shorten it first.',
    ],
    medium: [
      'Add a few days of reserve to the next two dates that you promise.',
      'Send the client a one-page timeline with its own due dates for input and feedback.',
      'Compare promised with actual dates of the last month and tell the team the result.',
    ],
    low: [
      'Show the client what share of the dates you kept this quarter.',
      'Confirm the dates of the next quarter with the client in writing.',
    ],
  },
  responsiveness: {
    critical: [
      'Answer every open question today, at least with a name and a date for the full answer.',
      'Name one person who takes all requests of this client, and a deputy.',
      'Call the client about its oldest open request and agree how it will be solved.',
    ],
    high: [
      'Promise the client a response time in writing, and measure it for a month.',
      'Close or reassign every request that is older than one week.',
      'Send the client a weekly list of its open requests with their state.',
    ],
    medium: [
      'Confirm each request on the day it arrives, and say when the answer will follow.',
      'Agree with the client which channel it uses for urgent requests.',
      'Name a deputy who answers this client during holidays and sick leave.',
    ],
    low: [
      'Write a short guide that answers the questions this client asks most often.',
      'Ask the client whether the response times of the last month were good enough.',
    ],
  },
  team_expertise: {
    critical: [
      'Assign a specialist to the hardest open problem, and introduce the specialist to the client this week.',
      'Ask the client which skills it misses in the team.',
      'Decide within a week which roles in the team change, and tell the client.',
    ],
    high: [
      'Pair each junior member of the team with a senior one in client meetings.',
      'Give everybody in the team a briefing on the industry of the client.',
      'Review the last three meetings with the team: which questions could nobody answer?',
    ],
    medium: [
      'Find the skill that the client misses most, and plan training or an expert for it.',
      'Rehearse the next important presentation with a colleague who asks what the client would ask.',
      'Give each new team member a week with the project before the first client meeting.',
    ],
    low: [
      'Offer the client a session in which our specialists show what works for similar companies.',
      'Send the client one finding from its market each month.',
    ],
  },
  results_impact: {
    critical: [
      'Ask the sponsor for the two results that would make this work worth its price.',
      'Deliver one measurable result within thirty days.',
      'Report the figures that the client cares about every week until they improve.',
    ],
    high: [
      'Put figures on what was achieved so far, and ask the client to confirm them.',
      'Write next to each activity which goal of the client it supports.',
      'Agree with the client on one target figure for the next quarter.',
    ],
    medium: [
      'Record the starting value of each goal now, so that the next review can show progress.',
      'Begin the next status report with results, and put the activities at its end.',
      'Ask the client which figure its own management looks at, and report that one.',
    ],
    low: [
      'Write a one-page case study with figures from before and after for the sponsor.',
      'Show the client in the next review which result came from which piece of work.',
    ],
  },
} satisfies Record<string, Recommendations>;
