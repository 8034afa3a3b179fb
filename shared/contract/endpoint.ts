import type * as z from 'zod';
import { type EntityId, type Parameter, type PathParameterName, pathParameters } from './parameters.ts';

/** One endpoint. Routes, dispatch, validation, openapi.json, the local gateway and tests are derived from it. */
export interface Endpoint {
  /** Template below the base URL, as API Gateway writes it: /clients/{client_id}. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly description: string;
  /** Parameters of the path are named in the template and defined in `pathParameters`. */
  readonly query: Readonly<Record<string, Parameter>>;
  readonly answer: z.ZodType;
  /** JSON if absent. */
  readonly contentType?: 'text/csv; charset=utf-8';
}

export type Endpoints = Readonly<Record<string, Endpoint>>;

/** The endpoints that one Lambda function serves. The function's folder and its CDK construct have the same name. */
export interface Group<E extends Endpoints = Endpoints> {
  readonly name: string;
  readonly purpose: string;
  readonly endpoints: E;
}

/**
 * Keeps the literal types of the endpoints, so that operations are typed by their paths and parameters. A path with a
 * parameter that `pathParameters` does not define does not compile.
 */
export function group<const E extends Endpoints>(name: string, purpose: string, endpoints: E & Defined<E>): Group<E> {
  return { name, purpose, endpoints };
}

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

type Defined<E extends Endpoints> = {
  readonly [Id in keyof E]: NamesIn<E[Id]['path']> extends PathParameterName
    ? unknown
    : { readonly path: `/…{${PathParameterName}}…` };
};

export type PathOf<E extends Endpoint> = { readonly [Name in NamesIn<E['path']>]: string };
export type QueryOf<E extends Endpoint> = {
  readonly [Name in keyof E['query']]: E['query'][Name] extends Parameter<infer Value> ? Value : never;
};

export function namesInPath(path: string): PathParameterName[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as PathParameterName);
}

export function pathParameter(name: PathParameterName): EntityId | Parameter {
  return pathParameters[name];
}

/** Every status that the endpoint can return: those of any request, and those that its parameters can cause. */
export function statusesOf({ path, query }: Endpoint): number[] {
  const inPath = namesInPath(path).map(pathParameter);
  const ids = inPath.filter((parameter) => 'entity' in parameter);
  const namesEntity = Object.values(query).some((parameter) => parameter.namesEntity);
  // API Gateway answers a malformed request with 400, and a parameter of another endpoint gives 422, whatever the endpoint
  const statuses = new Set([200, 304, 400, 401, 403, 422, 429, 500]);
  if (namesEntity || ids.length > 0) statuses.add(404);
  return [...statuses].sort((a, b) => a - b);
}
