import type * as z from 'zod';
import { type Parameter, pathParameters } from './parameters.ts';

/** One endpoint, said once: routes, dispatch, validation, OpenAPI, the local gateway and the tests are derived from it. */
export interface Endpoint {
  /** Template below the base URL, as API Gateway writes it: /clients/{client_id}. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly description: string;
  /** Parameters of the path are named in the template and defined in `pathParameters`. */
  readonly query: Readonly<Record<string, Parameter>>;
  readonly answer: z.ZodType;
  /** JSON unless said otherwise. */
  readonly contentType?: 'text/csv; charset=utf-8';
}

export type Endpoints = Readonly<Record<string, Endpoint>>;

/** The endpoints that one Lambda function answers. Its name is also that of the function's folder, and of its construct. */
export interface Group<E extends Endpoints = Endpoints> {
  readonly name: string;
  readonly purpose: string;
  readonly endpoints: E;
}

/** Keeps the literal types of what it is given, so that operations are typed by their own paths and parameters. */
export function group<const E extends Endpoints>(name: string, purpose: string, endpoints: E): Group<E> {
  return { name, purpose, endpoints };
}

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

export type PathOf<E extends Endpoint> = { readonly [Name in NamesIn<E['path']>]: string };
export type QueryOf<E extends Endpoint> = {
  readonly [Name in keyof E['query']]: E['query'][Name] extends Parameter<infer Value> ? Value : never;
};
export type AnswerOf<E extends Endpoint> = z.output<E['answer']>;

export function namesInPath(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

/** Every status that the endpoint can answer with: what its parameters can do wrong, and what can happen to any request. */
export function statusesOf({ path, query }: Endpoint): number[] {
  const inPath = namesInPath(path).map((name) => pathParameters[name]?.parameter);
  const checked = [...inPath, ...Object.values(query)].filter((parameter) => parameter !== undefined);
  const statuses = new Set([200, 304, 401, 403, 429, 500]);
  if (checked.some(({ required, badRequest }) => required || badRequest)) statuses.add(400);
  if (checked.some(({ namesEntity }) => namesEntity) || inPath.includes(undefined)) statuses.add(404);
  if (checked.some(({ badRequest }) => !badRequest)) statuses.add(422);
  return [...statuses].sort((a, b) => a - b);
}
