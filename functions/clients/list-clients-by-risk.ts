import type { clientsGroup } from '../../shared/contract/clients.ts';
import { bandNamed } from '../../shared/domain/scoring/bands.ts';
import type { Operation } from '../../shared/http/operation.ts';
import { scopedAnswer } from '../../shared/http/roster-answer.ts';
import { clientsBody, pageInOrder } from './page.ts';

export const listClientsByRisk: Operation<typeof clientsGroup.endpoints.listClientsByRisk> = (call, deps) => {
  const riskLevel = bandNamed(call.path.risk_level);
  if (!riskLevel) throw new Error('the contract allows a risk level that is not a band');
  return scopedAnswer(riskLevel, call, deps, async (scope) =>
    clientsBody(scope, await pageInOrder(scope, call.query, riskLevel), { riskLevel }),
  );
};
