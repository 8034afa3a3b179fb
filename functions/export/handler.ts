import { exportGroup } from '../../shared/contract/export.ts';
import type { Deps } from '../../shared/deps.ts';
import { api } from '../../shared/http/api.ts';
import { exportClientsCsv } from './export-clients-csv.ts';

export const create = (deps: Deps) => api(exportGroup, { exportClientsCsv }, deps);
