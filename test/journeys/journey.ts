import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page, Request } from 'playwright-core';
import { test as base, expect, inject } from 'vitest';
import { launchBrowser } from '../browser.ts';

/** The journey test: opens pages in a shared browser, and fails on unexpected errors or requests. */

export const DESKTOP = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

export type PageOptions = Omit<BrowserContextOptions, 'baseURL'> & {
  /** Problems the journey provokes, such as the console error of a 404. */
  expected?: RegExp[];
  /** Another origin of the site, such as a proxy. */
  origin?: string;
  /** Loads covers and illustrations. Default: false, which saves time. */
  images?: boolean;
  /** Paints the page, for screenshots and layout shifts, which are not reported without. Default: only with animations. */
  painted?: boolean;
  /** Uses a new context, so that scripts come from the network, not the HTTP cache. Default: a reused context if possible. */
  fresh?: boolean;
};

/** Opens a page of a new visitor, without animations by default: they take a sixth of the processor time. */
export type Open = (visitor?: PageOptions) => Promise<Page>;

/**
 * A test with `open`. It fails if a page that it opened has an unexpected console error, an uncaught error, a CSP violation, or a request
 * to another host.
 */
export const journey = base
  // biome-ignore lint/correctness/noEmptyPattern: Vitest requires an object pattern
  .extend('browser', { scope: 'worker' }, async ({}, { onCleanup }): Promise<Browser> => {
    const browser = await launchBrowser();
    onCleanup(() => browser.close());
    return browser;
  })
  .extend('profiles', { scope: 'worker' }, async (): Promise<Profile[]> => [])
  .extend('open', async ({ browser, profiles, task }, { onCleanup }): Promise<Open> => {
    const problems: string[] = [];
    const contexts: BrowserContext[] = [];
    const used: Profile[] = [];
    onCleanup(async () => {
      if (task.result?.state === 'fail') {
        // At once: the report at the end is missing if the run is stopped.
        process.stderr.write(`${task.name}: ${[...(task.result.errors ?? []).map(({ message }) => message), ...problems].join('\n')}\n`);
        await printPages([...contexts, ...used.map(({ context }) => context)]);
      }
      for (const context of contexts) await context.close();
      for (const profile of used) await resetProfile(profile);
      expect(problems, 'problems in the pages of this journey').toEqual([]);
    });
    return async ({
      expected = [],
      origin = inject('origin'),
      images = false,
      painted = false,
      fresh = false,
      viewport = DESKTOP,
      reducedMotion = 'reduce',
      colorScheme,
      permissions = [],
      ...options
    } = {}) => {
      const report = (problem: string) => {
        if (!expected.some((pattern) => pattern.test(problem))) problems.push(problem);
      };
      const isReusable = !fresh && origin === inject('origin') && options.serviceWorkers === undefined;
      let context: BrowserContext;
      if (isReusable) {
        const profile = await takeProfile(browser, profiles, options);
        profile.report = report;
        used.push(profile);
        context = profile.context;
      } else {
        context = await newContext(browser, { baseURL: origin, ...options });
        contexts.push(context);
        watch(context, origin, report);
      }
      await context.grantPermissions(permissions, { origin });
      const page = await context.newPage();
      if (viewport !== null) await page.setViewportSize(viewport);
      await page.emulateMedia({ reducedMotion, colorScheme: colorScheme ?? null });
      const devtools = await context.newCDPSession(page);
      if (isReusable) await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
      traffic.set(page, countTraffic(page));
      if (!painted) await page.addInitScript(skipPainting);
      if (!images) await stubImages(devtools);
      return page;
    };
  });

/** A context reused by the journeys of a worker, including its HTTP cache: a new one takes half a second of CPU time. */
type Profile = { context: BrowserContext; options: string; inUse: boolean; report: (problem: string) => void };

/** Returns a context with the options that no visitor of the current journey uses. */
async function takeProfile(browser: Browser, profiles: Profile[], options: BrowserContextOptions): Promise<Profile> {
  const key = JSON.stringify([inject('origin'), options]);
  let profile = profiles.find((each) => !each.inUse && each.options === key);
  if (profile === undefined) {
    const made: Profile = { context: await newContext(browser, options), options: key, inUse: false, report: () => {} };
    watch(made.context, inject('origin'), (problem) => made.report(problem));
    profiles.push(made);
    profile = made;
  }
  profile.inUse = true;
  return profile;
}

async function newContext(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  // Journeys intercept requests, which a service worker would answer. Offline journeys allow it.
  const context = await browser.newContext({ viewport: DESKTOP, baseURL: inject('origin'), serviceWorkers: 'block', ...options });
  await context.addInitScript(trackHydration);
  return context;
}

/** Resets the profile to that of a new visitor. Storage of the origin is cleared when the next page opens. */
async function resetProfile(profile: Profile): Promise<void> {
  const { context } = profile;
  for (const page of context.pages()) await page.close();
  await context.setOffline(false);
  await context.clearCookies();
  await context.clearPermissions();
  Object.assign(profile, { inUse: false, report: () => {} });
}

/** The number of requests so far, and the pending ones, without the stream of other editors, which stays open. */
type Traffic = { count: number; pending: Set<Request> };
const traffic = new WeakMap<Page, Traffic>();

export type HiddenWindow = Window & { __hideBy?: (way: 'opacity' | 'clip') => void };

/** Prints what is on the pages of a journey that has failed. */
async function printPages(contexts: BrowserContext[]): Promise<void> {
  for (const page of contexts.flatMap((context) => context.pages())) {
    const text = await page.locator('body').ariaSnapshot({ timeout: 5_000 }).catch(String);
    process.stderr.write(`At the failure, ${page.url()}:\n${text}\n`);
  }
}

/** Navigates to an address and waits for hydration. Returns the status. */
export async function visit(page: Page, address: string): Promise<number> {
  const response = await page.goto(address);
  await waitForHydration(page);
  return response?.status() ?? 0;
}

/**
 * Answers requests for covers and illustrations with an empty image of the same ratio: painting them takes most of a page's time, and layout
 * does not depend on it. Does not use Playwright's routes, which disable the HTTP cache.
 */
async function stubImages(devtools: CDPSession): Promise<void> {
  const response = {
    responseCode: 200,
    responseHeaders: [{ name: 'Content-Type', value: 'image/svg+xml' }],
    body: btoa('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3 4"/>'),
  };
  // The page may be closed by now.
  devtools.on('Fetch.requestPaused', ({ requestId }) => devtools.send('Fetch.fulfillRequest', { requestId, ...response }).catch(() => {}));
  await devtools.send('Fetch.enable', { patterns: [{ urlPattern: '*/covers/*.svg*' }, { urlPattern: '*/art/*.svg*' }] });
}

/**
 * Hides pages without animations, because painting takes a third of the browser's CPU time. Hit testing and Playwright ignore opacity; checks
 * that consider it switch to a clip path. Runs in the page before its scripts.
 */
function skipPainting(): void {
  const sheet = new CSSStyleSheet();
  const rules = { opacity: 'opacity: 0', clip: 'clip-path: polygon(0 0)' };
  const hideBy = (way: keyof typeof rules) => sheet.replaceSync(`@media (prefers-reduced-motion: reduce) { html { ${rules[way]} } }`);
  hideBy('opacity');
  document.adoptedStyleSheets.push(sheet);
  (window as HiddenWindow).__hideBy = hideBy;
}

/**
 * Waits until the function, which runs in the page, returns true. Unlike Playwright's `waitForFunction`, it loads no script into the page,
 * which takes a seventh of the CPU time of a page.
 */
export async function waitUntil(page: Page, holds: () => unknown): Promise<void> {
  await page.evaluate(`(async () => {
    const holds = ${holds};
    while (!holds()) await new Promise(requestAnimationFrame);
  })()`);
}

/** Waits until React has hydrated the page and run its effects. */
export async function waitForHydration(page: Page): Promise<void> {
  // A new tab is empty at first.
  if (page.url() === 'about:blank') throw new Error('Wait for the URL of a new tab first.');
  await page.evaluate(() => (document.getElementById('root') === null ? undefined : (window as HydratedWindow).__hydration));
}

/**
 * Waits until the page has no pending requests and has rendered their responses, which may cause further requests. Unlike Playwright's
 * `networkidle`, this needs no fixed delay.
 */
export async function waitForIdle(page: Page): Promise<void> {
  const requests = traffic.get(page);
  if (requests === undefined) throw new Error('This page was not opened by a journey.');
  let previous: number;
  do {
    previous = requests.count;
    await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(painted)))));
  } while (requests.pending.size > 0 || requests.count > previous);
}

/** Waits for a page by its address and its main heading. */
export async function waitForPage(page: Page, address: string | RegExp | ((url: URL) => boolean), heading: string | RegExp): Promise<void> {
  await page.waitForURL(address);
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
}

function watch(context: BrowserContext, origin: string, report: (problem: string) => void): void {
  context.on('console', (message) => {
    if (message.type() === 'error') report(`console: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => report(`uncaught: ${error.error().stack ?? error.error().message}`));
  context.on('request', (request) => {
    const { protocol, origin: requested } = new URL(request.url());
    if (/^https?:|^wss?:/.test(protocol) && requested !== origin) report(`request to another host: ${request.url()}`);
  });
}

function countTraffic(page: Page): Traffic {
  const requests: Traffic = { count: 0, pending: new Set() };
  page.on('request', (request) => {
    // Nothing on the page waits for those of type "other": Chromium revalidates stale cached responses with them, which take up to 30 s to end.
    if (request.url().endsWith('/presence') || request.resourceType() === 'other') return;
    requests.count += 1;
    requests.pending.add(request);
  });
  page.on('requestfinished', (request) => requests.pending.delete(request));
  page.on('requestfailed', (request) => requests.pending.delete(request));
  return requests;
}

/** `__hydrated` is set, and `__hydration` resolves, after React's first commit. */
type HydratedWindow = Window & { __hydrated?: boolean; __hydration?: Promise<void>; __REACT_DEVTOOLS_GLOBAL_HOOK__?: unknown };

/** Tracks React's first commit through the hook of the React developer tools. Runs in the page before its scripts. */
function trackHydration(): void {
  const page = window as HydratedWindow;
  page.__hydrated = false;
  let hydrated = () => {};
  page.__hydration = new Promise((resolve) => {
    hydrated = resolve;
  });
  // Browsers differ in which policy violations they log.
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile, lineNumber }) =>
    // biome-ignore lint/suspicious/noConsole: journeys watch the console
    console.error(`Content security policy violation: ${violatedDirective} ${blockedURI} (${sourceFile}:${lineNumber})`),
  );
  // React wraps recoverable errors; only the cause explains them.
  window.addEventListener('error', ({ error }) => {
    if (error instanceof Error && error.cause) reportError(error.cause);
  });
  page.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    supportsFiber: true,
    renderers: new Map(),
    inject: () => 1,
    checkDCE: () => {},
    onCommitFiberRoot: () => {},
    onCommitFiberUnmount: () => {},
    onPostCommitFiberRoot: () => {
      page.__hydrated = true;
      hydrated();
    },
  };
}
