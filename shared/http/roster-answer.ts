import { createHash } from 'node:crypto';
import { PageGone } from '../table/views/page-store.ts';
import { type Answer, type TextStream, textAnswer } from './operation.ts';

interface Versioned {
  readonly head: { readonly version: string };
}

/** Opens the version that is live; after a version was lost, the one that is live beyond doubt. */
type Open<R> = (reading: { consistent: boolean }) => Promise<R>;
type Render<R> = (roster: R) => Promise<string | TextStream>;

const mostTries = 3;

/**
 * An answer made of one version of a roster: its ETag is the version and what was asked, known before any page is read.
 * When the version is replaced and swept while it is being read, the answer starts again from the live one.
 */
export function rosterAnswer<R extends Versioned>(
  asked: object,
  open: Open<R>,
  render: Render<R>,
  headers: Answer['headers'] = {},
): Promise<Answer> {
  const hash = hashOf(asked);
  return answerOf(open, render, (roster, body) => ({ etag: `${roster.head.version}.${hash}`, body, headers }));
}

/** The same where a version does not say all that the answer is made of: the ETag is that of the text. */
export function hashedRosterAnswer<R>(open: Open<R>, render: Render<R>): Promise<Answer> {
  return answerOf(open, render, (_, body) => ({
    etag: 'unmade',
    body: async () => {
      const made = await body();
      return typeof made === 'string' ? textAnswer(made) : made;
    },
  }));
}

async function answerOf<R>(
  open: Open<R>,
  render: Render<R>,
  finish: (roster: R, body: () => Promise<string | TextStream | Answer>) => Answer,
  tries = mostTries,
): Promise<Answer> {
  const roster = await open({ consistent: tries < mostTries });
  return finish(roster, async () => {
    try {
      return await render(roster);
    } catch (error) {
      if (!(error instanceof PageGone) || tries <= 1) throw error;
      return answerOf(open, render, finish, tries - 1);
    }
  });
}

/** Of the parameters as they were understood: two spellings of one question are one question. */
function hashOf(asked: object): string {
  return createHash('sha256').update(JSON.stringify(asked)).digest('base64url').slice(0, 8);
}

/** `{"clients":[…],"total":1}` around texts that are JSON already. */
export function listBody(name: string, texts: readonly string[], rest: object): string {
  const tail = JSON.stringify(rest).slice(1);
  return `{${JSON.stringify(name)}:[${texts.join(',')}],${tail}`;
}
