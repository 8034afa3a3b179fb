import { openApiOf } from '../../../bin/openapi/document.ts';
import { groups } from '../../../shared/contract/groups.ts';
import { conformanceTo, type Document } from './conformance.ts';

/**
 * Asserts that a response matches the contract as it is now. `expectConforms` of conformance.ts compares with openapi.json,
 * which is older than the contract until it is written again.
 */
export const expectConforms = conformanceTo(openApiOf(groups) as unknown as Document);
