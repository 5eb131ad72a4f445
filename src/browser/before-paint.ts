/**
 * Runs before the first paint, as a small file of its own. A chosen page colour must not flash in late. What the first sight
 * of a page does not need waits until it has been painted: the application, and on the first page of a visit the faces, which
 * take the place of fallbacks of the same measures. Later pages have them in the cache and begin with them. What is pressed and
 * typed before the application has hydrated the page is recorded for it. No imports but types.
 */
import type { EarlyInput } from './early-input.ts';

const html = document.documentElement;

/** After load and the first paint, for the pictures to be painted, milliseconds. */
const SIGHT_MS = 150;
const SETTINGS: Record<string, string> = {
  face: 'sans clear',
  size: '1 2 3 5 6 7 8 9',
  spacing: 'close open',
  paragraphs: 'apart far',
  measure: 'narrow wide',
  alignment: 'justified',
  hyphens: 'false',
  flow: 'pages',
};
const { app } = document.currentScript?.dataset ?? {};

/** Storage may be forbidden, even to be looked at: then the page keeps its paper, and every page is the first. */
function read(storage: () => Storage, key: string): string | null {
  try {
    return storage().getItem(key);
  } catch {
    return null;
  }
}

function showFaces(): void {
  html.dataset.faces = '';
}

function start(): void {
  showFaces();
  document.fonts.ready.then(() => {
    try {
      sessionStorage.setItem('talewood.faces', 'kept');
    } catch {
      // As above.
    }
  });
  if (app === undefined) return;
  const [entry = '', ...parts] = app.split(' ');
  // Its parts are asked for with it, not after it has been read.
  for (const part of parts) document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: part }));
  // Without the application nobody finds out who is logged in: what waits for it is shown.
  const onerror = () => delete html.dataset.known;
  document.head.append(Object.assign(document.createElement('script'), { type: 'module', src: entry, onerror }));
}

/** Tales that were read to their end are no part of lists from the first sight; features/bookshelf/components/finished-filter.ts goes on with it. */
function hideFinished(): void {
  try {
    const { positions } = JSON.parse(read(() => localStorage, 'talewood.bookshelf') ?? '').base;
    const sheet = new CSSStyleSheet();
    for (const { tale, finished } of positions)
      if (finished && /^[0-9a-f-]{36}$/.test(tale)) sheet.insertRule(`.growing-grid [data-tale="${tale}"] { display: none }`);
    document.adoptedStyleSheets = [sheet];
  } catch {
    // Nothing is kept.
  }
}

/** Buttons that only a script answers, and fields, whose state the application would overwrite. early-input.ts repeats it. */
function recordInput({ target }: Event): void {
  const control = target instanceof Element && target.closest<HTMLInputElement>('button[type=button],input,select,textarea');
  const early = window.earlyInput;
  if (!control || !early) return;
  // The last used at the end.
  early.delete(control);
  early.set(control, { value: control.value, checked: control.checked, pressed: control.getAttribute('aria-pressed') });
}

const theme = read(() => localStorage, 'talewood.theme');
if (theme === 'sepia' || theme === 'night' || theme === 'candlelight' || theme === 'paper') html.dataset.theme = theme;
if (theme === 'auto') html.dataset.theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'night' : 'paper';
// How tales are set; what is not here is the printed page (features/reading/settings/reading-settings.ts).
try {
  const kept = Object(JSON.parse(read(() => localStorage, 'talewood.reading') ?? '{}'));
  for (const name of Object.keys(SETTINGS))
    if (SETTINGS[name]?.split(' ').includes(String(kept[name]))) html.dataset[name] = String(kept[name]);
} catch {
  // Not ours, or broken: the printed page.
}
// Tales of ages that are not wanted are veiled from the first sight.
const hiddenAges = read(() => localStorage, 'talewood.hidden-ages');
if (hiddenAges !== null) html.dataset.hiddenAges = hiddenAges;
if (read(() => localStorage, 'talewood.hide-finished') !== null) hideFinished();
// Someone is signed in, most likely: the bar keeps a place for the name instead of offering to log in.
if (read(() => localStorage, 'talewood.name') !== null) html.dataset.known = '';
if (read(() => sessionStorage, 'talewood.focus') !== null) html.dataset.focusMode = '';
if (read(() => sessionStorage, 'talewood.faces') === 'kept') showFaces();
window.earlyInput = new Map() satisfies EarlyInput;
// Before anything on the page hears it.
for (const type of ['click', 'input']) addEventListener(type, recordInput, true);
// Not by requestAnimationFrame: a frame asked for has to wait until the one before is on the screen.
addEventListener('load', () => {
  const paint = new PerformanceObserver(() => {
    paint.disconnect();
    setTimeout(start, SIGHT_MS);
  });
  paint.observe({ type: 'paint', buffered: true });
});
