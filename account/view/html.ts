import { dateText, escaped } from '../../board/view/text.ts';
import type { PageCall } from '../call.ts';

/** A form of the page, with its token. */
export function form({ request, ports }: Pick<PageCall, 'request' | 'ports'>, path: string, fields: string): string {
  return `<form class="fields" method="post" action="${escaped(request.base + path)}"><input type="hidden" name="token" value="${escaped(ports.token.make())}">${fields}</form>`;
}

/** 27 Nov 2026, 18:20 UTC */
export function timeText(iso: string): string {
  return `<time datetime="${iso}">${dateText(iso)}, ${iso.slice(11, 16)} UTC</time>`;
}

export function facts(rows: readonly (readonly [name: string, html: string])[]): string {
  return `<dl>${rows.map(([name, html]) => `<dt>${name}</dt><dd>${html}</dd>`).join('')}</dl>`;
}

/** A client, where one is chosen from a list. */
export const clientLabel = ({ id, name }: { readonly id: string; readonly name: string }) => `${name} (${id})`;

/** An answer of Lambda has 6 MB at most. */
const mostOffered = 5000;

/** What the fields of a page that name this list offer while somebody types. */
export function offered(listId: string, texts: readonly string[]): string {
  const options = texts.slice(0, mostOffered).map((text) => `<option value="${escaped(text)}"></option>`);
  const more = texts.length - options.length;
  const said =
    more > 0 ? `<p class="quiet">${more} clients are not in the list: give the id of such a client.</p>` : '';
  return `<datalist id="${listId}">${options.join('')}</datalist>${said}`;
}
