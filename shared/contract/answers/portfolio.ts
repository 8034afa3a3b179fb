import * as z from 'zod';
import { breakdown, count, customerId, scoreChangesSchema, scoreSchema, timestamp, total } from './common.ts';

export const portfolio = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    color: z.string().regex(/^#[0-9A-Fa-f]{6}$/),
    description: z.string().optional(),
    customerId: customerId.optional(),
    clientCount: count.meta({ description: 'Clients of the whole portfolio.' }),
    userIds: z.array(z.string()).optional(),
    isSystem: z.boolean(),
    createdAt: timestamp.optional(),
  })
  .meta({ id: 'Portfolio' });

export const portfolioList = z
  .strictObject({ portfolios: z.array(portfolio), total, customerId })
  .meta({ id: 'Portfolios' });

export const portfolioDetail = portfolio
  .extend({
    clients: z
      .array(
        z.strictObject({
          id: z.string(),
          name: z.string(),
          score: scoreSchema,
          scoreChanges: scoreChangesSchema.optional(),
          extraColumns: z.record(z.string(), z.string()),
        }),
      )
      .optional()
      .meta({ description: 'Cut by limit; absent with include_clients=false.' }),
    health: z.strictObject({ score: scoreSchema, breakdown }).meta({ description: 'Of the whole portfolio.' }),
  })
  .meta({ id: 'PortfolioDetail' });
