import { documentAnswer } from '../../account/view/document.ts';
import { escapeMarkup } from '../../shared/domain/markup.ts';

interface Note {
  readonly status: number;
  readonly title: string;
  readonly text: string;
  /** Where the page is. */
  readonly page: string;
}

/** A page for somebody of whom no account is known. */
export function noteAnswer({ status, title, text, page }: Note) {
  const body = `<main class="board account"><h1>${escapeMarkup(title)}</h1><p class="card">${escapeMarkup(text)}</p><p><a href="${escapeMarkup(page)}">To the page of your account</a></p></main>`;
  return documentAnswer({ status, title, body, policy: "form-action 'none'" });
}
