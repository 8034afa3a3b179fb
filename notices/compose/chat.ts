import type { Line, Message } from './message.ts';

// Messages for incoming webhooks of Slack, and of Workflows in Teams.

const mostHeader = 150;
const mostSection = 3000;

/** Slack's markup begins with these; so escaped, no name is a link, a mention or a channel. */
const slackText = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    // they would make the text bold, italic, struck or code
    .replaceAll(/[*_~`]/g, '\u2060$&\u2060');

const cut = (text: string, most: number) => (text.length <= most ? text : `${text.slice(0, most - 1)}…`);

/** Blocks, and the text that notifications show. */
export function slackBody({ title, lines, call }: Message): string {
  const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text } });
  const line = ({ name, text, link: to }: Line) => {
    const open = to === undefined ? '' : ` <${to}|Open>`;
    return section(`*${slackText(cut(name, 200))}* ${cut(slackText(text), mostSection - 700)}${open}`);
  };
  const blocks = [
    { type: 'header', text: { type: 'plain_text', text: cut(title, mostHeader), emoji: false } },
    ...lines.map(line),
    section(`<${call.link}|${call.text}>`),
  ];
  return JSON.stringify({ text: slackText(title), blocks, unfurl_links: false, unfurl_media: false });
}

/** An Adaptive Card. Its texts are runs, which know no markup. */
export function teamsBody({ title, lines, call }: Message): string {
  const line = ({ name, text, link: to }: Line) => ({
    type: 'RichTextBlock',
    spacing: 'Medium',
    inlines: [
      {
        type: 'TextRun',
        text: cut(name, 200),
        weight: 'Bolder',
        ...(to !== undefined && { selectAction: { type: 'Action.OpenUrl', url: to } }),
      },
      { type: 'TextRun', text: ` ${text}` },
    ],
  });
  const heading = { type: 'TextRun', text: title, size: 'Medium', weight: 'Bolder' };
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [{ type: 'RichTextBlock', inlines: [heading] }, ...lines.map(line)],
    actions: [{ type: 'Action.OpenUrl', title: call.text, url: call.link }],
    msteams: { width: 'Full' },
  };
  const contentType = 'application/vnd.microsoft.card.adaptive';
  return JSON.stringify({ type: 'message', attachments: [{ contentType, contentUrl: null, content }] });
}
