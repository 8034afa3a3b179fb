import { AccountSuspended, mostKeys, NameTaken, TooManyKeys } from '../../shared/table/access/issue-key.ts';
import { countedKeysOf } from '../../shared/table/access/issued-keys.ts';
import { revokeKey } from '../../shared/table/access/revoke-key.ts';
import type { Account } from '../../shared/table/store/item-keys.ts';
import { type KeysPort, Refusal } from '../ports.ts';
import { type IssuingEffects, type IssuingPlace, issueKey } from './issue-key.ts';
import { rollKey } from './roll-key.ts';

/** The keys of one account. The id of a key of another account is that of no key here. */
export function keysPort(effects: IssuingEffects, place: IssuingPlace, account: Account): KeysPort {
  const { table, gateway } = place;
  const list = () => countedKeysOf(table, account);
  const known = async (keyId: string) => {
    const key = (await list()).find((each) => each.keyId === keyId);
    if (!key) throw new Refusal(`There is no key ${keyId}.`);
    return key;
  };
  return {
    list,
    issue: (name, announce) =>
      issueKey(effects, place, { account, name }, ({ keyId }) => announce(keyId)).catch(inWordsOfThePage),
    roll: async (keyId, keep, announce) => {
      const { state, expires } = await known(keyId);
      if (state !== 'active') throw new Refusal(`The key ${keyId} is ${state}, so it cannot be rolled.`);
      if (expires !== undefined)
        throw new Refusal(`The key ${keyId} was rolled already. Roll the key that replaces it.`);
      const successor = rollKey(effects, place, keyId, keep, ({ keyId: id }) => announce(id), account);
      return successor.catch(inWordsOfThePage);
    },
    revoke: async (keyId) => {
      const key = await known(keyId);
      await revokeKey(table, keyId);
      await gateway?.remove(key);
    },
  };
}

/** The messages of these errors name commands of operators. */
function inWordsOfThePage(error: unknown): never {
  if (error instanceof NameTaken)
    throw new Refusal('A key of this name is in use. Choose another name, or roll that key if nobody has copied it.', {
      cause: error,
    });
  if (error instanceof TooManyKeys)
    throw new Refusal(`The account has ${mostKeys} keys, which is the most. Revoke one first.`, { cause: error });
  if (error instanceof AccountSuspended)
    throw new Refusal('The account is suspended, so it gets no new keys.', { cause: error });
  throw error;
}
