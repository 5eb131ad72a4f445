/** The pages of who is signed in. Their addresses are guarded here; what they show comes through the API afterwards. */
import { Hono } from 'hono';
import type { Guards } from '#src/features/accounts/guards.ts';
import { setNotice } from '#src/features/accounts/set-notice.ts';
import { PERSONAL_PAGES } from '#src/page-paths.ts';
import type { AppEnv } from '#src/platform/http/exchange.ts';
import { urls } from '#src/urls.ts';
import { drawPage, type PageDeps } from './pages.ts';

export function personalPages(deps: PageDeps & { guards: Guards }): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  for (const [path, who] of Object.entries(PERSONAL_PAGES)) {
    app.get(path, async (c) => {
      const { pathname, search } = new URL(c.req.url);
      const person = await deps.guards.find(c);
      if (person === null) return c.redirect(urls.login(pathname + search), 302);
      if (who === 'admin' && person.role !== 'admin') {
        setNotice(c, 'admins_only');
        return c.redirect(urls.home(), 302);
      }
      return deps.servePage(c, { key: null, render: () => drawPage(deps, pathname) });
    });
  }
  app.get('/admin', (c) => c.redirect(urls.manageTales(), 302));
  return app;
}
