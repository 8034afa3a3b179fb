import * as fc from 'fast-check';

/** Asserts a synchronous property; a failure prints its seed. */
export function holds<T>(property: fc.IProperty<T>, parameters?: fc.Parameters<T>): void {
  // the linter cannot tell from assert's overloads that nothing is left to await
  void fc.assert(property, parameters);
}
