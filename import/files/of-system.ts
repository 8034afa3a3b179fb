/** What Finder, Explorer, Office and others put next to files: nobody meant to import it. */
export function isOfSystem(path: string): boolean {
  return path.split(/[/\\]/).some((part) => leftByPrograms.test(part));
}

const leftByPrograms =
  /^(\.DS_Store|\.AppleDouble|\.Spotlight-V100|\.Trashes|\.fseventsd|\.localized|\._.*|~\$.*|\.~lock\..*#|(eh)?thumbs\.db|desktop\.ini|__MACOSX|\$RECYCLE\.BIN|\.git(keep|ignore))$/i;
