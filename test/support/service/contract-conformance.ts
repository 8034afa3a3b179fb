import { openApiOf } from '../../../bin/openapi/document.ts';
import { groups } from '../../../shared/contract/groups.ts';
import { conformanceTo, type Document } from './conformance.ts';

/** Like expectConforms, for the contract as it is now: a schema that is wrong fails before openapi.json is written. */
export const expectConforms = conformanceTo(openApiOf(groups) as unknown as Document);
