/** How the cells of a file are written, where a cell alone could mean several values. */
export interface Format {
  readonly encoding?: 'utf-8' | 'windows-1252' | undefined;
  /** Order of day and month in dates like 03/04/2026. */
  readonly dates?: DateOrder | undefined;
  /** Time zone of times that have none: an IANA name or an offset. */
  readonly zone?: string | undefined;
  /** The decimal sign; then the other signs separate thousands, and currency signs are ignored. */
  readonly decimal?: '.' | ',' | undefined;
  /** Cells that mean empty, in lower case. */
  readonly empty?: readonly string[] | undefined;
}

export type DateOrder = 'dmy' | 'mdy';
