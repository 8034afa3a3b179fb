export interface Proof {
  /** test/proof/NAME.proof.ts */
  readonly name: string;
  readonly promise: string;
}

/** What each proof shows. The tests of a proof say how. */
export const proofs: readonly Proof[] = [
  { name: 'limiter', promise: 'Every admitted request is counted exactly once, and no limit is exceeded.' },
  { name: 'windows', promise: 'Minute, hour and day limits open and close on time; malformed keys cost nothing.' },
  { name: 'commands', promise: 'No active key of a suspended account, no revived key, whatever races or is killed.' },
  { name: 'isolation', promise: 'No account sees a byte of another, or learns whether an id of another exists.' },
  { name: 'fuzz', promise: 'Any request gets a documented status and body, and never a server error.' },
  { name: 'model', promise: 'Every answer equals that of a second, plain implementation.' },
  { name: 'night', promise: 'Killed, repeated, late and failing nights leave the table of an undisturbed night.' },
  { name: 'rosters', promise: 'Views equal their facts; no page is lost, mixed up or left over.' },
  { name: 'import', promise: 'A killed import can be repeated; export and import lose nothing.' },
  { name: 'export', promise: 'Memory of an export does not grow with the account.' },
  { name: 'capacity', promise: 'A night of 1,000 accounts fits into the capacity of a new table.' },
  { name: 'rehearsal', promise: "What is deployed works under AWS's runtime client, and on an emulator of AWS." },
  {
    name: 'mem-dynamo',
    promise: 'The table in memory, on which other proofs rely, behaves like the embedded database.',
  },
];
