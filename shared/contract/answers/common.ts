import * as z from 'zod';

export const customerId = z.string().meta({ description: 'The customer account that owns the key.' });
export const count = z.int().min(0);
export const total = count.meta({ description: 'All matching entries, before the page was cut.' });
export const scoreSchema = z
  .number()
  .min(0)
  .max(200)
  .meta({ description: 'Service score, 0 to 200; 100 meets expectations.' });
export const timestamp = z.iso.datetime();
export const dateSchema = z.iso.date();
export const portfolioId = z
  .string()
  .nullable()
  .meta({ description: 'The portfolio that the answer is scoped to; null: the whole account.' });
export const historicalData = z.array(scoreSchema).meta({ description: 'One score per day, oldest first.' });

const scoreChange = z.strictObject({ change: z.number(), percentage: z.number(), previousScore: scoreSchema });

export const scoreChangesSchema = z
  .strictObject({ '7day': scoreChange.optional(), '30day': scoreChange.optional() })
  .meta({ id: 'ScoreChanges', description: 'Against the score of 7 and of 30 days before; absent without one.' });

const counts = {
  highRisk: count,
  mediumRisk: count,
  lowRisk: count,
  onTrack: count,
};

export const breakdown = z.strictObject(counts).meta({ id: 'Breakdown', description: 'Clients per risk level.' });
export const breakdownWithTotal = z.strictObject({ ...counts, total: count }).meta({ id: 'BreakdownWithTotal' });

const percent = z.number().min(0).max(100);

export const distribution = z
  .strictObject({
    highRiskPercent: percent,
    mediumRiskPercent: percent,
    lowRiskPercent: percent,
    onTrackPercent: percent,
  })
  .meta({
    id: 'Distribution',
    description: 'The breakdown in percent; adds up to 100, or is all 0 for an empty scope.',
  });
