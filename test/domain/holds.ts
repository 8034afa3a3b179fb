import * as fc from 'fast-check';

/** Asserts a synchronous property; a failure prints its seed. */
export function holds<T>(property: fc.IProperty<T>, parameters?: fc.Parameters<T>): void {
  // because of assert's overloads, the linter cannot tell that there is nothing to await
  void fc.assert(property, parameters);
}
