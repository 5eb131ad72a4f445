/** Responses to forms posted without JavaScript: a redirect, or the form again with error messages. */
import type { Context } from 'hono';
import { AppError, conflict, isDatabaseConflict } from '#src/platform/errors.ts';
import { readForm } from './read-body.ts';
import type { AppEnv } from './request-context.ts';

/**
 * What the page shows again: values by field, without passwords and tokens; messages by field; an error code and message for the whole
 * form.
 */
export type PostedForm = { values: Record<string, string>; problems: Record<string, string[]>; code: string; message: string };

/** Renders the page at `href` with the submitted form. Never cached. */
export type RenderForm = (c: Context<AppEnv>, page: { href: string; status: number; form: PostedForm }) => Promise<Response>;

type FormPost = {
  renderForm: RenderForm;
  /** URL of the page with the form; a function of the fields where it contains the token of a link. */
  href: string | ((fields: Record<string, string>) => string);
  /** Names of the fields whose values are shown again. No passwords or tokens. */
  keep: readonly string[];
  /** Handles the form and returns the URL to redirect to (303). Throws an AppError for errors that the user can correct. */
  work: (fields: Record<string, string>) => Promise<string>;
};

/**
 * Handles a form post. An AppError below 500, or 503, is rendered on the form's page with its status and headers; other errors are
 * rethrown.
 */
export async function respondToForm(c: Context<AppEnv>, { renderForm, href, keep, work }: FormPost): Promise<Response> {
  const fields = await readForm(c);
  try {
    return c.body(null, 303, { Location: await work(fields), 'Cache-Control': 'no-store' });
  } catch (thrown) {
    const error = isDatabaseConflict(thrown) ? conflict(thrown) : thrown;
    if (!(error instanceof AppError) || (error.status >= 500 && error.status !== 503)) throw error;
    const values = Object.fromEntries(keep.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])));
    const form = { values, problems: { ...error.fields }, code: error.code, message: error.message };
    const response = await renderForm(c, { href: typeof href === 'string' ? href : href(fields), status: error.status, form });
    for (const [name, value] of Object.entries(error.headers)) response.headers.set(name, value);
    return response;
  }
}
