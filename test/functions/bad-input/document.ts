import { readFileSync } from 'node:fs';
import { openApiFile } from '../../../bin/build/openapi/document.ts';

/** A parameter as openapi.json documents it. */
export interface Documented {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: {
    readonly type: string;
    readonly format?: string;
    readonly pattern?: string;
    readonly enum?: readonly string[];
    readonly minimum?: number;
    readonly maximum?: number;
    readonly minLength?: number;
    readonly maxLength?: number;
  };
}

export interface DocumentedOperation {
  readonly operationId: string;
  readonly path: string;
  readonly parameters: readonly Documented[];
}

interface Document {
  readonly paths: Record<string, { get: { operationId: string; parameters: (Documented | { $ref: string })[] } }>;
}

/** Every endpoint of openapi.json, so a new one is tested like the others. */
export const operations: readonly DocumentedOperation[] = Object.entries(
  (JSON.parse(readFileSync(openApiFile, 'utf8')) as Document).paths,
).map(([path, { get }]) => ({
  operationId: get.operationId,
  path,
  // If-None-Match is a reference
  parameters: get.parameters.filter((parameter) => 'name' in parameter),
}));
