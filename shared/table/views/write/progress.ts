/** `clients` are scored or read, `counts` of their records are checked, `pages` of the views are written. */
export type WorkPhase = 'clients' | 'counts' | 'pages';

/** Receives how many more are done, and of how many if that is known. */
export type OnProgress = (phase: WorkPhase, count: number, total?: number) => void;
