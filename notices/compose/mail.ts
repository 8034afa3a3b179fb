import { escapeMarkup } from '../../shared/domain/markup.ts';
import { oneLine } from '../../shared/domain/morning/sections.ts';
import type { Band } from '../../shared/domain/scoring/bands.ts';
import type { Call, Line, Message } from './message.ts';

/** What a mail ends with. */
export interface Foot {
  readonly text: string;
  readonly call?: Call;
}

export function mailText({ title, lines, call }: Message, foot: Foot): string {
  const parts = lines.map(({ name, text, link: to }) => `${name}: ${text}${to === undefined ? '' : `\n${to}`}`);
  const end = foot.call ? ` ${callText(foot.call)}` : '';
  return `${[title, ...parts, callText(call), `${foot.text}${end}`].join('\n\n')}\n`;
}

const callText = ({ text, link }: Call) => `${text}: ${link}`;

/** Dark enough for text on white. */
const colours: Readonly<Record<Band, string>> = {
  highRisk: '#a4262c',
  mediumRisk: '#8a5a00',
  lowRisk: '#1f5fa8',
  onTrack: '#1c6b34',
};

/** All style is in attributes, because mail programs drop style sheets. One column, so that a telephone shows it whole. */
export function mailHtml({ title, lines, call }: Message, foot: Foot): string {
  const anchor = (to: string, html: string, style = 'color:#1f5fa8') =>
    `<a href="${escapeMarkup(to)}" style="${style}">${html}</a>`;
  const called = ({ text, link }: Call) => anchor(link, escapeMarkup(text));
  const item = ({ name, level, text, link: to }: Line) => {
    const shown = `<bdi>${escapeMarkup(oneLine(name))}</bdi>`;
    const colour = level === undefined ? '#18222e' : colours[level];
    const head = to === undefined ? shown : anchor(to, shown, `color:${colour}`);
    return `<div style="margin:0 0 14px;padding:0 0 0 12px;border-left:4px solid ${colour}"><strong>${head}</strong><br><bdi>${escapeMarkup(text)}</bdi></div>`;
  };
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeMarkup(title)}</title></head>
<body style="margin:0;padding:20px;background:#ffffff;color:#18222e;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<div style="max-width:600px;margin:0 auto;overflow-wrap:anywhere">
<h1 style="font-size:19px;margin:0 0 16px">${escapeMarkup(title)}</h1>
${lines.map(item).join('\n')}
<p style="margin:20px 0">${called(call)}</p>
<p style="margin:0;font-size:13px;color:#52606f">${escapeMarkup(foot.text)}${foot.call ? ` ${called(foot.call)}` : ''}</p>
</div>
</body></html>
`;
}
