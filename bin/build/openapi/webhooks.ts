import { webhookBodies } from '../../../shared/contract/webhooks.ts';
import type { Json, SchemaComponents } from './schemas.ts';

const summaries: ReadonlyMap<string, string> = new Map([
  ['account.scored', 'A night can be read'],
  ['client.level_changed', 'A client changed level'],
  ['client.left', 'A client has left'],
  ['feed.late', 'Files are late'],
]);

const description =
  'Sent to the URL that an administrator gave on the page of the account, by [Standard Webhooks](https://www.standardwebhooks.com): verify it with one of their libraries and the secret that the page shows, before you read it. It is sent at least once; a repetition has the same `webhook-id`. Any answer 2xx within 10 seconds takes it. Else it is tried again for 24 hours, with growing pauses, each time with a new timestamp and signature. Ignore types that you do not know.';

/** The bodies of webhooks and their headers, by type of event. */
export function webhooksOf(schemas: SchemaComponents): Json {
  return Object.fromEntries(
    Object.entries(webhookBodies).map(([type, body]) => [
      type,
      {
        post: {
          operationId: type.replaceAll(/[._](\w)/g, (_, letter) => letter.toUpperCase()),
          summary: summaries.get(type),
          description,
          security: [],
          parameters: [
            header('webhook-id', 'Names the message: the same at every try.'),
            header(
              'webhook-timestamp',
              'When this try was made, in seconds since 1970. Refuse what is older than five minutes.',
            ),
            header(
              'webhook-signature',
              '`v1,` and a signature; several with spaces between them while a secret changes.',
            ),
          ],
          requestBody: { required: true, content: { 'application/json': { schema: schemas.referenceTo(body) } } },
          responses: {
            '2XX': { description: 'You have it. The body is not read.' },
            '410': { description: 'You want no more of this message: it is not tried again.' },
            '4XX': { description: 'It is tried again, as after a redirect, an error or no answer.' },
          },
        },
      },
    ]),
  );
}

const header = (name: string, about: string) => ({
  name,
  in: 'header',
  required: true,
  description: about,
  schema: { type: 'string' },
});
