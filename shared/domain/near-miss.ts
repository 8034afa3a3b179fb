const fewestLetters = 5;

/**
 * Whether a parameter name was probably meant to be a known one: it differs only in case, `_`, `-` and `[]` from the known
 * name or from another name that callers send for it, or a known name of five letters or more has one letter added, left
 * out, replaced or swapped with the next.
 */
export function isNearMiss(sent: string, known: string, mistakenFor: readonly string[] = []): boolean {
  const [a, b] = [folded(sent), folded(known)];
  if (a === b || mistakenFor.some((other) => folded(other) === a)) return true;
  return b.length >= fewestLetters && isOneEditAway(a, b);
}

export function folded(name: string): string {
  return name.toLowerCase().replaceAll(/[_\-[\]]/g, '');
}

function isOneEditAway(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  // the two differ, so both loops end within the longer one
  let start = 0;
  while (a[start] === b[start]) start += 1;
  let end = 0;
  while (a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const [restOfA, restOfB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  const isSwap = restOfB.length === 2 && restOfA === `${restOfB[1]}${restOfB[0]}`;
  return isSwap || (restOfA.length <= 1 && restOfB.length <= 1);
}
