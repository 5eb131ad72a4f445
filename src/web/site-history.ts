/** Places that the reader visits: the browser's history with their scroll positions, or the one URL of a page that the server renders. */
import { LIST_FILTERS } from '#src/features/tales/browse-query.ts';
import { blockers } from '#src/ui/navigate.ts';
import { readSessionValue, writeSessionValue } from '#src/ui/session-value.ts';

/** What an entry of the browser's history holds. Components add their own values: see `useHistoryState`. */
type Entry = { key: string; index: number; isFromList?: boolean };

/** A visited URL. `pathname` is decoded, `href` is not. */
export type Place = { href: string; pathname: string; search: Record<string, string>; searchText: string; hash: string; entry: Entry };

type Url = { pathname: string; search: string; hash: string };

type Options = {
  /** The entry before this one is the list of tales. */
  isFromList?: boolean;
  /** The page stays where it has been scrolled to. */
  keepsScroll?: boolean;
  ignoresBlockers?: boolean;
};

export type SiteHistory = ReturnType<typeof createBrowserHistory>;

/** Parses `/path?query#hash`, also of a path that begins with two slashes. */
export function parsePlace(href: string): Place {
  const [, pathname = '', search = '', hash = ''] = /^([^?#]*)([^#]*)(.*)$/s.exec(href) ?? [];
  return toPlace({ pathname, search, hash }, { key: '', index: 0 });
}

function toPlace({ pathname, search: sent, hash }: Url, entry: Entry): Place {
  const search = parseSearch(sent);
  const searchText = writeSearch(search);
  return { href: pathname + searchText + hash, pathname: decode(pathname), search, searchText, hash: decode(hash.slice(1)), entry };
}

/** Leaves percent signs encoded, as decoding twice would change the path. */
function decode(path: string): string {
  try {
    return decodeURI(path.replaceAll('%25', '%2525'));
  } catch {
    return path;
  }
}

/** Returns the first value of each parameter, or all values of a list. */
function parseSearch(text: string): Record<string, string> {
  const params = new URLSearchParams(text);
  const lists: readonly string[] = LIST_FILTERS;
  return Object.fromEntries(
    [...new Set(params.keys())].map((name) => [name, lists.includes(name) ? params.getAll(name).join(',') : (params.get(name) ?? '')]),
  );
}

function writeSearch(search: Record<string, string>): string {
  const text = new URLSearchParams(search).toString();
  return text && `?${text}`;
}

/** Creates the one history of a visit. `listen` sets who is told of each new place. */
export function createBrowserHistory() {
  let listener = (_keepsScroll: boolean) => {};
  let ignoresNextPop = false;
  let place = read(0);

  /** Marks entries without an index: the first one, and those of links within the page. */
  function read(index: number): Place {
    const state: Partial<Entry> | null = window.history.state;
    if (state?.index === undefined) window.history.replaceState({ ...state, key: newKey(), index }, '');
    return toPlace(location, window.history.state);
  }

  async function isBlocked(to: URL): Promise<boolean> {
    const from = new URL(place.href, location.origin);
    for (const blocks of blockers) if (await blocks(from, to)) return true;
    return false;
  }

  async function change(method: 'pushState' | 'replaceState', href: string, options: Options): Promise<void> {
    const { isFromList, keepsScroll = false, ignoresBlockers = false } = options;
    const to = new URL(href, location.href);
    if (blockers.size > 0 && !ignoresBlockers && (await isBlocked(to))) return;
    const index = place.entry.index + (method === 'pushState' ? 1 : 0);
    window.history[method]({ key: newKey(), index, ...(isFromList && { isFromList }) }, '', to.href);
    place = read(index);
    listener(keepsScroll);
  }

  async function follow(): Promise<void> {
    if (ignoresNextPop) {
      ignoresNextPop = false;
      return;
    }
    const next = read(place.entry.index + 1);
    if (blockers.size > 0 && (await isBlocked(new URL(location.href)))) {
      ignoresNextPop = true;
      window.history.go(place.entry.index - next.entry.index);
      return;
    }
    place = read(next.entry.index);
    listener(false);
  }

  const onPop = () => void follow();
  addEventListener('popstate', onPop);
  // The URL as it is written elsewhere, for instance with `+` for spaces.
  if (location.pathname + location.search + location.hash !== place.href) window.history.replaceState(window.history.state, '', place.href);

  return {
    get place() {
      return place;
    },
    push: (href: string, options: Options = {}) => change('pushState', href, options),
    replace: (href: string, options: Options = {}) => change('replaceState', href, options),
    back: () => window.history.back(),
    listen: (next: (keepsScroll: boolean) => void) => {
      listener = next;
    },
    destroy: () => removeEventListener('popstate', onPop),
  };
}

function newKey(): string {
  return Math.random().toString(36).slice(2, 9);
}

/** By selector of what was scrolled; PAGE for the page itself. */
type Positions = Record<string, [left: number, top: number]>;

const STORE = 'talewood.scroll';
const PAGE = 'page';

/**
 * Keeps the scroll positions of visited places. The browser would restore them before the router has rendered the page. `leave` is to be
 * called when the reader leaves a place, `arrive` when a page is rendered.
 */
export function followScrolling() {
  const kept: Record<string, Positions> = Object(readSessionValue(STORE));
  const scrolled = new Set<EventTarget>();
  let isFirst = true;
  /** The place that is shown, until the reader leaves it. */
  let here: string | undefined;
  let last: string | undefined;
  let stopWaiting = () => {};

  function leave(): void {
    if (here === undefined) return;
    const positions = positionsOf(here);
    for (const target of scrolled) {
      if (target === document) positions[PAGE] = [scrollX, scrollY];
      else if (target instanceof Element && target.isConnected) positions[selectorOf(target)] = [target.scrollLeft, target.scrollTop];
    }
    here = undefined;
  }

  function arrive({ entry: { key }, hash }: Place, keepsScroll: boolean): void {
    stopWaiting();
    // A page loaded by its URL may have been scrolled before hydration.
    const isScrolled = isFirst && hash === '' && isOpenedByUrl();
    isFirst = false;
    const before = last;
    here = key;
    last = key;
    scrolled.clear();
    if (isScrolled) return;
    const positions = positionsOf(key);
    // Parts that both pages have stay where they are.
    for (const [selector, position] of Object.entries(before === undefined ? {} : positionsOf(before)))
      if (selector === PAGE ? keepsScroll : document.querySelector(selector) !== null) positions[selector] ??= position;
    const page = positions[PAGE];
    if (!keepsScroll) {
      for (const [selector, [left, top]] of Object.entries(positions))
        if (selector !== PAGE) Object.assign(document.querySelector(selector) ?? {}, { scrollLeft: left, scrollTop: top });
      const [left, top] = page ?? [0, 0];
      if (page || hash === '') scrollTo({ left, top });
      if (page && hash === '' && reach() < top) stopWaiting = whenLongEnough(top);
    }
    if (hash !== '' && !page) document.getElementById(hash)?.scrollIntoView();
  }

  function positionsOf(key: string): Positions {
    kept[key] ??= {};
    return kept[key];
  }

  history.scrollRestoration = 'manual';
  document.addEventListener('scroll', ({ target }) => void (target && scrolled.add(target)), true);
  addEventListener('pagehide', () => {
    history.scrollRestoration = 'auto';
    leave();
    writeSessionValue(STORE, kept);
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) history.scrollRestoration = 'manual';
  });
  return { leave, arrive };
}

function selectorOf(element: Element): string {
  const parts: string[] = [];
  for (let each: Element | null = element; each; each = each.parentElement) {
    const index = each.parentElement ? [...each.parentElement.children].indexOf(each) + 1 : 1;
    parts.unshift(`${each.localName}:nth-child(${index})`);
  }
  return parts.join('>');
}

function isOpenedByUrl(): boolean {
  const [loaded] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return loaded?.type === 'navigate';
}

/** Maximum time for a page to reach its previous height, in milliseconds. */
const PATIENCE_MS = 10_000;
const READER_ACTS = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;

/** Scrolls to `y` as soon as a list that loads after rendering is tall enough. Stops if the reader interacts. */
function whenLongEnough(y: number): () => void {
  const watcher = new ResizeObserver(() => {
    if (reach() < y) return;
    stop();
    scrollTo({ top: y, behavior: 'instant' });
  });
  const timer = setTimeout(stop, PATIENCE_MS);
  for (const act of READER_ACTS) addEventListener(act, stop, { passive: true });
  watcher.observe(document.documentElement);
  function stop(): void {
    watcher.disconnect();
    clearTimeout(timer);
    for (const act of READER_ACTS) removeEventListener(act, stop);
  }
  return stop;
}

/** Maximum scroll position of the page. */
function reach(): number {
  return document.documentElement.scrollHeight - innerHeight;
}
