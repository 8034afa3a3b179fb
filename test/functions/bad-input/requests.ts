import * as fc from 'fast-check';
import type { Tenant } from '../../support/service/tenants.ts';
import type { Question } from '../../support/service/whole-service.ts';
import { type Documented, type DocumentedOperation, operations } from './document.ts';
import type { SentParameters } from './expected.ts';
import { anything, nonsense, plain, sensible, spelledOut, type Text } from './texts.ts';

/** A request as sent, and its decoded parameters. */
export interface FuzzRequest extends Question {
  readonly operation: DocumentedOperation;
  readonly said: SentParameters;
  /** The parameters whose names the request misspells, whether or not the operation has them. */
  readonly meant: readonly string[];
}

/** The values sent for each parameter, by place and name. */
type Sent = ReadonlyMap<string, readonly Text[]>;

const placeOf = (parameter: Documented) => `${parameter.in} ${parameter.name}`;

/** Requests with every kind of value in one parameter, and valid values in the others, for every endpoint. */
export function sweep(tenant: Tenant): FuzzRequest[] {
  return operations.flatMap((operation) => {
    const right = new Map(
      operation.parameters
        .filter((parameter) => parameter.in !== 'header' && parameter.required)
        .map((parameter) => [placeOf(parameter), [plain(sensible(parameter, tenant)[0] ?? '')]]),
    );
    const asked = operation.parameters
      .filter((parameter) => parameter.in !== 'header')
      .flatMap((parameter) =>
        waysOf(parameter, tenant).map((texts) =>
          requestOf(operation, new Map([...right, [placeOf(parameter), texts]])),
        ),
      );
    return [requestOf(operation, right), ...asked];
  });
}

function waysOf(parameter: Documented, tenant: Tenant): Text[][] {
  const fine = sensible(parameter, tenant).map(plain);
  const [first = plain('')] = fine;
  const above = plain(String((parameter.schema.maximum ?? 0) + 1));
  const once = [...fine, above, spelledOut(first.text), ...nonsense].map((text) => [text]);
  if (parameter.in === 'path') return once;
  return [[], [first, first], [first, plain('')], [plain(''), first], [first, first, first], ...once];
}

/** A request to a random endpoint, with random values in its parameters, or valid ones alone, in any spelling. */
export function anyRequest(tenant: Tenant, only?: 'valid'): fc.Arbitrary<FuzzRequest> {
  return fc.constantFrom(...operations).chain((operation) => {
    const parameters = operation.parameters.filter((parameter) => parameter.in !== 'header');
    const texts = parameters.map((parameter) =>
      fc.tuple(
        fc.constant(placeOf(parameter)),
        textsFor(parameter, fc.constantFrom(...sensible(parameter, tenant)), only),
      ),
    );
    return fc
      .tuple(
        fc.tuple(...texts),
        fc.array(stray, { maxLength: only ? 0 : 2 }),
        fc.constantFrom('&', '&', ';', '&&'),
        fc.boolean(),
      )
      .map(([sent, strays, separator, braces]) => requestOf(operation, new Map(sent), { strays, separator, braces }));
  });
}

/** A parameter that no endpoint has. */
interface Stray {
  readonly wire: string;
  /** The parameter whose name it misspells; with `any` before it, an endpoint without the parameter refuses it, too. */
  readonly meant?: string;
}

const nearMisses: readonly Stray[] = [
  ...['limit[]', 'LIMIT'].map((wire) => ({ wire, meant: 'any limit' })),
  ...['limit%00', ' limit', 'limt'].map((wire) => ({ wire, meant: 'limit' })),
  ...['portfolio_id[]', 'PORTFOLIO_ID', 'portfolioid'].map((wire) => ({ wire, meant: 'any portfolio_id' })),
  ...['includeArchived', 'include-archived'].map((wire) => ({ wire, meant: 'any include_archived' })),
  { wire: 'Days', meant: 'any days' },
  ...['portfolio', 'portfolio_name'].map((wire) => ({ wire, meant: 'portfolio_id' })),
  ...['q', 'per_page', 'filter[name]', 'page'].map((wire) => ({ wire, meant: `any ${wire}` })),
  ...Object.entries({ archived: 'include_archived', weeks: 'week', Day: 'days' }).map(([wire, meant]) => ({
    wire,
    meant,
  })),
];

const unknown: readonly Stray[] = ['__proto__', 'constructor', 'unknown', '', 'months'].map((wire) => ({ wire }));

const named = fc
  .oneof(
    { weight: 1, arbitrary: fc.constantFrom(...nearMisses) },
    { weight: 4, arbitrary: fc.constantFrom(...unknown) },
  )
  .map(({ wire, ...rest }): Stray => ({ wire: `${wire}=x`, ...rest }));

const stray: fc.Arbitrary<Stray> = fc.oneof(
  { weight: 2, arbitrary: named },
  {
    weight: 1,
    arbitrary: fc.tuple(anything, anything).map(([name, value]) => ({ wire: `x-${name.wire}=${value.wire}` })),
  },
);

function textsFor(parameter: Documented, fine: fc.Arbitrary<string>, only?: 'valid'): fc.Arbitrary<Text[]> {
  const right = fc.tuple(fine, fc.boolean()).map(([text, out]) => [out ? spelledOut(text) : plain(text)]);
  const any = anything.map((text) => [text]);
  const absent = fc.constant<Text[]>([]);
  const usual = parameter.required || parameter.in === 'path' ? right : fc.oneof(absent, absent, right);
  if (only) return usual;
  if (parameter.in === 'path') return fc.oneof({ weight: 4, arbitrary: right }, { weight: 1, arbitrary: any });
  const repeated = fc.array(fc.oneof(anything, fine.map(plain)), { minLength: 2, maxLength: 3 });
  return fc.oneof(
    { weight: 8, arbitrary: usual },
    { weight: 2, arbitrary: any },
    { weight: 1, arbitrary: repeated },
    { weight: 1, arbitrary: absent },
  );
}

interface Spelling {
  readonly strays: readonly Stray[];
  readonly separator: string;
  /** Whether names are in braces, which the gateway removes. */
  readonly braces: boolean;
}

const usual: Spelling = { strays: [], separator: '&', braces: false };

function requestOf(
  operation: DocumentedOperation,
  sent: Sent,
  { strays, separator, braces }: Spelling = usual,
): FuzzRequest {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name) => sent.get(`path ${name}`)?.[0]?.wire ?? '');
  const pairs = [...sent].flatMap(([place, texts]) => {
    const name = place.replace('query ', '');
    return place === name ? [] : texts.map(({ wire }) => `${braces ? `{${name}}` : name}=${wire}`);
  });
  const query = [...pairs, ...strays.map(({ wire }) => wire)].join(separator);
  return {
    operation,
    url: query === '' ? path : `${path}?${query}`,
    said: new Map([...sent].map(([place, texts]) => [place, texts.map(({ text }) => text)])),
    meant: strays.flatMap(({ meant }) => meant ?? []),
  };
}
