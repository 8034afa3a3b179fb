/** A key as listed by API Gateway. */
export interface GatewayKey {
  readonly id: string;
  readonly name: string;
  /** Only if the list was made with values. */
  readonly value?: string;
}

/** The calls of API Gateway's control plane that the CLI needs. A call may fail although it took effect. */
export interface ControlPlane {
  /** Keys of the whole AWS account and Region whose names start with `name`. */
  readonly find: (name: string, values: 'with values' | 'without values') => Promise<readonly GatewayKey[]>;
  /** Returns the id; undefined if a key with this value exists. */
  readonly create: (name: string, value: string, account: string) => Promise<string | undefined>;
  /** Adds the key to the usage plan (no-op if it is already in it). Returns false if there is no such key. */
  readonly join: (id: string) => Promise<boolean>;
  /** Also removes it from the usage plan. No-op if there is no such key. */
  readonly remove: (id: string) => Promise<void>;
}

/** A key of the table. The table has its id in the gateway once it is active. */
interface NamedKey {
  readonly keyId: string;
  readonly gatewayId?: string | undefined;
}

/**
 * The keys of API Gateway, which rejects requests with unknown keys. A key's name there is its public id. Both functions
 * can be killed at any point and run again.
 */
export interface GatewayKeys {
  /**
   * Creates the key in the gateway, once, and adds it to the usage plan. Returns its id there; undefined if another
   * command removed it.
   */
  readonly add: (keyId: string, apiKey: string, account: string) => Promise<string | undefined>;
  readonly remove: (key: NamedKey) => Promise<void>;
}

export function gatewayKeys(plane: ControlPlane): GatewayKeys {
  return {
    add: async (keyId, apiKey, account) => {
      const id = (await plane.create(keyId, apiKey, account)) ?? (await existing(plane, keyId, apiKey));
      return (await plane.join(id)) ? id : undefined;
    },
    remove: async ({ keyId, gatewayId }) => {
      if (gatewayId !== undefined) return plane.remove(gatewayId);
      // a key of an older version, or one whose command was killed before it stored the id
      const named = (await plane.find(keyId, 'without values')).filter(({ name }) => name === keyId);
      for (const { id } of named) await plane.remove(id);
    },
  };
}

/** The id of a key that an earlier attempt created, whose answer was lost. */
async function existing(plane: ControlPlane, keyId: string, apiKey: string): Promise<string> {
  const found = (await plane.find(keyId, 'with values')).find(({ name, value }) => name === keyId && value === apiKey);
  if (found) return found.id;
  throw new Error(
    `API Gateway has the key ${keyId} under another name. Delete that key in API Gateway, then run this again.`,
  );
}
