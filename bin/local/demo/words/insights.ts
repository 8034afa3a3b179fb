import type { TopicId } from '../../../../shared/domain/scoring/topics.ts';

export type Tone = 'positive' | 'negative' | 'mixed' | 'neutral';

/** What the analytics engine would say of a topic after a good week, and after a bad one. */
export const weekly: Record<TopicId, { readonly positive: readonly string[]; readonly negative: readonly string[] }> = {
  deliverable_quality: {
    positive: ['First drafts were approved without a second round.', 'The client praised the care in the final files.'],
    negative: [
      'Two deliverables came back with the same corrections as last time.',
      'Typing errors reached the client.',
    ],
  },
  timeliness: {
    positive: ['All dates of the week were met, one of them early.', 'The launch plan is two days ahead.'],
    negative: [
      'A deadline passed without notice; the client asked first.',
      'The schedule slipped for the second week.',
    ],
  },
  responsiveness: {
    positive: ['Questions were answered within two hours on average.', 'An urgent change was live the same afternoon.'],
    negative: ['Three mails waited more than two days for an answer.', 'The client chased us twice about one ticket.'],
  },
  team_expertise: {
    positive: ['The client asked for the strategist by name.', 'Our specialist corrected a costly tracking error.'],
    negative: [
      'The client had to explain its product range again.',
      'The new team member was not ready for the review.',
    ],
  },
  results_impact: {
    positive: ['Leads are up by a fifth on the same month last year.', 'The test variant won clearly and stays live.'],
    negative: ['Cost per order rose for the third week.', 'The campaign reached its audience but sold nothing.'],
  },
  trust: {
    positive: [
      'The client shared its unpublished forecast with us.',
      'A sensitive decision was left to our judgement.',
    ],
    negative: [
      'Figures in our report were checked by another agency.',
      'The client asks for proof where it used to nod.',
    ],
  },
  executive_sponsorship: {
    positive: [
      'The sponsor opened the review and stayed to the end.',
      'The board was shown our plan by its own director.',
    ],
    negative: ['The sponsor missed the steering meeting again.', 'Nobody above manager level has joined since spring.'],
  },
  stakeholder_breadth: {
    positive: ['Sales joined the weekly call for the first time.', 'Two further departments asked for our dashboard.'],
    negative: ['All contact runs through one person, who is leaving.', 'The new finance lead has not met us yet.'],
  },
  communication_engagement: {
    positive: ['Feedback came in one document, on the agreed day.', 'Both sides came to the workshop well prepared.'],
    negative: ['Two calls were cancelled at short notice.', 'Replies have become short, and late.'],
  },
  advocacy: {
    positive: ['The client recommended us to a sister company.', 'We may use the project as a public case.'],
    negative: ['A reference call was declined.', 'The client would rather not be named in our award entry.'],
  },
  value_for_money: {
    positive: ['The client called the workshop worth every hour.', 'Hours spent came in below the estimate.'],
    negative: [
      'The client compared our day rates with a freelancer.',
      'Management hours on the invoice were questioned.',
    ],
  },
  budget_stability: {
    positive: ['The budget of next year is signed.', 'Unspent media budget was moved to us.'],
    negative: [
      'A spending freeze was announced until the half-year figures.',
      'The media budget may be cut by a third.',
    ],
  },
  scope_alignment: {
    positive: ['A change request was agreed in one mail.', 'The statement of work was renewed without edits.'],
    negative: ['The client takes the extra landing pages to be included.', 'Requests arrive past the agreed contact.'],
  },
  billing_payment: {
    positive: ['The invoice was paid within ten days.', 'Purchase orders now come before the work.'],
    negative: ['Two invoices are overdue.', 'The client disputes the travel costs.'],
  },
  renewal_growth: {
    positive: ['The client asked for a proposal for two more markets.', 'Renewal talks began early, at our terms.'],
    negative: [
      'The client mentioned a pitch in the new year.',
      'The contract ends soon, and no date for talks is set.',
    ],
  },
};

export const general: Record<'mixed' | 'neutral', readonly string[]> = {
  mixed: [
    'Good results, but the way there was bumpy for both sides.',
    'Praise from marketing, doubts from finance.',
    'The work is liked; the time that it took is not.',
  ],
  neutral: [
    'A quiet week; nothing stands out.',
    'Routine exchanges only, most of them about dates.',
    'Holidays on the client side; few signals.',
  ],
};
