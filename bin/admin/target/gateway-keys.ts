/** A key as stored in API Gateway. */
export interface GatewayKey {
  readonly id: string;
  readonly name: string;
  readonly value: string;
}

/** The calls of API Gateway's control plane that the CLI needs. A call may fail although it took effect. */
export interface ControlPlane {
  /** Keys whose names start with `name`, including their values. */
  readonly find: (name: string) => Promise<readonly GatewayKey[]>;
  /** Returns the id; undefined if a key with this value exists. */
  readonly create: (name: string, value: string) => Promise<string | undefined>;
  /** Adds the key to the usage plan (no-op if it is already in it). */
  readonly join: (id: string) => Promise<void>;
  /** Also removes it from the usage plan. No-op if there is no such key. */
  readonly remove: (id: string) => Promise<void>;
}

/**
 * The keys of API Gateway, which rejects requests with unknown keys. A key's name there is its public id. Both functions
 * can be killed at any point and run again.
 */
export interface GatewayKeys {
  /** Creates the key in the gateway, once, and adds it to the usage plan. */
  readonly add: (keyId: string, apiKey: string) => Promise<void>;
  readonly remove: (keyId: string) => Promise<void>;
}

export function gatewayKeys(plane: ControlPlane): GatewayKeys {
  const named = async (keyId: string) => (await plane.find(keyId)).filter(({ name }) => name === keyId);
  const idOf = async (keyId: string, apiKey: string) => (await named(keyId)).find(({ value }) => value === apiKey)?.id;
  return {
    add: async (keyId, apiKey) => {
      const id =
        (await idOf(keyId, apiKey)) ??
        (await plane.create(keyId, apiKey)) ??
        // created by an earlier attempt whose answer was lost
        (await idOf(keyId, apiKey));
      if (id === undefined)
        throw new Error(
          `API Gateway has the key ${keyId} under another name. Delete that key in API Gateway, then run this again.`,
        );
      await plane.join(id);
    },
    remove: async (keyId) => {
      for (const { id } of await named(keyId)) await plane.remove(id);
    },
  };
}
