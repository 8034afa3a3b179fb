import {
  APIGatewayClient,
  ConflictException,
  CreateApiKeyCommand,
  CreateUsagePlanKeyCommand,
  DeleteApiKeyCommand,
  GetApiKeysCommand,
  NotFoundException,
} from '@aws-sdk/client-api-gateway';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, it } from 'vitest';
import { apiGatewayPlane } from '../../../../account/keys/control-plane.ts';
import { gatewayKeys } from '../../../../account/keys/gateway-keys.ts';

// Requests to API Gateway's control plane, and what its refusals mean.

const client = new APIGatewayClient({ region: 'eu-west-1', credentials: { accessKeyId: 'x', secretAccessKey: 'x' } });
const api = mockClient(client);
const plane = apiGatewayPlane({ usagePlan: async () => 'plan1', stackName: 'health' }, client);
const value = `svctest${'A'.repeat(36)}`;
const refusal = { $metadata: {}, message: 'refused' };
const sent = () => api.calls().map(({ args: [{ input }] }) => input);

beforeEach(() => void api.reset());

it('a key is created enabled, named by its public id, tagged with stack and account, and in the usage plan; none are listed', async () => {
  api.on(CreateApiKeyCommand).resolves({ id: 'id1' });
  api.on(CreateUsagePlanKeyCommand).resolves({});

  expect(await gatewayKeys(plane).add('abcd1234', value, 'acme')).toBe('id1');
  const tags = { 'client-health': 'health', 'client-health-account': 'acme' };
  expect(sent()).toEqual([
    { name: 'abcd1234', value, enabled: true, tags },
    { usagePlanId: 'plan1', keyId: 'id1', keyType: 'API_KEY' },
  ]);
});

it('what is there already is no error, and what is gone is said or counts as removed', async () => {
  api.on(CreateApiKeyCommand).rejects(new ConflictException(refusal));
  api.on(CreateUsagePlanKeyCommand).rejectsOnce(new ConflictException(refusal)).rejects(new NotFoundException(refusal));
  api.on(DeleteApiKeyCommand).rejects(new NotFoundException(refusal));

  expect(await plane.create('abcd1234', value, 'acme')).toBeUndefined();
  expect([await plane.join('id1'), await plane.join('id1')]).toEqual([true, false]);
  await plane.remove('id1');
});

it('of all pages of keys whose names begin alike, the one of this name is removed', async () => {
  api
    .on(GetApiKeysCommand)
    .resolvesOnce({ items: [{ id: 'id1', name: 'abcd12345' }], position: '1' })
    .resolves({ items: [{ id: 'id2', name: 'abcd1234' }] });
  api.on(DeleteApiKeyCommand).resolves({});
  await gatewayKeys(plane).remove({ keyId: 'abcd1234' });

  // as many a page as API Gateway gives: it allows few calls a second
  const asked = { nameQuery: 'abcd1234', includeValues: false, limit: 500 };
  expect(sent()).toEqual([asked, { ...asked, position: '1' }, { apiKey: 'id2' }]);
});
