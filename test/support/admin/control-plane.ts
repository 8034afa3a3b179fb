import type { ControlPlane, GatewayKey } from '../../../account/keys/gateway-keys.ts';
import { Killed } from '../faults/dying.ts';
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

export interface PlaneCrash {
  readonly call: number;
  readonly moment: 'before' | 'after';
}

/** The control plane of a process that is killed at one of its calls: just before it, or just after it. */
export function crashingControlPlane(plane: ControlPlane, death?: PlaneCrash) {
  const calls: string[] = [];
  let isDead = false;
  const guarded =
    <Args extends unknown[], Result>(name: string, call: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      if (isDead) throw new Killed();
      const isLast = calls.length === death?.call;
      calls.push(name);
      if (isLast) isDead = true;
      if (isLast && death?.moment === 'before') throw new Killed();
      const result = await call(...args);
      if (isLast) throw new Killed();
      return result;
    };
  return {
    calls,
    plane: {
      find: guarded('find', plane.find),
      create: guarded('create', plane.create),
      join: guarded('join', plane.join),
      remove: guarded('remove', plane.remove),
    } satisfies ControlPlane,
  };
}
