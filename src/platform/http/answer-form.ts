/** Answers a form of ours that was posted without scripts: on to the next page, or the same page again with what is wrong. */
import type { Context } from 'hono';
import { AppError, conflict, isDatabaseConflict } from '#src/platform/errors.ts';
import type { AppEnv } from './exchange.ts';
import { readForm } from './read-body.ts';

/**
 * What the page shows again: what was typed by field, without passwords and tokens; sentences by field about what is wrong; a
 * code for programs and a sentence about the whole.
 */
export type PostedForm = { values: Record<string, string>; problems: Record<string, string[]>; code: string; message: string };

/** Draws the page at `href` with a form as it was typed. Never kept by any cache. */
export type DrawForm = (c: Context<AppEnv>, page: { href: string; status: number; form: PostedForm }) => Promise<Response>;

type FormPost = {
  draw: DrawForm;
  /** Address of the page with the form; made of the fields where it carries the token of a link. */
  href: string | ((fields: Record<string, string>) => string);
  /** Names of the fields whose values are shown again. No passwords, no tokens. */
  keep: readonly string[];
  /** Does what was asked for, and returns the address to go to (303). Throws an AppError for what the reader can mend. */
  work: (fields: Record<string, string>) => Promise<string>;
};

/**
 * Runs the work of a form post. An AppError below 500, or 503, becomes its page with the same status and headers; other errors
 * are thrown on.
 */
export async function answerForm(c: Context<AppEnv>, { draw, href, keep, work }: FormPost): Promise<Response> {
  const fields = await readForm(c);
  try {
    return c.body(null, 303, { Location: await work(fields), 'Cache-Control': 'no-store' });
  } catch (thrown) {
    const error = isDatabaseConflict(thrown) ? conflict(thrown) : thrown;
    if (!(error instanceof AppError) || (error.status >= 500 && error.status !== 503)) throw error;
    const values = Object.fromEntries(keep.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])));
    const form = { values, problems: { ...error.fields }, code: error.code, message: error.message };
    const answer = await draw(c, { href: typeof href === 'string' ? href : href(fields), status: error.status, form });
    for (const [name, value] of Object.entries(error.headers)) answer.headers.set(name, value);
    return answer;
  }
}
