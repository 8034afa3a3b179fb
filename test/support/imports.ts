import { posix } from 'node:path';

/** Everything that a file imports, re-exports or requires, in any syntax. */
export function importsOf(text: string): string[] {
  const code = text.replaceAll(/^\s*(\/\/|\*|\/\*).*$/gm, '');
  const patterns = [
    /^\s*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]/gm,
    /^\s*import\s*['"]([^'"]+)['"]/gm,
    /\bimport\s*\(\s*['"]([^'"]+)['"]/g,
    /\brequire\s*\(\s*['"]([^'"]+)['"]/g,
  ];
  return patterns.flatMap((pattern) => [...code.matchAll(pattern)].map(([, name = '']) => name));
}

/** The file that an import means, from the root of the repository; a package stays as it is. */
export function targetOf({ from, to }: { readonly from: string; readonly to: string }): string {
  return to.startsWith('.') ? posix.join(posix.dirname(from), to) : to;
}
