import type { ControlPlane, GatewayKey } from '../../../account/keys/gateway-keys.ts';
import { lateOn } from '../store/late.ts';

type StoredKey = GatewayKey & { readonly value: string };

export interface FakeControlPlane extends ControlPlane {
  readonly keys: readonly StoredKey[];
  /** Ids of the members of the usage plan. */
  readonly members: ReadonlySet<string>;
}

/** API Gateway's control plane in memory: key values are unique, names are not, and a search matches by prefix. */
export function controlPlane(
  known: readonly StoredKey[] = [],
  inPlan: Iterable<string> = known.map(({ id }) => id),
): FakeControlPlane {
  const keys = [...known];
  const members = new Set(inPlan);
  let made = Math.max(0, ...keys.map(({ id }) => Number(id.slice(1))));
  return {
    keys,
    members,
    find: async (name, values) =>
      keys
        .filter((key) => key.name.startsWith(name))
        .map(({ value, ...key }) => (values === 'with values' ? { ...key, value } : key)),
    create: async (name, value) => {
      if (keys.some((key) => key.value === value)) return undefined;
      made += 1;
      keys.push({ id: `k${made}`, name, value });
      return `k${made}`;
    },
    join: async (id) => {
      if (!keys.some((key) => key.id === id)) return false;
      members.add(id);
      return true;
    },
    remove: async (id) => {
      await lateOn();
      const at = keys.findIndex((key) => key.id === id);
      if (at >= 0) keys.splice(at, 1);
      members.delete(id);
    },
  };
}
