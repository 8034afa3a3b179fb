import { describe, expect, it } from 'vitest';
import { crmFile, longAccountId } from '../../../../shared/domain/lists/crm.ts';

describe('the 18 characters of an id of a Salesforce account', () => {
  it.each([
    ['001M000000qfPyS', '001M000000qfPySIAU'],
    ['0019000000B98de', '0019000000B98deAAB'],
    ['001aaaaaaaaaaaa', '001aaaaaaaaaaaaAAA'],
    ['001AAAAAAAAAAAA', '001AAAAAAAAAAAAY55'],
    ['001M000000qfPySIAU', '001M000000qfPySIAU'],
    ['001m000000qfpysIAU', undefined],
    ['003M000000qfPyS', undefined],
    ['001M000000qfPy', undefined],
    ['9001', undefined],
  ])('%s: %s', (id, long) => expect(longAccountId(id)).toBe(long));
});

it('empties nothing by an empty cell, and says no score of a client without data', () => {
  const client = { id: '7', name: '=Acme', score: 100, scoredTopics: 0, moved30: 0 };
  const { text } = crmFile('pipedrive', [client], '2026-11-20');

  expect(text.split('\r\n')[1]).toBe("7,'=Acme,,no data,,none,none,2026-11-20");
});
