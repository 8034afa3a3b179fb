import { streamsGroup } from '../../shared/contract/streams.ts';
import type { Deps } from '../../shared/deps.ts';
import { api } from '../../shared/http/api.ts';
import { getStream } from './get-stream.ts';
import { listClientStreams } from './list-client-streams.ts';
import { listStreams } from './list-streams.ts';

export const create = (deps: Deps) => api(streamsGroup, { listStreams, listClientStreams, getStream }, deps);
