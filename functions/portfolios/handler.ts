import { portfoliosGroup } from '../../shared/contract/portfolios.ts';
import type { Deps } from '../../shared/deps.ts';
import { api } from '../../shared/http/api.ts';
import { getPortfolio } from './get-portfolio.ts';
import { listPortfolios } from './list-portfolios.ts';

export const create = (deps: Deps) => api(portfoliosGroup, { listPortfolios, getPortfolio }, deps);
