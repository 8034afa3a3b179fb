import { alignmentGroup } from './alignment.ts';
import { clientRecordsGroup } from './client-records.ts';
import { clientsGroup } from './clients.ts';
import type { Group } from './endpoint.ts';
import { exportGroup } from './export.ts';
import { portfoliosGroup } from './portfolios.ts';
import { streamsGroup } from './streams.ts';
import { topicsGroup } from './topics.ts';

/** The contract: every endpoint of the service, grouped by function. This is the only list of them. */
export const groups: readonly Group[] = [
  clientsGroup,
  clientRecordsGroup,
  streamsGroup,
  portfoliosGroup,
  alignmentGroup,
  topicsGroup,
  exportGroup,
];

/** Outside of the contract: the contract itself, for anybody, and a summary of it for language models. */
export const openApiPath = '/openapi.json';
export const llmsPath = '/llms.txt';
export const openPaths = [openApiPath, llmsPath] as const;

/** Outside of the contract: the MCP server for assistants. */
export const mcpPath = '/mcp';

/** What its clients send there; all but POST are refused as MCP wants it. */
export const mcpMethods = ['POST', 'GET', 'DELETE'] as const;

/**
 * Its function, which has the fewest rights, also answers what is no endpoint: openapi.json, and all other requests, so
 * that they need a key too.
 */
export const elsewhereGroup: Group = topicsGroup;
