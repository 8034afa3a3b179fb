import { createServer, type RequestListener } from 'node:http';
import { onTestFinished } from 'vitest';
import { localAddress } from '../../../bin/local/store/table.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import { serve } from '../service/http.ts';
import { aroundCalls } from './clients.ts';
import { openWired } from './wired.ts';

const outOfOrder = (): never => {
  throw new Error('out of order');
};

/** A table whose every call fails with the given error, before anything is sent. */
export function failingTable(fail: () => never = outOfOrder): Table {
  const table = openWired(localAddress('http://127.0.0.1:9', 'none'), 'request');
  aroundCalls(table, async () => fail());
  return table;
}

/** The endpoint of a server that sends the given responses. */
export async function endpointBehind(answer: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await serve(createServer(answer))}`;
}

/** A table as requests have it, with a server that sends the given responses. */
export async function tableBehind(answer: RequestListener): Promise<Table> {
  const table = openWired(localAddress(await endpointBehind(answer), 'none'), 'request');
  onTestFinished(() => table.close());
  return table;
}

export interface HeldBack {
  /** The same table through a separate client, whose writes are held back. */
  readonly table: Table;
  /** How many writes are held back. */
  readonly waiting: () => number;
  readonly letGo: () => void;
}

/** Holds back the writes to a table, to test what runs in parallel with the counting of a request. */
export function holdBackWrites({ open }: { readonly open: (profile: 'request') => Table }): HeldBack {
  const table = open('request');
  const held: (() => void)[] = [];
  aroundCalls(table, async (send, call) => {
    if (call === 'update') await new Promise<void>((go) => held.push(go));
    return send();
  });
  const letGo = () => {
    for (const go of held.splice(0)) go();
  };
  return { table, waiting: () => held.length, letGo };
}
