import type { APIGatewayProxyEvent } from 'aws-lambda';
import { clientKey, overviewKey, pageKey, pagesOf, perPage, wholeListKey } from '../stored.ts';
import { bare, getItem, listBody, sliceOf } from './bare.ts';

// Stores its answers as texts: a client's detail and the overview are sent as they are, a list is cut from pages of 100
// entries, and a search looks through the text of the whole list.

interface Texts {
  readonly text: string;
  readonly version: string;
  readonly total: number;
}

export const handler = bare(async (event, counted) => {
  switch (event.resource) {
    case '/clients/{client_id}': {
      const { text: body, version } = (await getItem(
        clientKey(event.pathParameters?.client_id ?? ''),
      )) as unknown as Texts;
      return { body, version };
    }
    case '/clients/statistics/overview': {
      const { text: body, version } = (await getItem(overviewKey)) as unknown as Texts;
      return { body, version };
    }
    case '/clients/search': {
      const { text, version } = (await getItem(wholeListKey)) as unknown as Texts;
      const { query = '' } = event.queryStringParameters ?? {};
      const found = matching(JSON.parse(text) as { name: string }[], query.toLowerCase());
      return { body: listBody(found.slice(0, sliceOf(event).limit), found.length, counted, { query }), version };
    }
    default:
      return list(event, counted);
  }
});

async function list(event: APIGatewayProxyEvent, counted: Parameters<typeof listBody>[2]) {
  const { limit, offset } = sliceOf(event);
  const pages = (await Promise.all(pagesOf(offset, limit).map((page) => getItem(pageKey(page))))) as Partial<Texts>[];
  const entries = pages.flatMap(({ text = '[]' }) => JSON.parse(text) as unknown[]);
  const clients = entries.slice(offset % perPage, (offset % perPage) + limit);
  return { body: listBody(clients, pages[0]?.total ?? 0, counted), version: pages[0]?.version ?? '' };
}

/** Names that begin with the query, then those that contain it. */
function matching<Entry extends { name: string }>(entries: readonly Entry[], query: string): Entry[] {
  const found = entries.filter(({ name }) => name.toLowerCase().includes(query));
  const begins = ({ name }: Entry) => name.toLowerCase().startsWith(query);
  return [...found.filter(begins), ...found.filter((entry) => !begins(entry))];
}
