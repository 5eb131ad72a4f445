import '#src/ui/styles/index.css';
import { createBrowserHistory, RouterProvider } from '@tanstack/react-router';
import { startTransition, useEffect } from 'react';
import { flushSync } from 'react-dom';
import { hydrateRoot } from 'react-dom/client';
import { startMe } from '#src/features/accounts/components/me.ts';
import { showNotice } from '#src/features/accounts/components/show-notice.ts';
import { startBookshelf } from '#src/features/bookshelf/components/bookshelf-store.ts';
import { repeatEarlyInput, takeEarlyInput } from './early-input.ts';
import { fetchApi } from './fetch-api.ts';
import { followLinks } from './follow-links.ts';
import { keepTitle } from './keep-title.ts';
import { type PageState, STATE_ID, TALE_TEXT_ID, withTaleText } from './page-state.ts';
import { createQueryClient, hydrateQueries } from './query-client.ts';
import { createSiteRouter, type SiteRouter } from './router.tsx';
import { avoidSeenTales } from './seen-tales.ts';

/** By then the pictures in sight have come. */
const SETTLED_MS = 1_000;

/**
 * The page, and when it has been taken over what belongs to a person. Not before: whatever changes meanwhile would have React
 * draw the whole page at once instead of in slices.
 */
function Site({ router }: { router: SiteRouter }) {
  useEffect(() => {
    startBookshelf();
    startMe();
    showNotice();
    whenIdle(async () => (await import('#src/features/offline/components/start-offline.ts')).startOffline());
  }, []);
  return <RouterProvider router={router} />;
}

/** The first visit pays nothing for what it may need without a network. */
function whenIdle(work: () => Promise<void>): void {
  const begin = () => void work().catch(() => {});
  // Safari has no such moment.
  setTimeout(() => ('requestIdleCallback' in window ? requestIdleCallback(begin, { timeout: 10_000 }) : begin()), SETTLED_MS);
}

// Zod compiles its parsers with eval unless told otherwise, which the content security policy blocks and reports. It reads this object when it
// is first loaded; its own config() would load it with every page.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

async function start(): Promise<void> {
  const root = document.getElementById('root');
  const block = document.getElementById(STATE_ID);
  if (root === null || block === null) return;
  const sent = JSON.parse(block.textContent ?? '') as PageState;
  const text = document.getElementById(TALE_TEXT_ID)?.innerHTML;
  const state = text === undefined ? sent : withTaleText(sent, text);

  const client = createQueryClient(false);
  hydrateQueries(client, state.queries);
  const { now, form, isLetterClosed = false } = state;
  const router = createSiteRouter(createBrowserHistory(), { api: fetchApi, queries: client, now, isLetterClosed, form }, false);
  // The server drew the page without Suspense; this makes the first render in the browser do the same.
  router.ssr = { manifest: undefined };
  await router.load();
  await new Promise((next) => setTimeout(next));
  const hydrate = () => void hydrateRoot(root, <Site router={router} />);
  const early = takeEarlyInput();
  // In slices: a reader who scrolls or types meanwhile is not kept waiting. At once for one who waits for an answer already.
  if (early.size === 0) startTransition(hydrate);
  else {
    flushSync(hydrate);
    await repeatEarlyInput(early);
  }
  avoidSeenTales(router);
  followLinks(router);
  keepTitle(router);
}

// Lets the browser draw and answer between reading the scripts and running them.
setTimeout(start);
