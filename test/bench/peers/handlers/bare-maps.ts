import { mapsKey } from '../stored.ts';
import { bare, getItem, listBody, sliceOf } from './bare.ts';

// Stores the list of all clients as one attribute, a list of maps.

export const handler = bare(async (event, counted) => {
  const { limit, offset } = sliceOf(event);
  const { entries, version } = (await getItem(mapsKey)) as { entries: unknown[]; version: string };
  return { body: listBody(entries.slice(offset, offset + limit), entries.length, counted), version };
});
