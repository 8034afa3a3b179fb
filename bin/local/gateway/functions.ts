import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { groups } from '../../../shared/contract/groups.ts';
import type { Deps } from '../../../shared/deps.ts';
import type { ApiHandler } from '../../../shared/http/api.ts';
import { root } from '../../build/paths.ts';

/** Loads functions/<group>/handler.ts of every group; groups without that file are not served. */
export async function loadFunctions(deps: Deps): Promise<Map<string, ApiHandler>> {
  const handlers = new Map<string, ApiHandler>();
  for (const { name } of groups) {
    const file = join(root, 'functions', name, 'handler.ts');
    if (!existsSync(file)) continue;
    const { create } = (await import(pathToFileURL(file).href)) as { create: (deps: Deps) => ApiHandler };
    handlers.set(name, create(deps));
  }
  return handlers;
}
