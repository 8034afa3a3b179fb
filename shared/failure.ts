export interface Failure {
  readonly name: string;
  readonly message?: string;
  /** Where it happened, innermost first. */
  readonly at: readonly string[];
}

/** What may be logged of an error that nobody foresaw. Its message may quote stored text; AWS's words and our own do not. */
export function failureOf(error: unknown): Failure {
  const thrown = asError(error);
  const { name, message, stack = '' } = thrown;
  const harmless = '$metadata' in thrown || name === 'LimiterError';
  // the message comes first in a stack, and may have lines that look like frames
  const lines = stack.replace(message, '').split('\n');
  const at = lines.map((line) => line.trim()).filter((line) => /^at .+:\d+:\d+\)?$/.test(line));
  return { name, ...(harmless && { message }), at };
}

/** What Lambda may be thrown: its runtime logs the message and the stack of whatever ends an invocation. */
export function nameOnly(error: unknown): Error {
  return Object.assign(new Error('What failed is in the log.'), { name: asError(error).name });
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error();
}
