import { describe, expect, it } from 'vitest';
import { LimiterError } from '../../../../../shared/http/limiter-error.ts';
import { toAttributes } from '../../../../../shared/table/store/lean/attributes.ts';
import { ServiceError } from '../../../../support/mem-dynamo/mem-dynamo.ts';
import { memTable } from '../../../../support/mem-dynamo/table.ts';
import { keyItem, putKey, unknownKey } from '../../../../support/service/api-keys.ts';
import { noon } from '../../../../support/service/deps.ts';
import {
  aroundAttempts,
  connectionResetError,
  serverError,
  throttlingError,
  timeoutError,
} from '../../../../support/sim/attempts.ts';
import { keyCheckerOn } from '../../../../support/sim/key-checker.ts';
import { memoryTable } from '../../../../support/store/table.ts';

const metric = {
  _aws: {
    Timestamp: noon,
    CloudWatchMetrics: [
      { Namespace: 'ClientHealth', Dimensions: [['deployment']], Metrics: [{ Name: 'LimiterError', Unit: 'Count' }] },
    ],
  },
  LimiterError: 1,
};

describe('a limiter that fails logs a metric', () => {
  it.each([
    ['throttles', () => Promise.reject(throttlingError())],
    ['answers 500', () => Promise.reject(serverError())],
    ['resets connections', () => Promise.reject(connectionResetError())],
    ['is too slow', () => Promise.reject(timeoutError())],
    ['may not be asked', () => Promise.reject(Object.assign(new Error('no'), { name: 'AccessDeniedException' }))],
  ])('when the store %s', async (_, fail) => {
    const table = memoryTable();
    const apiKey = await putKey(table);
    const { ask, deps } = keyCheckerOn(aroundAttempts(table, fail));

    expect(await ask(apiKey)).not.toHaveProperty('admitted');
    expect(deps.logged).toEqual([metric]);
  });

  it('when the store refuses to count although there is room', async () => {
    const apiKey = unknownKey();
    const refused = () => {
      throw new ServiceError('ConditionalCheckFailedException', 'no', { Item: toAttributes(keyItem(apiKey)) });
    };
    const table = memTable({ perform: refused });
    const { checker, deps } = keyCheckerOn(table);

    await expect(checker.check(apiKey, table).admission).rejects.toThrow(
      new LimiterError('A request was not counted although no window is full.'),
    );
    expect(deps.logged).toEqual([metric]);
  });

  it.each([
    ['unknown', undefined],
    ['revoked', { st: 'revoked' }],
    ['suspended', { st: 'suspended' }],
    ['full', { w: { m29919600: 100 } }],
  ] as const)('but not when a key is %s', async (_, facts) => {
    const table = memoryTable();
    const apiKey = await putKey(table, facts);
    const { ask, deps } = keyCheckerOn(facts ? table : memoryTable());
    await ask(apiKey);

    expect(deps.logged).toEqual([]);
  });
});
