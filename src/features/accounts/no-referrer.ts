import type { Context } from 'hono';
import type { AppEnv } from '#src/platform/http/exchange.ts';
import { urls } from '#src/urls.ts';

/** The pages that links of mails lead to: their address holds a token or a key. So do those of previews. */
const WITH_TOKEN = new Set([
  ...[urls.verify(), urls.resetPassword(), urls.loginLink(), urls.changeEmail()],
  ...[urls.newsletterConfirm(), urls.newsletterUnsubscribe(), urls.newsletterPreferences()],
]);

/**
 * Middleware that keeps the addresses with tokens in them to the reader: no page that is visited next hears of them, and no
 * cache keeps them. For pages, forms and errors at these addresses.
 */
export function noReferrer() {
  return async (c: Context<AppEnv>, next: () => Promise<void>): Promise<void> => {
    await next();
    if (!WITH_TOKEN.has(c.req.path) && !c.req.path.startsWith(urls.preview(''))) return;
    c.header('Referrer-Policy', 'no-referrer');
    c.header('Cache-Control', 'no-store');
  };
}
