/** A key as API Gateway's control plane has it. */
export interface PlaneKey {
  readonly id: string;
  readonly name: string;
  readonly value: string;
}

/** The calls of the control plane that are needed. Each may fail after it was done. */
export interface ControlPlane {
  /** Keys whose names begin so, with their values. */
  readonly find: (name: string) => Promise<readonly PlaneKey[]>;
  /** Undefined when there is a key of that value. */
  readonly create: (name: string, value: string) => Promise<string | undefined>;
  /** Makes the key a member of the usage plan; one that is stays one. */
  readonly join: (id: string) => Promise<void>;
  /** With its membership; one that is not there is no failure. */
  readonly remove: (id: string) => Promise<void>;
}

/**
 * The gateway lets nobody through whose key it does not know. There a key lies under the name of its public id, and each
 * of these may be killed anywhere and run again.
 */
export interface GatewayKeys {
  /** Lets the gateway know the key, once, as a member of the usage plan. */
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
        // made a moment ago, by an attempt whose answer was lost
        (await idOf(keyId, apiKey));
      if (id === undefined) throw new Error(`The gateway has the key ${keyId} under another name.`);
      await plane.join(id);
    },
    remove: async (keyId) => {
      for (const { id } of await named(keyId)) await plane.remove(id);
    },
  };
}
