// Whether the status, a label or the stage of a client in a CRM says that it has left.

const words =
  /^(?:ex|former|past|previous|lost|churned|inactive|cancell?ed|terminated|offboarded|departed|left|gone|inaktiv|ehemalig(?:er)?|gekündigt)(?:[- ]?(?:client|customer|account|kunde))?$/;
/** What only people can tell. */
const doubtful = /\b(?:dormant|paused?|on hold|offboarding|notice|ended|ending|expired|dead|do not contact|ruhend)\b/i;

export function saysGone(cell: string): boolean {
  return cell.split(/[,;|]/).some((label) => words.test(label.trim().toLowerCase()));
}

export function maySayGone(header: string, cell: string): boolean {
  return /\b(?:status|stage|labels?|type)$/i.test(header) && doubtful.test(cell);
}
