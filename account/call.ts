import type { ReadLine } from '../shared/table/access/account-log.ts';
import type { PageRequest, Ports, Role, Who } from './ports.ts';

/** A request that may be answered: its route, role, origin and token were checked. */
export interface PageCall {
  readonly request: PageRequest;
  readonly who: Who;
  readonly ports: Ports;
  /** The parts of the path that a route leaves open, decoded. */
  readonly open: readonly string[];
  readonly query: URLSearchParams;
  readonly form: URLSearchParams;
}

export interface AnsweredPage {
  readonly title: string;
  /** It is put into a `<main>`, which a board brings itself. */
  readonly html: string;
  readonly status?: number;
  readonly script?: string;
}

/** What a route says: a page, another address, or a file. */
export type RouteAnswer =
  | AnsweredPage
  | { readonly location: string }
  | { readonly file: string; readonly text: string }
  | { readonly json: unknown };

export interface Route {
  readonly method: 'GET' | 'POST';
  /** `*` stands for one part. */
  readonly path: string;
  readonly role: Role;
  /** What the log says of it, if it has what people read. */
  readonly read?: ReadLine['what'];
  readonly answer: (call: PageCall) => RouteAnswer | Promise<RouteAnswer>;
}
