import * as fc from 'fast-check';

/** How long a failing property may look for a smaller input that fails. */
const shrinkingMs = 30_000;

/** Asserts a property. A failure prints its seed, its input and what differs. */
export function holds<T>(property: fc.IProperty<T>, parameters?: fc.Parameters<T>): void {
  // because of assert's overloads, the linter cannot tell that there is nothing to await
  void fc.assert(endingSoon(property, shrinkingMs), parameters);
}

/** The same for an asynchronous property. */
export function holdsAsync<T>(
  property: fc.IAsyncProperty<T>,
  parameters?: fc.Parameters<T>,
  shrinking = shrinkingMs,
): Promise<void> {
  return fc.assert(endingSoon(property, shrinking), parameters);
}

type Result = Awaited<ReturnType<fc.IRawProperty<unknown>['run']>>;

/** Some time after its first failure, the property holds for every input, so that the smallest one found is reported. */
function endingSoon<T, Property extends fc.IRawProperty<T>>(property: Property, shrinking: number): Property {
  let end = Number.POSITIVE_INFINITY;
  const noted = (result: Result) => {
    if (result !== null) end = Math.min(end, Date.now() + shrinking);
    return result;
  };
  return Object.assign(Object.create(property) as Property, {
    run: (value: T) => {
      if (Date.now() > end) return null;
      const result = property.run(value);
      return result instanceof Promise ? result.then(noted) : noted(result);
    },
  });
}
