import type { Recommendations } from '../severity.ts';

export const serviceQuality = {
  deliverable_quality: {
    critical: [
      'Stop new deliverables until the rejected ones are fixed, and give the client a date for each correction this week.',
      'Have someone from outside the team review everything before it leaves the house, beginning today.',
      'Visit the client with the delivery lead, go through the defects one by one and agree in writing what acceptable means.',
    ],
    high: [
      'Collect the complaints about the last three deliverables, name the cause behind each and share the list with the client.',
      'Add a second review by a senior colleague to every deliverable of the next month.',
    ],
    medium: [
      'Agree acceptance criteria with the client before the next piece of work begins, not when it is handed over.',
      'Show a draft at half-way, so that misunderstandings surface while they are cheap.',
    ],
    low: [
      'Ask the client which deliverable of the last quarter served it best, and make that one the template for the next.',
    ],
  },
  timeliness: {
    critical: [
      'List every overdue item with its owner and a date that will hold, and send the list to the client within two days.',
      'Move people from less urgent work until the backlog is gone, and tell the client whom you moved.',
      'Replace the project plan: agree with the client which dates matter most and let the others go.',
    ],
    high: [
      'Go over the open dates with the delivery lead every Monday, and warn the client of a slip at least a week ahead.',
      'Find out which step causes most delays, for example approvals or hand-overs, and shorten that one first.',
    ],
    medium: [
      'Put a buffer into the next two commitments and compare promised with actual dates afterwards.',
      'Share a one-page timeline with the client that shows its own due dates for input and feedback beside ours.',
    ],
    low: ['Show the client the share of dates kept this quarter; punctuality goes unnoticed until somebody counts it.'],
  },
  responsiveness: {
    critical: [
      'Answer every open question of the client today, if only with a name and a date for the full answer.',
      'Name one person who owns incoming requests, with a deputy, and give the client both telephone numbers.',
    ],
    high: [
      'Promise a response time in writing, such as four working hours, and measure it for the next month.',
      'Go through the shared inbox and ticket queue together and close or reassign whatever is older than a week.',
    ],
    medium: [
      'Acknowledge each request on the day it arrives and say when the answer will follow.',
      'Agree with the client which channel is for urgent matters and which can wait until tomorrow.',
    ],
    low: [
      'Write down the questions that come up again and again, and offer the client a short guide that answers them.',
    ],
  },
  team_expertise: {
    critical: [
      'Bring in a specialist the client respects for the hardest open problem, and introduce that person yourself.',
      'Ask the client openly in whom it lacks confidence, and decide on changes to the team within a week.',
    ],
    high: [
      'Pair each junior member of the team with a senior one for client meetings until confidence is back.',
      'Prepare a briefing on the industry of the client and make sure that everybody on the account has read it.',
    ],
    medium: [
      'Find the skill the client misses most, and plan training or a part-time expert for it this quarter.',
      'Rehearse the next important presentation with a colleague who takes the part of the client.',
    ],
    low: ['Offer a working session in which our specialists share what they see elsewhere in the market.'],
  },
  results_impact: {
    critical: [
      'Meet the sponsor and agree on the two results that would make the work worthwhile; drop whatever serves neither.',
      'Produce one result that can be measured within thirty days, and report on it every week.',
    ],
    high: [
      'Put figures on what has been achieved so far, and ask the client to confirm or correct them.',
      'Tie each current activity to a goal of the client, and stop those for which nobody can name one.',
    ],
    medium: [
      'Record a baseline for each goal now, so that the next review shows progress and not only effort.',
      'Turn the status report around: begin with outcomes, and move the activities to an appendix.',
    ],
    low: ['Write a short case with before-and-after figures that the sponsor can use inside the company.'],
  },
} satisfies Record<string, Recommendations>;
