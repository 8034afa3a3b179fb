import { alignmentGroup } from '../../shared/contract/alignment.ts';
import type { Deps } from '../../shared/deps.ts';
import { api } from '../../shared/http/api.ts';
import { getClientAlignment } from './get-client-alignment.ts';
import { listAlignment } from './list-alignment.ts';

export const create = (deps: Deps) => api(alignmentGroup, { listAlignment, getClientAlignment }, deps);
