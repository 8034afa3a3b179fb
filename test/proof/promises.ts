export interface Proof {
  /** The tests are in test/proof/NAME.proof.ts, unless `tests` says otherwise. */
  readonly name: string;
  readonly promise: string;
  /** Files and folders of `npm test` that run at full size. */
  readonly tests?: readonly string[];
  /** Too long for a slice in .ci/run, where `npm test` has run already. */
  readonly notInSlice?: true;
}

/** What each proof shows. The titles of its tests say how, and how much of it was tried. */
export const proofs: readonly Proof[] = [
  {
    name: 'simulation',
    promise:
      'The whole system keeps its promises for days with hundreds of faults, and the simulation finds planted bugs.',
  },
  {
    name: 'limiter',
    promise:
      'Every admitted request is counted exactly once, no limit is exceeded, windows open and close on time; malformed keys cost nothing.',
    tests: ['test/limiter/simulation.test.ts', 'test/limiter/model.test.ts', 'test/limiter/malformed-keys.test.ts'],
    notInSlice: true,
  },
  {
    name: 'kills',
    promise:
      'Commands and workers that are killed or meet at any of their calls can be repeated; no key of a suspended account is active, and none is revived.',
    tests: ['test/admin/accounts', 'test/import/import.test.ts', 'test/scenarios', 'test/table/views/publish.test.ts'],
    notInSlice: true,
  },
  {
    name: 'demo',
    promise:
      'The demo data equals an import of its facts, with the scores and counts that a night computes, and is answered as documented.',
    tests: ['test/local/demo.test.ts', 'test/local/service.test.ts'],
    notInSlice: true,
  },
  {
    name: 'isolation',
    promise: 'No account sees a byte of another, or learns whether an id of another exists, in the API or on its page.',
    tests: ['test/isolation', 'test/account', 'test/functions/account'],
    notInSlice: true,
  },
  { name: 'fuzz', promise: 'Any request gets a documented status and body, and never a server error.' },
  {
    name: 'answers',
    promise: 'Pages and versions of every list fit together; every kind of invalid value gets its documented answer.',
    tests: ['test/model/invariants.test.ts', 'test/fuzz/bad-input.test.ts'],
    notInSlice: true,
  },
  {
    name: 'model',
    promise: 'Every answer equals that of a second, plain implementation.',
    tests: ['test/model/model.test.ts', 'test/model/moves.test.ts'],
    notInSlice: true,
  },
  {
    name: 'night',
    promise: 'Killed, repeated, late and failing nights leave the table of an undisturbed night.',
    tests: ['test/worker/killed.test.ts', 'test/worker/interleaved.test.ts', 'test/worker/poison.test.ts'],
    notInSlice: true,
  },
  {
    name: 'import',
    promise:
      'A killed import can be repeated; export and import lose nothing; files without room in memory are refused.',
  },
  {
    name: 'inbox-load',
    promise: 'Small files never wait for large ones of other accounts, whose importers need little memory.',
  },
  {
    name: 'year',
    promise:
      'A year of weekly, dirty exports of five systems, imported unattended with presets without their measures: every score is right, every reject and dead feed named.',
  },
  {
    name: 'attacks',
    promise: 'Hostile files are answered within 400 MB and 10 seconds of CPU time, also by the bundle of the importer.',
    tests: ['test/import/attacks'],
    notInSlice: true,
  },
  {
    name: 'warning',
    promise: 'In made-up agencies with known health, the score of clients in trouble falls before they leave.',
  },
  { name: 'export', promise: 'Memory of an export does not grow with the account.' },
  { name: 'capacity', promise: 'A night of 1,000 accounts fits into the capacity of a new table.', notInSlice: true },
  {
    name: 'signer',
    promise: 'Requests to DynamoDB are signed as the AWS SDK signs them.',
    tests: ['test/table/store/signer.test.ts'],
    notInSlice: true,
  },
  {
    name: 'mem-dynamo',
    promise: 'The table in memory, on which other proofs rely, behaves like the embedded database.',
    tests: ['test/limiter/mem-dynamo.test.ts'],
    notInSlice: true,
  },
  {
    name: 'dynamodb-local',
    promise: "The specification holds on AWS's own DynamoDB Local.",
    notInSlice: true,
  },
  {
    name: 'schemathesis',
    promise: 'A tool of others finds no difference from openapi.json.',
    notInSlice: true,
  },
  {
    name: 'templates',
    promise: 'Rule packs and linters of others find nothing in the template, whatever the options.',
    notInSlice: true,
  },
  {
    name: 'rehearsal',
    promise: "What is deployed works under AWS's runtime client, and on an emulator of AWS.",
    notInSlice: true,
  },
];
