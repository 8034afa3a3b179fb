import type { Recommendations } from '../severity.ts';

export const relationshipStrength = {
  trust: {
    critical: [
      'Meet the client in person this week and say openly what went wrong on our side.',
      'Make three small promises with dates, and report each one when it is done.',
      'Ask one of our directors to call the client this week.',
    ],
    high: [
      'Tell the client about every problem that you know of before it finds out itself.',
      'Keep a shared list of promises on both sides, and begin every meeting with it.',
      'Send the client a written answer to its last complaint, with what you changed.',
    ],
    medium: [
      'Ask the main contact what would make it easier to rely on us.',
      'Explain the reasons for your next recommendation, and which options you rejected.',
      'Confirm every agreement in writing on the day it is made.',
    ],
    low: [
      'Offer advice on a question that the current contract does not cover.',
      'Tell the client about a risk you see in its plans, even if it concerns nothing of ours.',
    ],
  },
  executive_sponsorship: {
    critical: [
      'Find out this week who decides about the contract.',
      'Ask one of our directors to arrange a first call with the person who decides.',
      'Give your main contact a one-page summary of the results to show to its management.',
    ],
    high: [
      'Name a senior person on our side for each senior person at the client, and book first calls.',
      'Send the sponsor five lines each month: results, risks and the decision that is needed.',
      'Ask the sponsor for thirty minutes to review the goals of this year.',
    ],
    medium: [
      'Invite the sponsor to the next quarterly review.',
      'Ask the sponsor which figures go to the board, and add them to our report.',
      'Ask your main contact how the sponsor judged the last quarter.',
    ],
    low: [
      'Plan next year together with the sponsor and one of our directors.',
      'Thank the sponsor for one decision that helped, and say what it made possible.',
    ],
  },
  stakeholder_breadth: {
    critical: [
      'Get introductions to three more people at the client within two weeks.',
      'Meet the heads of the teams that use our work.',
      'Write down everybody we know at the client and who would replace the main contact.',
    ],
    high: [
      'List who decides, who advises and who uses the work, and assign one of us to each.',
      'Ask your contact to bring a colleague from another department to the next review.',
      'Book one meeting with a department that you have not met yet.',
    ],
    medium: [
      'Meet one more person at the client this month, from a team that pays for or uses the work.',
      'Show the work to the wider team of the client, and note who asks questions.',
      'Add a second contact to every regular mail to this client.',
    ],
    low: [
      'Check which contacts have left the client, and meet their successors within a month.',
      'Ask a user of our work for feedback once a quarter.',
    ],
  },
  communication_engagement: {
    critical: [
      'Call somebody at the client within two days, and ask why nobody has answered.',
      'Offer a short weekly meeting with an agenda that the client sets.',
      'Write to a second contact if the first one has not answered for a week.',
    ],
    high: [
      'Move the regular meeting to a day and a rhythm that the client chooses.',
      'Follow up each unanswered message by telephone after three working days.',
      'Cancel meetings without an agenda, and send the decisions of the others on the same day.',
    ],
    medium: [
      'End each meeting with one question: what should we do differently before the next?',
      'Replace long status mails by a summary of five lines.',
      'Ask the client which of our reports it reads, and drop the others.',
    ],
    low: [
      'Invite the client to plan the next quarter with us in a workshop.',
      'Ask the client for its agenda before the next review.',
    ],
  },
  advocacy: {
    critical: [
      'Talk to the most critical contact and ask what the reasons are.',
      'Take the client off every list of references until its complaint is settled.',
      'Send this client no surveys or requests for references for now.',
    ],
    high: [
      'Ask each contact how they would describe us to a colleague.',
      'Find the contact with a neutral opinion, and solve one problem for that person.',
      'Work on the first reservation that the contacts mention, and report the result.',
    ],
    medium: [
      'Give the main contact one result that is worth showing to colleagues.',
      'Run a survey of three questions after the next milestone.',
      'Tell the client what you changed because of its last feedback.',
    ],
    low: [
      'Ask for a quotation or a reference call soon after the next success.',
      'Suggest a joint talk or article in which the client presents the results.',
    ],
  },
} satisfies Record<string, Recommendations>;
