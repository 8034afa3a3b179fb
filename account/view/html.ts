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
