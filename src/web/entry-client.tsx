import '#src/ui/styles/index.css';
import { startTransition, useEffect } from 'react';
import { flushSync } from 'react-dom';
import { hydrateRoot } from 'react-dom/client';
import { startCurrentUser } from '#src/api-client/current-user.ts';
import { startSettingsSync } from '#src/features/account-settings/components/settings-sync.ts';
import { showFlashMessage } from '#src/features/accounts/components/flash-message.ts';
import { setLogOutActions } from '#src/features/accounts/components/log-out-button.tsx';
import { startBookshelf } from '#src/features/reader-library/components/library-store.ts';
import { DEFAULT_NAME } from '#src/ui/site.ts';
import { createDataCache } from './data-cache.ts';
import { repeatEarlyInput, takeEarlyInput } from './early-input.ts';
import { fetchApi } from './fetch-api.ts';
import { excludeSeenTales, followLinks } from './follow-links.ts';
import { type PageState, STATE_ID, TALE_TEXT_ID, withTaleText } from './page-state.ts';
import { updateTitle } from './page-title.ts';
import { createSiteRouter, RouterProvider, type SiteRouter } from './router.tsx';
import { createBrowserHistory } from './site-history.ts';

/** Delay until visible images have probably loaded. */
const SETTLED_MS = 1_000;

/** Starts user-specific code after hydration: earlier state changes would make React hydrate the whole page at once. */
function Site({ router }: { router: SiteRouter }) {
  useEffect(() => {
    setLogOutActions(() => import('#src/features/account-settings/components/log-out.tsx'));
    startBookshelf();
    startSettingsSync();
    startCurrentUser();
    showFlashMessage();
    whenIdle(async () => (await import('#src/features/offline/components/start-offline.ts')).startOffline());
  }, []);
  return <RouterProvider router={router} />;
}

/** Delays offline support, so that it does not compete with the first page view. */
function whenIdle(work: () => Promise<void>): void {
  const begin = () => void work().catch(() => {});
  // Safari lacks requestIdleCallback.
  setTimeout(() => ('requestIdleCallback' in window ? requestIdleCallback(begin, { timeout: 10_000 }) : begin()), SETTLED_MS);
}

// Zod compiles parsers with eval, which the content security policy blocks. Zod reads this object when it loads; calling its config() would load it
// with every page.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

async function start(): Promise<void> {
  const root = document.getElementById('root');
  const block = document.getElementById(STATE_ID);
  if (root === null || block === null) return;
  const sent = JSON.parse(block.textContent ?? '') as PageState;
  const text = document.getElementById(TALE_TEXT_ID)?.innerHTML;
  const state = text === undefined ? sent : withTaleText(sent, text);

  const cache = createDataCache(false);
  for (const [key, data] of state.queries) cache.set(key, data);
  const { now, form, siteName: name = DEFAULT_NAME, isNewsletterDisabled = false, loginProviders } = state;
  const site = { name, isNewsletterDisabled, loginProviders };
  const router = createSiteRouter(createBrowserHistory(), { api: fetchApi, cache, now, site, form }, false);
  await router.load();
  await new Promise((next) => setTimeout(next));
  const hydrate = () => void hydrateRoot(root, <Site router={router} />);
  const early = takeEarlyInput();
  // Hydrates in slices to stay responsive; synchronously if the user is already waiting for a response.
  if (early.size === 0) startTransition(hydrate);
  else {
    flushSync(hydrate);
    await repeatEarlyInput(early);
  }
  excludeSeenTales(router);
  followLinks(router);
  updateTitle(router);
}

// Lets the browser paint and handle input between parsing and running the scripts.
setTimeout(start);
