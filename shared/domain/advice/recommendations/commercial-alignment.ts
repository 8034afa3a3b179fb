import type { Recommendations } from '../severity.ts';

export const commercialAlignment = {
  value_for_money: {
    critical: [
      'Sit down with the buyer, set what was paid against what was delivered and offer a remedy for the difference.',
      'Propose a smaller package with only the parts the client calls worth their price, before it asks for a discount.',
    ],
    high: [
      'Work out the return of the two most expensive items, and discuss with the client whether to change or end them.',
      'Find out with which alternative the client compares us, and prepare an honest comparison.',
    ],
    medium: [
      'Add to each invoice a line that says what the amount has achieved in the words of the client.',
      'Point out services that are included and not used, and help the client to begin with one of them.',
    ],
    low: ['Review the price together once a year, with benefits in figures, before procurement opens the subject.'],
  },
  budget_stability: {
    critical: [
      'Ask the sponsor directly whether the budget will survive this quarter, and agree which work comes first if it is cut.',
      'Prepare a reduced plan that protects the core results at two thirds of the present cost.',
      'Tell our finance team about the risk now, so that the forecast and the staffing can follow.',
    ],
    high: [
      'Learn when and by whom the next budget is decided, and deliver the supporting figures a month before.',
      'Divide the remaining work into stages that can each be approved by themselves.',
    ],
    medium: [
      'Ask which other projects compete for the same money, and what would put ours ahead of them.',
      'Watch announcements of hiring stops, reorganisations and results, and raise them with your contact early.',
    ],
    low: ['Propose a commitment over several years in exchange for stable prices while the budget is secure.'],
  },
  scope_alignment: {
    critical: [
      'Pause work that is in dispute, put both readings of the contract side by side and settle them in one meeting.',
      'Have both sponsors sign one page that says what is included, what is not and who decides from now on.',
    ],
    high: [
      'Go through the open requests and mark each as included, extra or declined; confirm the list with the client.',
      'Introduce a simple change request with effort, price and date, and use it for the very next change.',
    ],
    medium: [
      'Repeat at the start of each month what will be delivered, and what has been put off on purpose.',
      'Tell new contacts at the client what was agreed; many did not take part in the original talks.',
    ],
    low: ['Look at the changes of the last quarter for a pattern, and fit the next statement of work to it.'],
  },
  billing_payment: {
    critical: [
      'Find out today why invoices remain unpaid, and separate disputes from mere delays before anybody sends a reminder.',
      'Bring our finance team and theirs into one call, and agree a payment date for each overdue invoice.',
    ],
    high: [
      'Settle the disputed items first, by a credit note or by evidence, so that the rest of each invoice can be paid.',
      'Ask accounts payable what an invoice needs to be approved at once, such as order numbers or a named approver.',
    ],
    medium: [
      'Send the draft of the next invoice to your contact, and correct it before the official one goes out.',
      'Check that contract, order and invoice use the same item names and the same rates.',
    ],
    low: ['Offer a billing calendar or a single monthly invoice to save the client administrative work.'],
  },
  renewal_growth: {
    critical: [
      'Treat the contract as being lost: have an executive ask the client what would have to change for it to stay.',
      'Set up a rescue plan with three outcomes to reach before the notice period begins, and review it every week.',
    ],
    high: [
      'Begin the talks about renewal now, with a summary of results and an honest list of what must improve.',
      'Find out who argues for and against the renewal, and what each of them needs to see.',
    ],
    medium: [
      'Note the end of the contract and the notice date, and plan the steps towards renewal backwards from them.',
      'Ask the client for its goals of next year, and show which of them the present work supports.',
    ],
    low: [
      'Propose one extension that solves a problem the client has raised itself, with a pilot of limited cost.',
      'Introduce the client to another that has gone a step further with us.',
    ],
  },
} satisfies Record<string, Recommendations>;
