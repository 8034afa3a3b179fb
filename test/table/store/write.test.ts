import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { expect, it } from 'vitest';
import { ifConditionHolds } from '../../../shared/table/store/write.ts';

it('a conditional write says whether its condition holds, and fails as it fails otherwise', async () => {
  const failed = new ConditionalCheckFailedException({ message: '', $metadata: {} });

  expect(await ifConditionHolds(async () => undefined)).toBe(true);
  expect(await ifConditionHolds(() => Promise.reject(failed))).toBe(false);
  await expect(ifConditionHolds(() => Promise.reject(new Error('other')))).rejects.toThrow('other');
});
