/** What the links of letters lead to, over HTTP: leaving in one press (RFC 8058), and how often the letter comes. No GET acts. */
import { type Context, Hono } from 'hono';
import { AppError } from '#src/platform/errors.ts';
import { answerForm, type DrawForm, type PostedForm } from '#src/platform/http/answer-form.ts';
import type { AppEnv } from '#src/platform/http/exchange.ts';
import { parseBody, readBody, readText } from '#src/platform/http/read-body.ts';
import { sameOrigin } from '#src/platform/http/same-origin.ts';
import { urls } from '#src/urls.ts';
import type { SubscriberView } from './contract.ts';
import type { NewsletterDeps } from './newsletter-routes.ts';
import { KeyBody, PreferencesBody } from './newsletter-schemas.ts';
import { findSubscriber, saveFrequency, unsubscribe } from './preferences.ts';

export function preferencesRoutes(deps: NewsletterDeps): Hono<AppEnv> {
  const { draw } = deps;
  const app = new Hono<AppEnv>();
  const ours = sameOrigin(deps.publicUrl);

  app.get(urls.api('/newsletter/preferences'), async (c) => c.json(await find(deps, keyOf(c)), 200, NOT_KEPT));
  app.put(urls.api('/newsletter/preferences'), ours, async (c) => {
    const { key, frequency } = await readBody(c, PreferencesBody);
    await save(deps, key, frequency);
    return c.json(await find(deps, key), 200, NOT_KEPT);
  });
  app.post(urls.api('/newsletter/unsubscribe'), ours, async (c) => {
    await leave(deps, (await readBody(c, KeyBody)).key);
    return c.body(null, 204, NOT_KEPT);
  });

  for (const page of [urls.newsletterUnsubscribe, urls.newsletterPreferences]) {
    app.get(page(), async (c) => {
      const view = await find(deps, keyOf(c)).catch(orProblem);
      const isSaved = new URL(c.req.url).searchParams.get('saved') === '1';
      const form = 'code' in view ? view : shown(view, isSaved ? 'saved' : '');
      return draw(c, { href: page(keyOf(c)), status: 'code' in view ? view.status : 200, form });
    });
  }
  app.post(urls.newsletterPreferences(), ours, (c) => {
    const work = async (fields: Record<string, string>) => {
      const { key, frequency } = parseBody(PreferencesBody, fields);
      await save(deps, key, frequency);
      return `${urls.newsletterPreferences(key)}&saved=1`;
    };
    return answerForm(c, { draw: drawKnown, href: (fields) => urls.newsletterPreferences(fields.key), keep: [], work });
  });
  // A mail program posts as its reader presses its own button: from nowhere, without a cookie, and the key says for whom.
  app.post(
    urls.newsletterUnsubscribe(),
    async (c, next) => ((await isOneClick(c)) ? next() : ours(c, next)),
    async (c) => {
      if (!(await isOneClick(c))) return leaveByForm(c);
      await leave(deps, keyOf(c));
      return c.text('Done: no more letters.\n', 200, NOT_KEPT);
    },
  );
  return app;

  /** Beside what is wrong the page shows what is there. */
  async function drawKnown(c: Context<AppEnv>, page: Parameters<DrawForm>[1]): Promise<Response> {
    const key = new URL(page.href, deps.publicUrl).searchParams.get('key') ?? '';
    const view = await findSubscriber(deps.db, key);
    return draw(c, view === undefined ? page : { ...page, form: { ...page.form, values: shown(view, '').values } });
  }

  function leaveByForm(c: Context<AppEnv>): Promise<Response> {
    const work = async (fields: Record<string, string>) => {
      const { key } = parseBody(KeyBody, fields);
      await leave(deps, key);
      return urls.newsletterUnsubscribe(key);
    };
    return answerForm(c, { draw, href: (fields) => urls.newsletterUnsubscribe(fields.key), keep: [], work });
  }
}

const NOT_KEPT = { 'Cache-Control': 'no-store' };

/** RFC 8058, 3.1: as a form of either kind. */
async function isOneClick(c: Context<AppEnv>): Promise<boolean> {
  const type = (c.req.header('content-type') ?? '').toLowerCase();
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/.test(type)) return false;
  return /List-Unsubscribe(=|"\r?\n(?:[\w-]+:.*\r?\n)*\r?\n)One-Click\b/i.test(await readText(c));
}

async function leave({ db, log }: Pick<NewsletterDeps, 'db' | 'log'>, key: string): Promise<void> {
  const id = await unsubscribe(db, key);
  if (id !== undefined) log.info({ event: 'newsletter_left', subscriber: id }, 'Someone wants no more letters');
}

async function save({ db }: NewsletterDeps, key: string, frequency: SubscriberView['frequency']): Promise<void> {
  if (!(await saveFrequency(db, key, frequency))) throw unknownKey();
}

/** Nobody guesses a key: it has 244 random bits. */
async function find({ db }: NewsletterDeps, key: string): Promise<SubscriberView> {
  const view = await findSubscriber(db, key);
  if (view === undefined) throw unknownKey();
  return view;
}

function keyOf(c: Context<AppEnv>): string {
  return new URL(c.req.url).searchParams.get('key') ?? '';
}

function unknownKey(): AppError {
  return new AppError(404, 'unknown_key', 'This link belongs to no letter of ours any more.');
}

/** The page tells what cannot be shown. */
function orProblem(error: unknown): PostedForm & { status: number } {
  if (!(error instanceof AppError) || error.status >= 500) throw error;
  return { values: {}, problems: {}, code: error.code, message: error.message, status: error.status };
}

/** Pages are drawn with a form; this one holds what was found. */
function shown({ address, isOn, frequency, hasAccount }: SubscriberView, code: string): PostedForm {
  const values = { address, frequency, isOn: String(isOn), hasAccount: String(hasAccount) };
  return { values, problems: {}, code, message: '' };
}
