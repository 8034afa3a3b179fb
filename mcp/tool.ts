import * as z from 'zod';
import type { ClientHealthApi, ClientNote } from '../client/index.ts';
import { portfoliosMeant } from '../shared/domain/lists/portfolios.ts';
import type { Result } from './result.ts';

/** A question that an assistant can ask. */
export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  readonly answer: (api: ClientHealthApi, given: z.output<Input>, signal: AbortSignal) => Promise<Result>;
}

/** Types `answer` by `input`. */
export function tool<Input extends z.ZodObject>(definition: Tool<Input>): Tool {
  return definition as unknown as Tool;
}

// Inputs that several tools have.

export const clientId = z.string().min(1).describe('The id of the client, from find_clients.');
export const portfolio = z
  .string()
  .min(1)
  .optional()
  .describe('Only the clients of this portfolio, given by its id or its name. Without it: the whole account.');
export const includeArchived = z.boolean().optional().describe('Include archived clients. Default: false.');
export const offset = z.int().min(0).optional().describe('Skip so many entries. Default: 0.');
export const limitOf = (most: number, usual: number) =>
  z.int().min(1).max(most).optional().describe(`At most so many entries. Default: ${usual}.`);

/** The question cannot be answered as it was asked; the message says how to ask. */
export class WrongQuestion extends Error {
  override name = 'WrongQuestion' as const;
}

/** An answer must not look as if an argument had been applied that was ignored. */
export function refuseUnfit(given: Readonly<Record<string, unknown>>, where: string): void {
  const unfit = Object.keys(given).filter((name) => given[name] !== undefined);
  if (unfit.length > 0) throw new WrongQuestion(`${unfit.join(' and ')} cannot be given ${where}. Ask again without.`);
}

/** The scope of a request. A portfolio may be given by its name, which is looked up. */
export async function scopeOf(api: ClientHealthApi, given: string | undefined, signal: AbortSignal) {
  return given === undefined ? {} : { portfolio_id: await portfolioIdOf(api, given, signal) };
}

async function portfolioIdOf(api: ClientHealthApi, given: string, signal: AbortSignal): Promise<string> {
  const found = portfoliosMeant((await api.listPortfolios({}, { signal })).portfolios, given);
  const [only] = found;
  if (!only)
    throw new WrongQuestion('There is no such portfolio. list_portfolios_or_alignment lists their ids and names.');
  if (found.length > 1) {
    throw new WrongQuestion(
      `${found.length} portfolios have this name. Give one of their ids: ${found.map(({ id }) => id).join(', ')}.`,
    );
  }
  return only.id;
}

const mostOfNote = 300;

/** The beginning of a note; get_notes_and_people shows all of it. */
export function shortNote({ createdAt, createdBy, content }: ClientNote) {
  const characters = [...content];
  const isLong = characters.length > mostOfNote;
  return { createdAt, createdBy, content: isLong ? `${characters.slice(0, mostOfNote).join('')}[…]` : content };
}
