export const info = {
  title: 'Client Health API',
  // its second number grows with the first field, parameter or endpoint after a release
  version: '1.1.0',
  summary: 'Read-only access to the client health data of one account.',
  description: `Scores of clients and streams, their history and reasons, portfolios, notes, key people and weekly reads.

- **Authentication**: send your API key in the header \`X-API-Key\` with every request. A key belongs to one account and sees that account only. Keep it out of URLs, logs and browsers.
- **Data**: scores are computed daily at 00:00 UTC. Imported changes appear at once in answers about one client, and in lists after seconds (10,000 clients: about 10 s, 100,000: about 80 s). All dates and times are in UTC.
- **Pagination**: lists take \`limit\` and \`offset\` and return \`total\`. Their order is total, so pages neither repeat nor skip entries while the data stays the same.
- **Rate limits**: 100 requests per minute, 5,000 per hour and 50,000 per day for each key. Every response says how many are left.
- **Caching**: every 200 has an \`ETag\`; send it back in \`If-None-Match\`.
- **Parameters**: a parameter that is given twice is rejected. Unknown parameters are ignored, except parameters of other endpoints and near misses, which give 422, or 400 if they mean \`portfolio_id\`. A near miss differs from a parameter only in case, \`_\`, \`-\` or \`[]\`, or by one letter (for names of five letters or more), or is another word for it (\`page\`, \`archived\`, \`weeks\`, \`day\`, \`portfolio\`, \`portfolio_name\`).
- **Compatibility**: fields, endpoints and optional parameters may be added to v1 at any time, so ignore fields that you do not know.`,
  contact: { name: 'The operator of your deployment', email: 'support@client-health.example' },
  license: { name: 'MIT', identifier: 'MIT' },
};

export const servers = [
  {
    url: 'https://client-health.example/v1',
    description: 'A placeholder: replace it with the base URL of your deployment, which ends with the version.',
  },
];

export const apiKey = {
  type: 'apiKey',
  in: 'header',
  name: 'X-API-Key',
  description:
    'The API key of your account, issued by the operator. It is read-only, but it gives access to all data of the account: keep it secret.',
};
