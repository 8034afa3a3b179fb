/** How to read cells that could mean several values. */
export interface Format {
  /** Of files without a byte order mark. Files that are valid UTF-8 are UTF-8 even if Windows-1252 is declared. */
  readonly encoding?: 'utf-8' | 'windows-1252' | undefined;
  /** Order of day and month in dates like 03/04/2026. */
  readonly dates?: DateOrder | undefined;
  /** Time zone of times without one: an IANA name or an offset. */
  readonly zone?: string | undefined;
  /**
   * The decimal sign. If set, the other signs separate thousands, and currency signs are ignored. `detect`: the sign that
   * the numbers of the file prove.
   */
  readonly decimal?: DecimalSign | 'detect' | undefined;
  /** Cells that mean empty, in lower case. */
  readonly empty?: readonly string[] | undefined;
}

export type DecimalSign = '.' | ',';
export type DateOrder = 'dmy' | 'mdy';
