import { clientsCsv } from './answers/client-lists.ts';
import { group } from './endpoint.ts';
import { byteOrderMark, daysOfExport, exportedExtras, includeArchived, portfolioScope } from './parameters.ts';

// A group has the name of its function, but `export` is a reserved word.
export const exportGroup = group('export', 'All clients in one CSV file.', {
  exportClientsCsv: {
    path: '/clients/export/csv',
    summary: 'Export clients as CSV',
    description: `Every client in scope in the order of \`/clients\`, as an RFC 4180 file (UTF-8, comma, CRLF) with a header row. All columns come from one version of the data. Columns may be added after these:

| column | value |
|---|---|
| \`id\`, \`customerId\`, \`name\`, \`score\`, \`hasInsufficientData\`, \`lastContactDate\`, \`accountOwner\`, \`industry\`, \`location\`, \`revenueTTM\` | as in the client detail; empty if not known |
| \`riskLevel\` | \`highRisk\`, \`mediumRisk\`, \`lowRisk\` or \`onTrack\` |
| \`archived\` | \`true\` or \`false\` |
| \`externalClientId\` | the client's id in your own systems |
| \`change7day\`, \`change30day\` | the score minus the score of 7 and 30 days before; empty without one |
| \`alignment\` | \`red\`, \`amber\` or \`green\`, the value of the latest read; empty without one |
| \`portfolios\` | the ids of the portfolios that the client is in, without those of the system, joined by \`;\` |
| \`scoredTopics\` | how many of the 15 topics have data |
| \`largestMove\` | the topic that moved the score most in 30 days (else in 7), by how many points and why; empty if it became better or worse by less than 3 |
| \`moved7day\`, \`moved30day\` | of the change, what became better or worse: without what data that began, ended or arrived late contributes. Who fell or rose is said by this |
| \`reason\` | why to act on a client that is below 100 or fell by 3 points or more: what fell or pulls it down, with the rows behind it; else empty |
| \`reasonKind\` | the first of it, as it is said where it is so at many clients |
| \`nextStep\` | what to do first about the reason; empty if nothing follows from it |
| \`followUp\`, \`followedUpOn\` | what people did about the client, in words, and the day on which they said it; empty if nothing is in force |
| \`portfolioNames\` | the names of these portfolios, in the order of their ids, joined by \`;\` |
| \`topic.…\` | with \`include=topics\` a column for each topic of \`/topics\`, in its order, such as \`topic.communication_quality\`: its score; empty without data |
| \`score.…\` | with \`include=history\` a column for each of the last \`days\` days, oldest first, such as \`score.2026-11-20\`; empty where the history does not reach |
| \`metadata.…\` | a column for each key of your own metadata, sorted by key, at most 500; the same for every scope of one version |

Texts in which a spreadsheet could begin a formula get an apostrophe: at the start and after each semicolon, tab or line end, before \`=\`, \`+\`, \`-\`, \`@\` or their full-width forms (also after spaces, quotes and invisible characters), and before a text that begins with a tab or line end. Numbers never do. Removing one apostrophe at each such place restores the text.`,
    query: {
      include_archived: includeArchived,
      ...portfolioScope,
      include: exportedExtras,
      days: daysOfExport,
      bom: byteOrderMark,
    },
    answer: clientsCsv,
    contentType: 'text/csv; charset=utf-8',
  },
});
