import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';

// The SDK copies and sorts the steps of its middleware twice for every call. Their order depends only on their names,
// so it is worked out once for each kind of command.

type Stack = DynamoDBClient['middlewareStack'];
type Handler = (args: object) => Promise<object>;
type Step = (next: Handler, context: object) => Handler;

/**
 * Makes the client remember the order of steps, and leave some out. Its context and all steps are new for every call, as
 * before.
 */
export function rememberStepOrder(client: DynamoDBClient, leftOut: ReadonlySet<string>): void {
  const { middlewareStack } = client;
  const orders = new Map<string, readonly string[]>();

  const resolve = (stacks: readonly Stack[], last: Handler, context: object): Handler => {
    const steps = stepsOf(stacks);
    const names = [...steps.keys()].join('\n');
    const order = orders.get(names) ?? orderOf(stacks).filter((name) => !leftOut.has(name));
    orders.set(names, order);
    return order.reduceRight((next, name) => (steps.get(name) as Step)(next, context), last);
  };
  const join = (stacks: readonly Stack[]) => ({
    concat: (more: Stack) => join([...stacks, more]),
    resolve: (last: Handler, context: object) => resolve(stacks, last, context),
  });
  Object.assign(client, { middlewareStack: { ...middlewareStack, concat: join([middlewareStack]).concat } });
}

/** By name; of two steps with the same name the last one counts, as in the SDK. */
function stepsOf(stacks: readonly Stack[]): Map<string, Step> {
  const steps = new Map<string, Step>();
  const add = (step: Step, { name }: { readonly name?: string }) => {
    if (!name) throw new Error('A step of the middleware of a table needs a name.');
    steps.set(name, step);
  };
  for (const stack of stacks) stack.applyToStack({ add, addRelativeTo: add } as unknown as Stack);
  return steps;
}

function orderOf(stacks: readonly Stack[]): string[] {
  // "name - step", or "name (a.k.a. alias) - step"
  return joined(stacks)
    .identify()
    .map((line) => /^(.*?) (\(a\.k\.a\. .*\) )?- /.exec(line)?.[1] ?? line);
}

function joined([first, ...others]: readonly Stack[]): Stack {
  return others.reduce((stack, more) => stack.concat(more), first as Stack);
}
