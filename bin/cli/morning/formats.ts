import { revenueText } from '../../../board/view/text.ts';
import { escapeMarkup } from '../../../shared/domain/markup.ts';
import { oneLine, plainText, points, type Report, signed } from '../../../shared/domain/morning/sections.ts';
import { bands, levelMeanings, levelNames } from '../../../shared/domain/scoring/bands.ts';
import type { Morning } from './morning.ts';

const mostShown = 10;

export const formats = {
  text: (morning: Morning) => plainText(reportOf(morning)),
  markdown: (morning: Morning) => markdown(reportOf(morning)),
  html: (morning: Morning) => html(reportOf(morning)),
  json: (morning: Morning) => `${JSON.stringify(morning)}\n`,
} as const;

export type Format = keyof typeof formats;

function reportOf(morning: Morning): Report {
  const { title, day, score, level, change, total, counts, toDo, fell, rose, littleData, changedLevel } = morning;
  const { noData, week = [], remarks = [] } = morning;
  const { currency } = morning.revenue;
  const levels = bands.map((band) => `${counts[band]} ${levelNames[band]} (${levelMeanings[band]})`).join(', ');
  const changes = (['7day', '30day'] as const).flatMap((period) =>
    change[period] === null ? [] : `, ${signed(change[period])} in ${period.replace('day', '')} days`,
  );
  const summary =
    total === 0
      ? 'There are no clients.'
      : `Portfolio score ${points(score)} (${levelNames[level]})${changes.join('')}. ${total} ${total === 1 ? 'client' : 'clients'}: ${levels}.${remarks.map((text) => `\n${text}`).join('')}`;
  const levelOf = (client: Shown) => `${points(client.score)}, ${levelNames[client.level]}`;
  const section = <C extends Shown>(heading: string, list: List<C>, what: (client: C) => string, most = mostShown) => ({
    title: heading,
    total: list.total,
    lines: list.clients.slice(0, most).map((client) => ({
      name: client.name,
      facts: `${what(client)}${revenueOf(client, currency)}${ownerOf(client)}${sentence(client.followUp)}${sentence(client.why)}${sentence(client.next && `Next: ${client.next}`)}`,
    })),
  });
  const moves = (heading: string, list: (typeof fell)['7day']) =>
    section(heading, list, (client) => `${signed(client.change)} to ${levelOf(client)}`);
  return {
    title: `${title}, ${day ?? 'no scores yet'}`,
    summary,
    sections: [
      ...(week.length > 0 ? [{ title: 'Since a week ago', total: week.length, lines: week }] : []),
      ...(changedLevel
        ? [
            section(
              `Changed level since ${changedLevel.since ?? 'the earlier report'}`,
              changedLevel,
              (client) => `${levelNames[client.from]} to ${levelNames[client.level]}, now ${points(client.score)}`,
              changedLevel.clients.length,
            ),
          ]
        : []),
      ...(toDo
        ? [
            section(
              'What to do first',
              toDo,
              (client) => `${levelOf(client)}${client.change ? `, ${signed(client.change)} in 30 days` : ''}`,
            ),
          ]
        : []),
      moves('Fell in 7 days', fell['7day']),
      moves('Fell in 30 days', fell['30day']),
      moves('Rose in 7 days', rose['7day']),
      moves('Rose in 30 days', rose['30day']),
      section('With little data', littleData, levelOf),
      ...(noData && noData.total > 0
        ? [section('Without data', noData, ({ score }) => `counts with ${points(score)}`)]
        : []),
    ],
  };
}

type Shown = Morning['littleData']['clients'][number] & {
  readonly revenue?: number | null | undefined;
  readonly why?: string | undefined;
  readonly next?: string;
  readonly followUp?: string | undefined;
};
type List<C> = { readonly total: number; readonly clients: readonly C[] };

const ownerOf = ({ owner }: Shown) => (owner ? `, ${oneLine(owner)}` : '');
const sentence = (text: string | undefined) => (text ? `. ${oneLine(text).replace(/\.$/, '')}` : '');
const revenueOf = ({ revenue }: Shown, currency = '') =>
  revenue === null || revenue === undefined ? '' : `, revenue ${oneLine(`${revenueText(revenue)} ${currency}`)}`;

function markdown({ title, summary, sections }: Report): string {
  const parts = sections.flatMap(({ title: heading, total, lines }) => [
    `## ${heading}: ${total}`,
    [
      ...lines.map(({ name, facts }) => `- **${plainMarkdown(name)}**: ${plainMarkdown(facts)}`),
      ...moreOf(total, lines.length).map((text) => `- ${text}`),
    ].join('\n'),
  ]);
  return `${[`# ${plainMarkdown(title)}`, summary, ...parts.filter(Boolean)].join('\n\n')}\n`;
}

/** Text that Markdown shows as it is: no character of it begins markup or a tag. */
function plainMarkdown(text: string): string {
  return oneLine(text).replaceAll(/[\\`*_{}[\]<>()|~&@:]/g, (character) =>
    /[<>&@:]/.test(character) ? `&#${character.charCodeAt(0)};` : `\\${character}`,
  );
}

/** For mails: all style is in attributes, since mail programs drop style sheets. */
function html({ title, summary, sections }: Report): string {
  const isolated = (text: string) => `<bdi>${escapeMarkup(oneLine(text))}</bdi>`;
  const cell = 'padding:4px 12px 4px 0;border-bottom:1px solid #dce2e9;text-align:left;vertical-align:top';
  const parts = sections.map(({ title: heading, total, lines }) => {
    const rows = lines.map(
      ({ name, facts }) =>
        `<tr><td style="${cell};font-weight:600">${isolated(name)}</td><td style="${cell}">${isolated(facts)}</td></tr>`,
    );
    const more = moreOf(total, lines.length).map((text) => `<p style="margin:4px 0;color:#52606f">${text}</p>`);
    return `<h2 style="font-size:16px;margin:20px 0 6px">${heading}: ${total}</h2>${rows.length > 0 ? `<table role="presentation" style="border-collapse:collapse;font-size:14px">${rows.join('')}</table>` : ''}${more.join('')}`;
  });
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeMarkup(oneLine(title))}</title></head>
<body style="margin:0;padding:20px;font:14px/1.5 system-ui,sans-serif;color:#18222e;background:#fff">
<h1 style="font-size:22px;margin:0 0 6px">${isolated(title)}</h1>
<p style="margin:0">${summary}</p>
${parts.join('\n')}
</body></html>
`;
}

function moreOf(total: number, shown: number): string[] {
  return total > shown && shown > 0 ? [`and ${total - shown} more`] : [];
}
