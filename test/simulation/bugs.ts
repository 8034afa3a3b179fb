// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these texts repeat template literals of the project
import { registerHooks } from 'node:module';

/** A fault that is written into a copy of one file while it is loaded. */
export interface Bug {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

export const bugs: Readonly<Record<string, Bug>> = {
  'one request over the limit': {
    file: 'shared/table/access/count-request.ts',
    from: "':ml': minute.limit,",
    to: "':ml': minute.limit + 1,",
  },
  'repeated attempts are counted again': {
    file: 'shared/table/access/count-request.ts',
    from: ' AND NOT contains(#w.#r, :id)',
    to: ' AND (attribute_exists(pk) OR contains(#w.#r, :id))',
  },
  'a revoked key counts as usable': {
    file: 'shared/http/admission.ts',
    from: "return key?.st === 'active' && !hasExpired(key, second)",
    to: 'return key !== undefined && !hasExpired(key, second)',
  },
  'a 429 is repeated in the next window': {
    file: 'shared/http/admission.ts',
    from: 'Math.min(now + refusalRepeatedFor, full.reset * 1000)',
    to: 'now + 6 * refusalRepeatedFor',
  },
  'unprocessed items of a batch are dropped': {
    file: 'shared/table/store/sdk.ts',
    from: '(UnprocessedItems?.[table] ?? []).map(',
    to: '(UnprocessedItems?.[`${table}-`] ?? []).map(',
  },
  'hand-overs of two accounts have one id': {
    file: 'shared/jobs/requests.ts',
    from: '`${id} ${rest.only',
    to: '`${rest.only',
  },
  'facts are written without opening the mark': {
    file: 'shared/table/facts/facts.ts',
    from: 'await writer.begin({ shown: paid.length > 0 || changes.some(isShown) });',
    to: 'await writer.begin({ shown: false });',
  },
  'a suspension leaves out the first key': {
    file: 'shared/table/access/suspend-account.ts',
    from: 'for (const key of await keysOf(table, account)) {\n    if ((await suspendKey',
    to: 'for (const key of (await keysOf(table, account)).slice(1)) {\n    if ((await suspendKey',
  },
  'a rolled key works a day longer': {
    file: 'account/keys/roll-key.ts',
    from: 'expireKey(table, old, expires)',
    to: 'expireKey(table, old, expires + 86_400)',
  },
  'a rescore reads signals that are seconds old': {
    file: 'shared/table/night/score-client.ts',
    from: 'let found = await readRecords(table, range, { consistent: run.rescore });',
    to: 'let found = await readRecords(table, range, { consistent: false });',
  },
  'the ETag of a list does not depend on its version': {
    file: 'shared/http/roster-answer.ts',
    from: '`${version}.${hash}`',
    to: '`${version.length}.${hash}`',
  },
  'a removed client leaves a record': {
    file: 'shared/table/facts/facts.ts',
    from: '    ...records,',
    to: '    ...records.slice(1),',
  },
  'a writer goes on when its lock is lost': {
    file: 'shared/table/facts/writer-lock.ts',
    from: 'isLost ||= !(await renewLock(table, account, owner, now));',
    to: 'await renewLock(table, account, owner, now);',
  },
  'an event that was refused counts as sent': {
    file: 'functions/worker/send-mornings.ts',
    from: 'await mornings.send(detail);',
    to: 'await mornings.send(detail).catch(() => undefined);',
  },
  'an importer that was killed is not followed by another': {
    file: 'import/inbox/watch-inboxes.ts',
    from: 'if (run.until > clock()) continue;',
    to: 'if (run.until > 0) continue;',
  },
  'a run that goes on takes all its rows for written': {
    file: 'import/inbox/work-inbox.ts',
    from: 'written: { rows, of }, attempts',
    to: 'written: { rows: of, of }, attempts',
  },
  'a file that was replaced is removed with the one before it': {
    file: 'import/inbox/aws/s3-store.ts',
    from: 'if (isFound) older.push(each);',
    to: 'if (each.version !== version) older.push(each);',
  },
  'the aliases of a removed client stay': {
    file: 'shared/table/facts/facts.ts',
    from: '.filter((each) => each.clientId === clientId)',
    to: '.filter((each) => each.clientId < clientId)',
  },
  'an import gives back only one of its rejected rows': {
    file: 'import/facts/write-rejects.ts',
    from: 'text += csvLine([...cells, ...missing, rejects.messageOf(source.name, line)]);',
    to: 'return yield text + csvLine([...cells, ...missing, rejects.messageOf(source.name, line)]);',
  },
  'the pages of all but one list are not put': {
    file: 'shared/table/views/write/publish.ts',
    from: 'new Set(replaced.flatMap(pageIdsOf))',
    to: 'new Set([...replaced, ...lists.slice(1).map(({ list }) => list)].flatMap(pageIdsOf))',
  },
  'a closed mark keeps its value': {
    file: 'shared/table/facts/writer.ts',
    from: 'if (shown && !hasNewValue()) await open(newMarkValue(randomBytes));',
    to: 'if (shown && !isOurs()) await open(found.value);',
  },
  'notes of a killed import are not counted': {
    file: 'shared/table/facts/writer.ts',
    from: 'countAgain: found.isOpen',
    to: 'countAgain: false',
  },
};

/** Loads the file with the bug from now on. */
export function plant(name: string): void {
  const bug = bugs[name];
  if (!bug) throw new Error(`There is no bug ${name}: ${Object.keys(bugs).join(', ')}.`);
  let isPlanted = false;
  registerHooks({
    load: (url, context, nextLoad) => {
      const loaded = nextLoad(url, context);
      if (!url.endsWith(`/${bug.file}`)) return loaded;
      const source = String(loaded.source);
      if (!source.includes(bug.from)) throw new Error(`${bug.file} has no ${bug.from}`);
      isPlanted = true;
      return { ...loaded, source: source.replace(bug.from, () => bug.to) };
    },
  });
  process.on('exit', () => {
    if (!isPlanted) throw new Error(`${bug.file} was not loaded`);
  });
}
