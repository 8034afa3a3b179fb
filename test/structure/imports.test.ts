import { posix } from 'node:path';
import { expect, it } from 'vitest';
import { product, sourcesIn } from '../support/sources.ts';

// Which room (top-level part of the code) may import from which, as in the design. Node's modules start with `node:`.

interface Room {
  readonly room: string;
  /** Rooms it may import from, in addition to itself. */
  readonly rooms: readonly string[];
  readonly packages: readonly RegExp[];
}

const node = /^node:/;
const types = /^aws-lambda$/;
const aws = [/^@aws-sdk\//, /^@smithy\//];

const rules: readonly Room[] = [
  { room: 'shared/contract', rooms: ['shared/domain'], packages: [/^zod$/] },
  { room: 'shared/domain', rooms: [], packages: [] },
  // the one adapter that is on the AWS SDK
  { room: 'shared/table/store/sdk.ts', rooms: ['shared/table'], packages: aws },
  { room: 'shared/table', rooms: ['shared/domain'], packages: [node, /^zod$/] },
  { room: 'shared/deps.ts', rooms: ['shared/table'], packages: [] },
  { room: 'shared/environment.ts', rooms: [], packages: [] },
  { room: 'shared/log.ts', rooms: [], packages: [] },
  {
    room: 'shared/jobs',
    rooms: 'shared/domain shared/table shared/deps.ts shared/environment.ts shared/log.ts notices/delivery.ts'.split(
      ' ',
    ),
    packages: [...aws, /^zod$/, types, node],
  },
  {
    room: 'shared/http',
    rooms: 'shared/contract shared/domain shared/table shared/deps.ts shared/environment.ts shared/log.ts'.split(' '),
    packages: [/^@middy\//, types, node],
  },
  // who may use the page of an account
  { room: 'shared/people', rooms: ['shared/domain', 'shared/table', 'shared/jobs'], packages: [] },
  // the only functions that import files
  { room: 'functions/importer', rooms: ['import', 'shared'], packages: [types, /^zod\/mini$/] },
  { room: 'functions/inbox', rooms: ['import', 'shared'], packages: [] },
  { room: 'functions/mcp', rooms: ['mcp', 'shared/domain', 'shared'], packages: [types] },
  // the page of an account, which answers with the operations of the API
  {
    room: 'functions/account',
    rooms: ['account', 'client', 'functions', 'import/inbox', 'notices', 'shared'],
    packages: [...aws, types, /^aws-jwt-verify(\/|$)/, /^node:crypto$/],
  },
  // queues what the holders of accounts want to be told of, and keeps what became of it
  { room: 'functions/worker', rooms: ['notices', 'shared'], packages: [types, node] },
  // delivers without the table
  { room: 'functions/notices', rooms: ['notices', 'shared'], packages: [types, node] },
  { room: 'functions', rooms: ['shared'], packages: [types, node] },
  { room: 'notices', rooms: ['shared/contract', 'shared/domain', 'shared/table'], packages: [node, /^zod$/] },
  { room: 'import', rooms: ['shared'], packages: [...aws, /^zod$/, types, node] },
  { room: 'infra', rooms: ['shared/contract', 'shared/table', 'shared/domain/access/key-tags.ts'], packages: [/./] },
  // callers install it, so it has no dependencies, not even on the contract that its types are generated from
  { room: 'client', rooms: [], packages: [] },
  {
    room: 'mcp',
    rooms: ['client', 'board/data/rows.ts', 'shared/domain'],
    packages: [/^@modelcontextprotocol\/server(\/stdio)?$/, /^zod$/, node],
  },
  // keys of API Gateway
  { room: 'account/keys/control-plane.ts', rooms: ['account', 'shared/domain'], packages: aws },
  // the page of an account, which a function and the local service serve
  { room: 'account', rooms: ['board', 'client', 'import', 'notices', 'shared'], packages: [/^node:crypto$/] },
  // what makes a board of answers of the API
  {
    room: 'board',
    rooms: ['client', 'import/files/readers', 'shared/domain'],
    packages: [/^zod$/, /^node:crypto$/],
  },
  {
    room: 'bin',
    rooms: product,
    packages: [/./],
  },
  { room: 'tools', rooms: ['bin', 'mcp', 'shared'], packages: [node] },
  {
    room: 'test',
    rooms: product,
    packages: [/./],
  },
];

interface Arrow {
  readonly from: string;
  readonly to: string;
}

const isIn = (file: string, room: string) => file === room || file.startsWith(`${room}/`);

function isAllowed(arrow: Arrow): boolean {
  const target = targetOf(arrow);
  const rule = rules.find(({ room }) => isIn(arrow.from, room));
  if (!rule) return false;
  if (!arrow.to.startsWith('.')) return rule.packages.some((name) => name.test(target));
  return [rule.room, ...rule.rooms].some((room) => isIn(target, room));
}

/** Which parts of a room may import from which others. Imports that are not listed are forbidden. */
const parts: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'shared/domain': {
    '.': [],
    access: [],
    scoring: ['.'],
    cells: ['.', 'scoring'],
    advice: ['.', 'scoring'],
    lists: ['.', 'scoring', 'advice'],
    'track-record': ['.', 'scoring'],
    morning: ['.', 'scoring', 'lists', 'track-record'],
  },
  'shared/table': {
    store: [],
    'views/root': ['store'],
    // an account begins with an empty root
    access: ['store', 'views/root'],
    entities: ['store'],
    records: ['store', 'entities'],
    arrivals: ['store', 'access'],
    facts: ['store', 'access', 'entities', 'records', 'views/root'],
    night: ['store', 'entities', 'records'],
    'views/model': ['store', 'access', 'entities', 'records', 'views/root'],
    'views/read': ['store', 'access', 'entities', 'records', 'views/root', 'views/model'],
    'views/write': [
      ...['store', 'access', 'entities', 'records', 'night', 'views/root', 'views/model', 'views/read'],
      // the overview says which feeds are late
      'arrivals',
    ],
  },
  // what sends does not know what is said
  notices: {
    '.': [],
    send: ['.'],
    compose: ['.'],
  },
  // one way: files, rows, facts, plan, write
  import: {
    files: [],
    presets: [],
    mapping: ['files', 'presets'],
    rows: ['files'],
    arrived: ['files', 'mapping', 'rows'],
    facts: ['files', 'rows'],
    plan: ['files', 'arrived', 'rows', 'facts'],
    '.': ['files', 'arrived', 'rows', 'facts', 'plan'],
    inbox: ['.', 'files', 'mapping', 'arrived', 'rows', 'facts', 'plan'],
  },
  // the operator's CLI, the service on this machine, all that makes files; directly in it are entry points
  bin: {
    build: [],
    local: ['build'],
    cli: ['local', 'build'],
    '.': ['build', 'local', 'cli'],
  },
  'bin/cli': {
    terminal: ['service'],
    service: [],
    accounts: ['terminal', 'service', 'worker'],
    board: ['terminal'],
    erase: ['terminal', 'service', 'worker'],
    export: ['terminal', 'service'],
    feeds: ['terminal', 'service'],
    import: ['terminal', 'service', 'worker'],
    inbox: ['terminal', 'service'],
    inspect: ['terminal', 'service'],
    keys: ['terminal', 'service'],
    match: ['terminal', 'service'],
    morning: ['terminal'],
    'track-record': ['terminal'],
    worker: ['terminal', 'service'],
    people: ['terminal', 'service', 'erase'],
    observe: ['terminal', 'service'],
    verify: ['terminal', 'service'],
    // combines the groups of commands
    '.': 'terminal accounts board erase export feeds import inbox match inspect keys morning observe people track-record worker verify'.split(
      ' ',
    ),
  },
  'bin/local': {
    cli: [],
    store: ['cli'],
    gateway: [],
    jobs: [],
    demo: [],
    front: ['gateway'],
    inbox: [],
    notices: [],
    '.': ['cli', 'store', 'gateway', 'jobs', 'demo', 'front', 'inbox', 'notices'],
  },
};

/** The part of a room that a file belongs to: the longest listed folder that contains it. */
function partOf(room: string, file: string): string | undefined {
  const names = Object.keys(parts[room] ?? {});
  const inside = file.slice(room.length + 1);
  const folder = names.filter((name) => inside.startsWith(`${name}/`)).sort((a, b) => b.length - a.length)[0];
  return folder ?? (inside.includes('/') ? undefined : names.find((name) => name === '.'));
}

const sources = sourcesIn(...product, 'test', 'tools');
const arrows = sources.flatMap(({ file, text }) => importsOf(text).map((to) => ({ from: file, to })));

const said = ({ from, to }: Arrow) => `${from} -> ${to}`;

it('every import is allowed by the rules', () => {
  expect(arrows.filter((arrow) => !isAllowed(arrow)).map(said)).toEqual([]);
});

it('no function imports from the folder of another, but for the page, which answers with the operations of all', () => {
  const folder = (file: string) => file.split('/')[1];
  const between = arrows.filter(
    (arrow) =>
      isIn(arrow.from, 'functions') &&
      !isIn(arrow.from, 'functions/account') &&
      isIn(targetOf(arrow), 'functions') &&
      folder(arrow.from) !== folder(targetOf(arrow)),
  );

  expect(between.map(said)).toEqual([]);
});

it.each(Object.keys(parts))('within %s, parts import in one direction', (room) => {
  const inside = arrows.filter((arrow) => isIn(arrow.from, room) && isIn(targetOf(arrow), room));
  const wrong = inside.filter((arrow) => {
    const [from, to] = [partOf(room, arrow.from), partOf(room, targetOf(arrow))];
    if (from === undefined || to === undefined) return true;
    return from !== to && !parts[room]?.[from]?.includes(to);
  });

  expect(wrong.map(said)).toEqual([]);
  expect(inside.length).toBeGreaterThan(0);
});

it('every file belongs to a room', () => {
  expect(sources.map(({ file }) => file).filter((file) => !rules.some(({ room }) => isIn(file, room)))).toEqual([]);
});

it('the source has no import cycles, types included', () => {
  const next = new Map(
    sourcesIn(...product).map(({ file, text }) => {
      const local = importsOf(text).filter((to) => to.startsWith('.'));
      return [file, local.map((to) => targetOf({ from: file, to }))];
    }),
  );
  const done = new Set<string>();
  const circles: string[] = [];
  const walk = (file: string, path: readonly string[]) => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' -> '));
    if (path.includes(file) || done.has(file)) return;
    for (const target of next.get(file) ?? []) walk(target, [...path, file]);
    done.add(file);
  };
  for (const file of next.keys()) walk(file, []);

  expect(circles).toEqual([]);
});

/** Everything that a file imports, re-exports or requires, in any syntax. */
function importsOf(text: string): string[] {
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
function targetOf({ from, to }: { readonly from: string; readonly to: string }): string {
  return to.startsWith('.') ? posix.join(posix.dirname(from), to) : to;
}
