import { expect, it } from 'vitest';
import { ConditionFailed } from '../../../shared/table/store/table.ts';
import { ifConditionHolds } from '../../../shared/table/store/write.ts';

it('a conditional write says whether its condition holds, and fails as it fails otherwise', async () => {
  expect(await ifConditionHolds(Promise.resolve())).toBe(true);
  expect(await ifConditionHolds(Promise.reject(new ConditionFailed(undefined, false)))).toBe(false);
  await expect(ifConditionHolds(Promise.reject(new Error('other')))).rejects.toThrow('other');
});
