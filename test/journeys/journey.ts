import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page, Request } from 'playwright-core';
import { test as base, expect, inject } from 'vitest';
import { launchBrowser } from '../browser.ts';

/** What every journey starts from: a browser, and visitors' windows that tolerate nothing unexpected. */

export const WIDE = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

export type Visitor = Omit<BrowserContextOptions, 'baseURL'> & {
  /** Errors in the console that belong to the journey, such as the browser's own word on a 404. */
  expected?: RegExp[];
  /** Another address of the site, such as a proxy. */
  origin?: string;
  /** A new profile: scripts come from the network, not from a cache. Default: one that journeys use in turn, where possible. */
  fresh?: boolean;
};

/** Opens a page of a new visitor, without animations unless `reducedMotion` says otherwise: they take a sixth of the processor time. */
export type Open = (visitor?: Visitor) => Promise<Page>;

/**
 * A test with `open`. It fails when any window it opened wrote an unexpected error to the console, threw, broke the
 * content security policy, or asked another host for anything.
 */
export const journey = base
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures this one needs
  .extend('browser', { scope: 'worker' }, async ({}, { onCleanup }): Promise<Browser> => {
    const browser = await launchBrowser();
    onCleanup(() => browser.close());
    return browser;
  })
  .extend('profile', { scope: 'worker' }, async ({ browser }): Promise<Profile> => {
    const profile: Profile = { context: await newContext(browser, {}), inUse: false, report: () => {} };
    watch(profile.context, inject('origin'), (problem) => profile.report(problem));
    return profile;
  })
  .extend('open', async ({ browser, profile }, { onCleanup }): Promise<Open> => {
    const problems: string[] = [];
    const contexts: BrowserContext[] = [];
    let usesProfile = false;
    onCleanup(async () => {
      for (const context of contexts) await context.close();
      if (usesProfile) await resetProfile(profile);
      expect(problems, 'what went wrong in the windows of this journey').toEqual([]);
    });
    return async ({
      expected = [],
      origin = inject('origin'),
      fresh = false,
      viewport = WIDE,
      reducedMotion = 'reduce',
      colorScheme,
      ...options
    } = {}) => {
      const report = (problem: string) => {
        if (!expected.some((pattern) => pattern.test(problem))) problems.push(problem);
      };
      let context: BrowserContext;
      if (!fresh && !profile.inUse && origin === inject('origin') && Object.keys(options).length === 0) {
        Object.assign(profile, { inUse: true, report });
        usesProfile = true;
        context = profile.context;
      } else {
        context = await newContext(browser, { baseURL: origin, ...options });
        contexts.push(context);
        watch(context, origin, report);
      }
      const page = await context.newPage();
      if (viewport !== null) await page.setViewportSize(viewport);
      await page.emulateMedia({ reducedMotion, colorScheme: colorScheme ?? null });
      const devtools = await context.newCDPSession(page);
      if (context === profile.context) await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
      traffic.set(page, countTraffic(page));
      await replaceImages(devtools);
      return page;
    };
  });

/** A context that the journeys of a worker use in turn: a new one costs half a second of processor time. Its HTTP cache is kept. */
type Profile = { context: BrowserContext; inUse: boolean; report: (problem: string) => void };

async function newContext(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  // Journeys watch, hold back and count requests: a worker would answer for the network. Those about it allow it.
  const context = await browser.newContext({ viewport: WIDE, baseURL: inject('origin'), serviceWorkers: 'block', ...options });
  await context.addInitScript(tellWhenDrawn);
  return context;
}

/** Makes the profile that of a new visitor; what the origin has stored is deleted when its next page opens. */
async function resetProfile(profile: Profile): Promise<void> {
  const { context } = profile;
  for (const page of context.pages()) await page.close();
  await context.setOffline(false);
  await context.clearCookies();
  await context.clearPermissions();
  Object.assign(profile, { inUse: false, report: () => {} });
}

/** What a window has asked for so far, and what of it is still on its way. */
type Traffic = { asked: number; open: Set<Request> };
const traffic = new WeakMap<Page, Traffic>();

/** Goes to an address and waits until its scripts, when there are any, have taken over. Returns the status. */
export async function visit(page: Page, address: string): Promise<number> {
  const response = await page.goto(address);
  await untilAlive(page);
  return response?.status() ?? 0;
}

/**
 * Replaces covers and illustrations by empty images, as drawing them takes most of the time of a page and layout does not depend on it. Not by
 * Playwright's routes, which turn off the cache: scripts would be fetched and compiled for each page.
 */
async function replaceImages(devtools: CDPSession): Promise<void> {
  const answer = {
    responseCode: 200,
    responseHeaders: [{ name: 'Content-Type', value: 'image/svg+xml' }],
    body: btoa('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3 4"/>'),
  };
  // The page may be gone before the answer.
  devtools.on('Fetch.requestPaused', ({ requestId }) => devtools.send('Fetch.fulfillRequest', { requestId, ...answer }).catch(() => {}));
  await devtools.send('Fetch.enable', { patterns: [{ urlPattern: '*/covers/*.svg*' }, { urlPattern: '*/art/*.svg*' }] });
}

/** Waits until React has hydrated the page and run its effects. Until then a click is the browser's own. */
export async function untilAlive(page: Page): Promise<void> {
  if (await page.evaluate(() => document.getElementById('root') === null || !('__drawn' in window))) return;
  await page.waitForFunction(() => (window as { __drawn?: boolean }).__drawn === true);
}

/**
 * Waits until all is there that the page has asked for, and drawn: what it is sent may make it ask for more. Other than Playwright's network
 * idle it needs no half second of silence, and is no guess.
 */
export async function untilComplete(page: Page): Promise<void> {
  const sent = traffic.get(page);
  if (sent === undefined) throw new Error('This window was not opened by a journey.');
  let known: number;
  do {
    known = sent.asked;
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(drawn)))));
  } while (sent.open.size > 0 || sent.asked > known);
}

/** Waits for a page of the site by its address and its main heading. */
export async function arrived(page: Page, address: string | RegExp | ((url: URL) => boolean), heading: string | RegExp): Promise<void> {
  await page.waitForURL(address);
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
}

function watch(context: BrowserContext, origin: string, report: (problem: string) => void): void {
  context.on('console', (message) => {
    if (message.type() === 'error') report(`console: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => report(`thrown: ${error.error().stack ?? error.error().message}`));
  context.on('request', (request) => {
    const { protocol, origin: asked } = new URL(request.url());
    if (/^https?:|^wss?:/.test(protocol) && asked !== origin) report(`request to another host: ${request.url()}`);
  });
}

function countTraffic(page: Page): Traffic {
  const sent: Traffic = { asked: 0, open: new Set() };
  page.on('request', (request) => {
    sent.asked += 1;
    sent.open.add(request);
  });
  page.on('requestfinished', (request) => sent.open.delete(request));
  page.on('requestfailed', (request) => sent.open.delete(request));
  return sent;
}

/** React tells the development tools of each drawing; this listens in their place. Runs in the page before its scripts. */
function tellWhenDrawn(): void {
  const page = window as { __drawn?: boolean; __REACT_DEVTOOLS_GLOBAL_HOOK__?: unknown };
  page.__drawn = false;
  // Also violations that the script itself tolerates: browsers report them to the console in different ways.
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile, lineNumber }) =>
    // biome-ignore lint/suspicious/noConsole: the console is what is watched
    console.error(`Blocked by the content security policy: ${violatedDirective} ${blockedURI} (${sourceFile}:${lineNumber})`),
  );
  // React wraps what it recovered from: the reason is in the cause, which a thrown error does not show.
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
      page.__drawn = true;
    },
  };
}
