import type { Recommendations } from '../severity.ts';

export const commercialAlignment = {
  value_for_money: {
    critical: [
      'Compare with the buyer what was paid and what was delivered, item by item.',
      'Offer compensation for the work that the client paid for and could not use.',
      'Propose a smaller package with only the parts that the client finds worth their price.',
    ],
    high: [
      'Work out what the two most expensive items brought the client, and discuss the figures with it.',
      'Find out with which competitor the client compares us.',
      'Ask the client which item it would drop first, and offer to change it.',
    ],
    medium: [
      'Write on each invoice what the work has achieved.',
      'Show the client which included services it does not use.',
      'List the results of the quarter next to its cost in the next review.',
    ],
    low: [
      'Review price and results with the client once a year, before its buyers ask.',
      'Ask the client which part of the work it values most.',
    ],
  },
  budget_stability: {
    critical: [
      'Ask the sponsor whether the budget of this quarter is safe.',
      'Agree with the sponsor which work continues if the budget is cut.',
      'Prepare a plan that keeps the main results at two thirds of the cost.',
    ],
    high: [
      'Find out when the next budget is decided, and by whom.',
      'Give the sponsor the figures for the budget talks one month before the decision.',
      'Divide the remaining work into stages that can be approved one by one.',
    ],
    medium: [
      'Ask which other projects need the same budget.',
      'Ask your contact about every announcement of cuts or reorganisation at the client.',
      'Confirm the budget of the next quarter with the buyer in writing.',
    ],
    low: [
      'Offer a contract over several years with stable prices.',
      'Ask the sponsor what is planned for next year before the budget talks begin.',
    ],
  },
  scope_alignment: {
    critical: [
      'Settle the disputed work in one meeting, with both readings of the contract on the table.',
      'Have both sponsors sign one page that says what is included and what is not.',
      'Pause the work that is in dispute until both sides agree on it.',
    ],
    high: [
      'Mark each open request as included, extra or declined, and confirm the list with the client.',
      'Use a change request with effort, price and date for the next change.',
      'Read the contract with the project lead, and note what is done without being agreed.',
    ],
    medium: [
      'Write to the client each month what will be delivered and what is postponed.',
      'Explain the agreed scope to new contacts at the client.',
      'Add a list of what is not included to the next proposal.',
    ],
    low: [
      'Use the changes of the last quarter to improve the next statement of work.',
      'Ask the client which work it expects that nobody has written down.',
    ],
  },
  billing_payment: {
    critical: [
      'Ask the client today why its invoices are unpaid.',
      'Agree a payment date for each overdue invoice in one call with both finance teams.',
      'Separate disputed invoices from late ones before anybody sends another reminder.',
    ],
    high: [
      'Settle the disputed items with evidence or a credit note, so that the rest can be paid.',
      'Ask accounts payable what an invoice needs to be approved at once.',
      'Call accounts payable one week before the next invoice is due.',
    ],
    medium: [
      'Send your contact a draft of the next invoice before the official one.',
      'Check that contract, order and invoice use the same items and rates.',
      'Ask the client whether the invoice shows its work in enough detail.',
    ],
    low: [
      'Offer the client one invoice a month instead of several.',
      'Confirm the billing address and the order number before the next invoice.',
    ],
  },
  renewal_growth: {
    critical: [
      'Have a director ask the client what would have to change for it to stay.',
      'Agree three results with the client that you will deliver before the notice period begins.',
      'Review the risk of losing this contract with our management every week.',
    ],
    high: [
      'Start the renewal talks now, with a summary of results and what must improve.',
      'Find out who at the client is for the renewal and who is against it.',
      'Ask the person who is against the renewal what would change that opinion.',
    ],
    medium: [
      'Put the end of the contract and the notice date into the calendar of the whole team.',
      'Ask the client for its goals of next year, and show which of them our work supports.',
      'Ask your contact when the client decides about renewals.',
    ],
    low: [
      'Propose one extension that solves a problem the client has named.',
      'Introduce the client to another client that uses more of our services.',
    ],
  },
} satisfies Record<string, Recommendations>;
