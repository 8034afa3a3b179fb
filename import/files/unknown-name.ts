/** A name that no client has, with the clients that it may mean, the likeliest first. */
export interface UnknownName {
  readonly name: string;
  readonly rows: number;
  readonly proposals: readonly Proposal[];
}

export interface Proposal {
  readonly id: string;
  readonly name: string;
}
