import type { Attempt } from './policies.ts';

interface Text {
  readonly S: string;
}

interface Part {
  readonly Key?: { readonly pk: Text };
  readonly Item?: { readonly pk: Text };
}

export interface Sent extends Part {
  readonly TableName?: string;
  readonly ExpressionAttributeValues?: Readonly<Record<string, Text>>;
  readonly RequestItems?: Readonly<Record<string, readonly BatchPart[] | { readonly Keys: readonly Part['Key'][] }>>;
  readonly TransactItems?: readonly Readonly<Record<string, Part>>[];
}

interface BatchPart {
  readonly PutRequest?: Part;
  readonly DeleteRequest?: Part;
}

/** The attempts of one call to DynamoDB. A transaction needs the right to each of its parts. */
export function tableAttempts(operation: string, sent: Sent, tableId: string): Attempt[] {
  const keyOf = ({ Key, Item }: Part = {}) => (Key ?? Item)?.pk.S ?? 'unknown';
  const name = sent.TableName ?? Object.keys(sent.RequestItems ?? {})[0] ?? '';
  const on = name.endsWith('-restored') ? `${tableId}-restored` : tableId;
  const attempt = (action: string, ...keys: string[]) => ({ action: `dynamodb:${action}`, on, keys });
  const batch = Object.values(sent.RequestItems ?? {}).flat();
  switch (operation) {
    case 'Query':
      return [attempt('Query', sent.ExpressionAttributeValues?.[':pk']?.S ?? 'unknown')];
    case 'BatchGetItem':
      return [
        attempt(
          'BatchGetItem',
          ...batch.flatMap((part) => ('Keys' in part ? part.Keys.map((key) => key?.pk.S ?? '') : [])),
        ),
      ];
    case 'BatchWriteItem':
      return [
        attempt(
          'BatchWriteItem',
          ...batch.map((part) => keyOf('Keys' in part ? {} : (part.PutRequest ?? part.DeleteRequest))),
        ),
      ];
    case 'TransactWriteItems':
      return (sent.TransactItems ?? []).flatMap((parts) =>
        Object.entries(parts).map(([kind, part]) =>
          attempt(kind === 'ConditionCheck' ? 'ConditionCheckItem' : `${kind}Item`, keyOf(part)),
        ),
      );
    default:
      return [attempt(operation, keyOf(sent))];
  }
}
