/** The contact page over HTTP: its form, and the same as JSON. The page itself is drawn elsewhere. */
import { Hono } from 'hono';
import { answerForm, type DrawForm } from '#src/platform/http/answer-form.ts';
import { type AppEnv, exchangeOf } from '#src/platform/http/exchange.ts';
import { parseBody, readBody } from '#src/platform/http/read-body.ts';
import { sameOrigin } from '#src/platform/http/same-origin.ts';
import { urls } from '#src/urls.ts';
import { NewLetter } from './read-letter.ts';
import { type LetterDeps, takeLetter } from './take-letter.ts';

/** `POST /api/v1/messages` (201), and the form of the page: 303 to the page that says thank you, or the form again with what is wrong. */
export function contactRoutes(deps: LetterDeps & { draw: DrawForm }): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const ours = sameOrigin(deps.publicUrl);
  app.post(urls.api('/messages'), ours, async (c) => {
    await takeLetter(deps, await readBody(c, NewLetter), exchangeOf(c).clientAddress());
    return c.json({}, 201, { 'Cache-Control': 'no-store' });
  });
  app.post(urls.contact(), ours, (c) =>
    answerForm(c, {
      draw: deps.draw,
      href: ({ tale = '' }) => urls.contact(tale),
      keep: ['topic', 'message', 'email', 'tale'],
      work: async (fields) => {
        await takeLetter(deps, parseBody(NewLetter, fields), exchangeOf(c).clientAddress());
        return urls.contactSent();
      },
    }),
  );
  return app;
}
