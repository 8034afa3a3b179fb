import type { Recommendations } from '../severity.ts';

export const relationshipStrength = {
  trust: {
    critical: [
      'Ask for a personal meeting, name what went wrong on our side without excuses and listen before you propose anything.',
      'Make three small promises with dates, keep every one and report each when it is done.',
      'Have our management call the client this week to show that the matter is known at the top.',
    ],
    high: [
      'Tell the client about problems before it finds them, beginning with the ones you know of today.',
      'Keep a visible list of commitments on both sides and open every meeting with it.',
    ],
    medium: [
      'Ask the main contact what would make it easier to rely on us, and act on the first answer within two weeks.',
      'Explain the reasoning behind the next recommendation, including the options that you turned down.',
    ],
    low: ['Offer advice on a question outside the current contract where the client would value an honest view.'],
  },
  executive_sponsorship: {
    critical: [
      'Find out this week who decides about the contract, and have one of our executives ask for a first conversation.',
      'Give your main contact a one-page case for the work that will stand up in front of the board.',
    ],
    high: [
      'Match each senior person at the client with one of ours, and book the first call between each pair.',
      'Send the sponsor a monthly note of five lines: results, risks and the one decision that is needed.',
    ],
    medium: [
      'Invite the sponsor to the next quarterly review and keep the first ten minutes for the goals of the business.',
      'Ask the sponsor which figures are reported upwards, and add them to our reporting.',
    ],
    low: ['Propose that the sponsor and one of our executives look at next year together over lunch.'],
  },
  stakeholder_breadth: {
    critical: [
      'List everybody we know at the client; if one person holds the account, get three introductions within two weeks.',
      'Meet the heads of the teams that use our work, as they will be asked when the contract is questioned.',
    ],
    high: [
      'Draw a map of deciders, influencers and users, and assign one of our people to each name.',
      'Ask your contact to bring a colleague from another department to the next review.',
    ],
    medium: [
      'Get to know one further stakeholder a month, chosen from a department that pays for or uses the work.',
      'Hold a short demonstration for the wider team of the client, and note who asks questions.',
    ],
    low: ['Check the contact list for people who have moved on, and meet their successors within their first month.'],
  },
  communication_engagement: {
    critical: [
      'Call instead of writing: reach somebody at the client by telephone within two days and ask what keeps them away.',
      'Offer a fresh start for the meetings: half an hour, an agenda set by the client, decisions written down the same day.',
    ],
    high: [
      'Move the regular meeting to a rhythm and time that the client chooses, and cancel those that have no agenda.',
      'Follow up every unanswered message after three working days through a second channel.',
    ],
    medium: [
      'End each meeting with one question to the client: what should we do differently before the next?',
      'Replace long status mails by a summary that can be read on a telephone in a minute.',
    ],
    low: ['Invite the client to plan the next quarter with us in a workshop instead of commenting on our plan.'],
  },
  advocacy: {
    critical: [
      'Leave out references and surveys for now; ask the loudest critic for a conversation and find out what lies behind the words.',
      'Take the client off every reference list until the complaint has been settled.',
    ],
    high: [
      'Ask the contacts how they would describe us to a colleague, and work on the first reservation they mention.',
      'Win back one person: choose the contact who is most neutral and solve something that matters to that person.',
    ],
    medium: [
      'Give the main contact something worth passing on, such as a finding that makes the contact look good inside the company.',
      'Run a survey of three questions after the next milestone and tell the client what you changed because of it.',
    ],
    low: [
      'Ask for a quotation or a reference call while the last success is fresh.',
      'Suggest a joint talk or article, with the client telling the story.',
    ],
  },
} satisfies Record<string, Recommendations>;
