import { clientsGroup } from '../../shared/contract/clients.ts';
import type { Deps } from '../../shared/deps.ts';
import { api } from '../../shared/http/api.ts';
import { getPortfolioHealth } from './get-portfolio-health.ts';
import { getPortfolioHealthHistory } from './get-portfolio-health-history.ts';
import { getStatisticsOverview } from './get-statistics-overview.ts';
import { listClients } from './list-clients.ts';
import { listClientsByRisk } from './list-clients-by-risk.ts';
import { listTrendingClients } from './list-trending-clients.ts';
import { searchClients } from './search-clients.ts';

export const create = (deps: Deps) =>
  api(
    clientsGroup,
    {
      ...{ listClients, getPortfolioHealth, getPortfolioHealthHistory, getStatisticsOverview },
      ...{ listClientsByRisk, searchClients, listTrendingClients },
    },
    deps,
  );
