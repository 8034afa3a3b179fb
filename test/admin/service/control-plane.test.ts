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
import { describe, expect, it } from 'vitest';
import { apiGatewayPlane } from '../../../account/keys/control-plane.ts';
import { gatewayKeys } from '../../../account/keys/gateway-keys.ts';

// Requests to API Gateway's control plane and the handling of its errors. The stub keeps state.

interface Key {
  readonly id: string;
  readonly name: string;
  readonly value: string;
}

const refusal = { $metadata: {}, message: 'refused' };

function standIn() {
  const keys: Key[] = [];
  const members = new Map<string, string>();
  const sent: { command: string; input: object }[] = [];
  const client = new APIGatewayClient({ region: 'eu-west-1', credentials: { accessKeyId: 'x', secretAccessKey: 'x' } });
  const mock = mockClient(client);

  function call<Input extends object, Output>(command: string, apply: (input: Input) => Output) {
    return (input: Input): Output => {
      sent.push({ command, input });
      return apply(input);
    };
  }

  mock.on(GetApiKeysCommand).callsFake(
    call('GetApiKeys', ({ nameQuery = '', includeValues, position = '0' }: Record<string, string | undefined>) => {
      // one key per page, so that every search reads several pages
      const found = keys.filter(({ name }) => name.startsWith(nameQuery));
      const at = Number(position);
      const items = found.slice(at, at + 1).map(({ value, ...key }) => (includeValues ? { ...key, value } : key));
      return { items, ...(at + 1 < found.length && { position: String(at + 1) }) };
    }),
  );
  mock.on(CreateApiKeyCommand).callsFake(
    call('CreateApiKey', ({ name, value }: Key) => {
      if (keys.some((key) => key.value === value)) throw new ConflictException(refusal);
      keys.push({ id: `id${keys.length + 1}`, name, value });
      return { id: `id${keys.length}` };
    }),
  );
  mock.on(CreateUsagePlanKeyCommand).callsFake(
    call('CreateUsagePlanKey', ({ usagePlanId, keyId }: { usagePlanId: string; keyId: string }) => {
      if (members.has(keyId)) throw new ConflictException(refusal);
      members.set(keyId, usagePlanId);
      return {};
    }),
  );
  mock.on(DeleteApiKeyCommand).callsFake(
    call('DeleteApiKey', ({ apiKey }: { apiKey: string }) => {
      const at = keys.findIndex(({ id }) => id === apiKey);
      if (at < 0) throw new NotFoundException(refusal);
      keys.splice(at, 1);
      members.delete(apiKey);
      return {};
    }),
  );
  return {
    keys,
    members,
    sent,
    mock,
    plane: apiGatewayPlane({ usagePlan: async () => 'plan1', stackName: 'health' }, client),
  };
}

const value = `svctest${'A'.repeat(36)}`;

describe('the control plane of API Gateway', () => {
  it('creates an enabled key named by its public id, tagged with the stack and the account, in the usage plan; it lists none', async () => {
    const { plane, sent, keys, members } = standIn();

    expect(await gatewayKeys(plane).add('abcd1234', value, 'acme')).toBe('id1');

    expect(keys).toEqual([{ id: 'id1', name: 'abcd1234', value }]);
    expect([...members]).toEqual([['id1', 'plan1']]);
    expect(sent).toEqual([
      {
        command: 'CreateApiKey',
        input: {
          name: 'abcd1234',
          value,
          enabled: true,
          tags: { 'client-health': 'health', 'client-health-account': 'acme' },
        },
      },
      { command: 'CreateUsagePlanKey', input: { usagePlanId: 'plan1', keyId: 'id1', keyType: 'API_KEY' } },
    ]);
  });

  it('finds a key among any number of keys whose names have the same prefix', async () => {
    const { plane, keys, sent } = standIn();
    const found = Array.from({ length: 502 }, (_, at) => ({ id: `id${at}`, name: `abc-${at}` }));
    keys.push(...found.map((key) => ({ ...key, value: `${value}${key.id}` })), { id: 'z', name: 'z', value });

    expect(await plane.find('abc', 'without values')).toEqual(found);
    // as many a page as API Gateway gives: it allows few calls a second
    const asked = { nameQuery: 'abc', includeValues: false, limit: 500 };
    expect(sent.slice(0, 2).map(({ input }) => input)).toEqual([asked, { ...asked, position: '1' }]);
  });

  it('removes a key, and treats a missing key as removed', async () => {
    const { plane, keys } = standIn();
    const gateway = gatewayKeys(plane);
    await gateway.add('abcd1234', value, 'acme');

    await gateway.remove({ keyId: 'abcd1234' });
    await gateway.remove({ keyId: 'abcd1234' });
    await plane.remove('id-of-nothing');

    expect(keys).toEqual([]);
  });
});
