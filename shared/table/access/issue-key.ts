import { keyIdOf } from '../../domain/access/api-key.ts';
import {
  type Account,
  accountKey,
  apiKeyHash,
  apiKeyItemKey,
  type ItemKey,
  issuedKeyItemKey,
} from '../store/item-keys.ts';
import { itemVersion } from '../store/stored-item.ts';
import type { Item, Part, Table } from '../store/table.ts';
import { transact } from '../store/transaction.ts';
import { readAccount } from './accounts.ts';
import type { ApiKey } from './count-request.ts';
import { type IssuedKey, type KnownKey, keysOf } from './issued-keys.ts';

// Issuing and activating a key are transactions over both of its items.

/** Rate limits are per key, so this also limits the requests of an account. */
export const mostKeys = 10;

export class TooManyKeys extends Error {
  override name = 'TooManyKeys' as const;

  constructor(account: Account) {
    super(`The account ${account} has ${mostKeys} keys, which is the most; revoke one first.`);
  }
}

/** The name is in use. Repeating a command that succeeded must not issue a second key. */
export class NameTaken extends Error {
  override name = 'NameTaken' as const;

  constructor({ customerId, name, keyId, state }: IssuedKey) {
    super(
      state === 'pending'
        ? `Somebody is issuing a key ${name} of ${customerId} right now.`
        : `The account ${customerId} has a key ${name} already: ${keyId}. Name another, or replace it: keys roll ${keyId}`,
    );
  }
}

export class AccountSuspended extends Error {
  override name = 'AccountSuspended' as const;

  constructor(account: string) {
    super(`The account ${account} is suspended.`);
  }
}

/** Another command activated, revoked or removed the key first. */
export class KeyChanged extends Error {
  override name = 'KeyChanged' as const;

  constructor({ keyId }: IssuedKey, from: ApiKey['st']) {
    super(`The key ${keyId} is ${from} no longer: another command has changed or removed it.`);
  }
}

export interface NewIssuedKey {
  readonly account: Account;
  readonly apiKey: string;
  readonly name: string;
  /** Epoch milliseconds. */
  readonly created: number;
  readonly rolledFrom?: string | undefined;
}

/** Writes both items of a new key. Requests with it are refused until it is activated. */
export async function writePendingKey(
  table: Table,
  { account, apiKey, name, created, rolledFrom }: NewIssuedKey,
): Promise<IssuedKey> {
  const state = 'pending';
  const issued: IssuedKey = {
    keyId: keyIdOf(apiKey),
    hash: apiKeyHash(apiKey),
    customerId: account,
    name,
    created: new Date(created).toISOString(),
    lastFour: apiKey.slice(-4),
    state,
    ...(rolledFrom !== undefined && { rolledFrom }),
  };
  const { keyId, hash } = issued;
  const authority: ApiKey = { st: state, customerId: account, keyId, w: {} };
  const put = (item: Item): Part => ({ put: { item, condition: 'attribute_not_exists(pk)' } });
  for (;;) {
    const { status, keysIssued } = await readAccount(table, account);
    if (status !== 'active') throw new AccountSuspended(account);
    const held = (await keysOf(table, account)).filter((key) => isHeld(key, created / 1000));
    const namesake = held.find((key) => key.name === name);
    if (namesake && rolledFrom === undefined) throw new NameTaken(namesake);
    if (held.length >= mostKeys) throw new TooManyKeys(account);
    const failed = await transact(table, [
      noOtherKeySince(account, keysIssued),
      put({ ...apiKeyItemKey(hash), v: itemVersion, ...authority }),
      put({ ...issuedKeyItemKey(keyId), v: itemVersion, ...issued }),
    ]);
    if (failed.length === 0) return issued;
    if (!failed.includes(0)) throw new Error(`There is a key ${keyId} already; try again.`);
    // another key of the account was issued concurrently, so count the keys again
  }
}

function noOtherKeySince(account: Account, keysIssued: number | undefined): Part {
  const seen = keysIssued !== undefined;
  return {
    update: {
      key: accountKey(account),
      update: 'SET keysIssued = :next',
      condition: `#status = :active AND ${seen ? 'keysIssued = :seen' : 'attribute_not_exists(keysIssued)'}`,
      names: { '#status': 'status' },
      values: {
        ':active': 'active',
        ':next': (keysIssued ?? 0) + 1,
        ...(seen && { ':seen': keysIssued }),
      },
    },
  };
}

function isHeld({ state, expires }: KnownKey, second: number): boolean {
  return state !== 'revoked' && (expires === undefined || expires > second);
}

/** The only way to activate a key: in a transaction that checks that its account is active. */
export async function activateKey(table: Table, key: IssuedKey, from: ApiKey['st']): Promise<void> {
  const accountIsActive: Part = {
    check: {
      key: accountKey(key.customerId as Account),
      condition: '#status = :active',
      names: { '#status': 'status' },
      values: { ':active': 'active' },
    },
  };
  const authority: Part = {
    update: {
      key: apiKeyItemKey(key.hash),
      update: 'SET st = :active',
      condition: 'st = :from',
      values: { ':active': 'active', ':from': from },
    },
  };
  const { gatewayId } = key;
  // an interrupted suspension may have left another state here; only the authority decides
  const issued: Part = {
    update: {
      key: issuedKeyItemKey(key.keyId),
      update: `SET #state = :active${gatewayId === undefined ? '' : ', gatewayId = :gatewayId'}`,
      condition: 'attribute_exists(pk)',
      names: { '#state': 'state' },
      values: { ':active': 'active', ...(gatewayId !== undefined && { ':gatewayId': gatewayId }) },
    },
  };
  const failed = await transact(table, [accountIsActive, authority, issued]);
  if (failed.includes(0)) throw new AccountSuspended(key.customerId);
  if (failed.length > 0) throw new KeyChanged(key, from);
}

/** Removes the pending key of an interrupted command. */
export async function removePendingKey(table: Table, { hash, keyId }: IssuedKey): Promise<void> {
  const remove = (key: ItemKey, attribute: 'st' | 'state'): Part => ({
    delete: {
      key,
      condition: '#state = :pending',
      names: { '#state': attribute },
      values: { ':pending': 'pending' },
    },
  });
  // if the key is no longer pending, another command has changed it
  await transact(table, [remove(apiKeyItemKey(hash), 'st'), remove(issuedKeyItemKey(keyId), 'state')]);
}
