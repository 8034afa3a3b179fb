import * as z from 'zod';
import type { Stream, StreamDetail } from '../../client/index.ts';
import { bandOf } from '../../shared/domain/scoring/bands.ts';
import { limitOf, offset, refuseUnfit, tool, WrongQuestion } from '../tool.ts';

const usual = 25;

/** Streams of the account, of one client, or one stream with its insights. */
export const getStreams = tool({
  name: 'get_streams',
  title: 'Streams (sub-projects of clients)',
  description:
    'Streams of the whole account or of one client, highest score first. With client_id and stream_id: one stream with weekly insights, topics on fire and recommendations.',
  input: z.strictObject({
    client_id: z.string().optional().describe('Only the streams of this client.'),
    stream_id: z.string().optional().describe('Only this stream; needs client_id.'),
    include_inactive: z.boolean().optional().describe('Include inactive and pending streams. Default: false.'),
    limit: limitOf(100, usual),
    offset,
  }),
  answer: async (api, { client_id, stream_id, ...page }, signal) => {
    if (stream_id !== undefined) {
      refuseUnfit(page, 'with stream_id');
      if (client_id === undefined)
        throw new WrongQuestion('stream_id needs client_id: the parentClientId of the stream.');
      const { insights, historicalData, ...stream } = await api.getStream({ client_id, stream_id }, { signal });
      const newest = historicalData.slice(-90);
      return {
        value: { ...shown(stream), insights, historyOf90Days: newest },
        lists: [
          { key: 'historyOf90Days', more: () => 'The newest scores matter most; the API has a year.' },
          { key: 'insights', more: () => 'They are the newest weeks.' },
        ],
      };
    }
    const { include_inactive = false, limit = usual, offset = 0 } = page;
    const { streams, total } =
      client_id === undefined
        ? await api.listStreams({ include_inactive, limit, offset }, { signal })
        : await ofClient(await api.listClientStreams(client_id, { include_inactive }, { signal }), limit, offset);
    return {
      value: { streams: streams.map(({ historicalData: _, ...stream }) => shown(stream)), total },
      lists: [
        {
          key: 'streams',
          none: 'There are none. include_inactive shows inactive and pending ones too.',
          total: Math.max(0, total - offset),
          more: (count) => `Ask again with offset ${offset + count}.`,
        },
      ],
    };
  },
});

function ofClient({ streams, total }: { streams: readonly Stream[]; total: number }, limit: number, offset: number) {
  return { streams: streams.slice(offset, offset + limit), total };
}

function shown<S extends Omit<Stream, 'historicalData'> | Omit<StreamDetail, 'historicalData' | 'insights'>>({
  customerId: _,
  ...stream
}: S) {
  return { ...stream, riskLevel: bandOf(stream.score) };
}
