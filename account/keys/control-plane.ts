import {
  APIGatewayClient,
  ConflictException,
  CreateApiKeyCommand,
  CreateUsagePlanKeyCommand,
  DeleteApiKeyCommand,
  GetApiKeysCommand,
  NotFoundException,
} from '@aws-sdk/client-api-gateway';
import { accountTag, keyTag } from '../../shared/domain/access/key-tags.ts';
import type { ControlPlane, GatewayKey } from './gateway-keys.ts';

const pageSize = 500;

/** The real control plane. It allows few calls a second; the SDK waits and retries when throttled. */
export function apiGatewayPlane(
  { usagePlan, stackName }: { readonly usagePlan: () => Promise<string>; readonly stackName: string },
  client: APIGatewayClient,
): ControlPlane {
  return {
    find: async (nameQuery, values) => {
      const includeValues = values === 'with values';
      const found: GatewayKey[] = [];
      let position: string | undefined;
      do {
        const page = await client.send(
          new GetApiKeysCommand({ nameQuery, includeValues, limit: pageSize, ...(position && { position }) }),
        );
        for (const { id = '', name = '', value } of page.items ?? []) {
          found.push({ id, name, ...(value !== undefined && { value }) });
        }
        position = page.position;
      } while (position);
      return found;
    },
    create: async (name, value, account) => {
      try {
        const tags = { [keyTag]: stackName, [accountTag]: account };
        return (await client.send(new CreateApiKeyCommand({ name, value, enabled: true, tags }))).id;
      } catch (error) {
        if (error instanceof ConflictException) return undefined;
        throw error;
      }
    },
    join: async (keyId) => {
      const usagePlanId = await usagePlan();
      try {
        await client.send(new CreateUsagePlanKeyCommand({ usagePlanId, keyId, keyType: 'API_KEY' }));
      } catch (error) {
        if (error instanceof NotFoundException) return false;
        if (!(error instanceof ConflictException)) throw error;
      }
      return true;
    },
    remove: async (apiKey) => {
      try {
        await client.send(new DeleteApiKeyCommand({ apiKey }));
      } catch (error) {
        if (!(error instanceof NotFoundException)) throw error;
      }
    },
  };
}

export function openApiGateway(region: string): APIGatewayClient {
  return new APIGatewayClient({ region, maxAttempts: 8 });
}
