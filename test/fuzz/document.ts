import { readFileSync } from 'node:fs';
import { openApiFile } from '../../bin/openapi.ts';

/** What openapi.json says of a parameter. */
export interface Documented {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: {
    readonly type: string;
    readonly format?: string;
    readonly enum?: readonly string[];
    readonly minimum?: number;
    readonly maximum?: number;
    readonly maxLength?: number;
  };
}

export interface DocumentedOperation {
  readonly operationId: string;
  readonly path: string;
  readonly parameters: readonly Documented[];
}

/** Every endpoint as callers know it; one that is new is asked like the others. */
export const operations: readonly DocumentedOperation[] = Object.entries(
  (JSON.parse(readFileSync(openApiFile, 'utf8')) as { paths: Record<string, { get: DocumentedOperation }> }).paths,
).map(([path, { get }]) => ({ ...get, path }));
