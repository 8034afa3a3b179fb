import { expect, it } from 'vitest';
import type { ZodType } from 'zod';
import { wantedPerson } from '../../../../shared/people/erase.ts';
import { entityOf, isErasedPerson, kinds, withoutErased } from '../../../../shared/table/entities/kinds.ts';

// Every text of every entity is looked through for people. The list of those that are not is here: a new field that may
// hold a name is looked through, or fails this test.

const name = 'Grace Nunes';
const { scrub } = wantedPerson([name]);

interface Definition {
  readonly type: string;
  readonly innerType?: ZodType;
  readonly element?: ZodType;
  readonly valueType?: ZodType;
  readonly in?: ZodType;
  readonly options?: readonly ZodType[];
  readonly shape?: Readonly<Record<string, ZodType>>;
}

/** Values of a field in which the name stands. */
function naming(schema: ZodType): unknown[] {
  if (schema.safeParse(name).success) return [name];
  const { type, innerType, element, valueType, in: from, options, shape } = schema.def as unknown as Definition;
  if (type === 'array' && element) return naming(element).map((each) => [each]);
  if (type === 'record' && valueType) return naming(valueType).map((each) => ({ key: each }));
  if (shape) return Object.entries(shape).flatMap(([field, each]) => naming(each).map((value) => ({ [field]: value })));
  return [innerType, from, ...(options ?? [])].flatMap((each) => (each ? naming(each) : []));
}

it('a person is found in every text of every entity, but for what clients are called and for codes', () => {
  const fields = kinds.flatMap((kind) => {
    if (!('fact' in kind)) return [];
    const entity = entityOf(kind.fact as Parameters<typeof entityOf>[0]);
    return Object.entries(entity.shape()).flatMap(([field, schema]) =>
      naming(schema as ZodType).map((value) => ({ fact: entity.fact, field, value: { [field]: value } })),
    );
  });
  const kept = fields.filter(({ fact, value }) => JSON.stringify(withoutErased(fact, value, scrub)).includes(name));

  expect(fields.length).toBeGreaterThan(25);
  expect(kept.map(({ fact, field }) => `${fact} ${field}`)).toEqual([
    'client name',
    'client externalId',
    'alias name',
    // a currency
    'signal paid',
  ]);
});

it('of all records, key people are erased as a whole', () => {
  expect(kinds.filter((kind) => isErasedPerson(kind, { name }, scrub)).map((kind) => kind.name)).toEqual([
    'key-people',
  ]);
});
