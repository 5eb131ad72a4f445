/**
 * Runs before the first paint, as a separate small script without runtime imports. Applies stored settings, so that theme and layout do not flash;
 * delays the application, and the web fonts on the first page of a visit, until after the first paint; records input until hydration
 * (early-input.ts).
 */
import type { EarlyInput } from './early-input.ts';

const html = document.documentElement;

/** Delay after load and first paint for images to render, in milliseconds. */
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

/** Accessing storage may throw. Without it the page uses defaults. */
function read(storage: () => Storage, key: string): string | null {
  try {
    return storage().getItem(key);
  } catch {
    return null;
  }
}

/** Those of almost every page. Others load when a page is laid out with them. */
const FACES = [
  '1em Alegreya',
  'italic 1em Alegreya',
  '1em Alegreya SC',
  '1em Alegreya Sans',
  'bold 1em Alegreya Sans',
  '1em IM Fell Double Pica',
];

function showFaces(): void {
  html.dataset.faces = '';
}

/** Lays out the page with the web fonts once they have loaded, instead of before and after. */
async function loadFaces(): Promise<void> {
  if (location.pathname === '/') FACES.push('italic 1em IM Fell Double Pica');
  try {
    await Promise.all(FACES.map((face) => document.fonts.load(face)));
    showFaces();
    sessionStorage.setItem('talewood.faces', 'kept');
  } catch {
    // A face is missing, or storage is blocked.
    showFaces();
  }
}

function start(): void {
  void loadFaces();
  if (app === undefined) return;
  const [entry = '', ...parts] = app.split(' ');
  // Preload the chunks in parallel instead of after the entry has been parsed.
  for (const part of parts) document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: part }));
  // Without the application the signed-in state stays unknown: show what waits for it.
  const onerror = () => delete html.dataset.known;
  document.head.append(Object.assign(document.createElement('script'), { type: 'module', src: entry, onerror }));
}

/** The reader's positions in tales; none without a stored library. */
function readPositions(): { tale: string; finished: boolean }[] {
  try {
    return JSON.parse(read(() => localStorage, 'talewood.bookshelf') ?? '').base.positions;
  } catch {
    return [];
  }
}

/** Hides finished tales in lists from the first paint; features/reader-library takes over after hydration. */
function hideFinished(): void {
  const sheet = new CSSStyleSheet();
  for (const { tale, finished } of readPositions())
    if (finished && /^[0-9a-f-]{36}$/.test(tale)) sheet.insertRule(`.growing-grid [data-tale="${tale}"] { display: none }`);
  document.adoptedStyleSheets = [sheet];
}

/** Records buttons that need JavaScript, and fields, whose state hydration would reset. early-input.ts replays them. */
function recordInput({ target }: Event): void {
  const control = target instanceof Element && target.closest<HTMLInputElement>('button[type=button],input,select,textarea');
  const early = window.earlyInput;
  if (!control || !early) return;
  // Keep the most recently used control last.
  early.delete(control);
  early.set(control, { value: control.value, checked: control.checked, pressed: control.getAttribute('aria-pressed') });
}

const theme = read(() => localStorage, 'talewood.theme');
if (theme === 'sepia' || theme === 'night' || theme === 'candlelight' || theme === 'paper') html.dataset.theme = theme;
if (theme === 'auto' || theme === null) html.dataset.theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'night' : 'paper';
// Reading settings; missing values are the defaults of ui/reading-settings.ts.
try {
  const settings = Object(JSON.parse(read(() => localStorage, 'talewood.reading') ?? '{}'));
  for (const name of Object.keys(SETTINGS))
    if (SETTINGS[name]?.split(' ').includes(String(settings[name]))) html.dataset[name] = String(settings[name]);
} catch {
  // Invalid data: use the defaults.
}
// Tales for hidden ages are hidden from the first paint.
const hiddenAges = read(() => localStorage, 'talewood.hidden-ages');
if (hiddenAges !== null) html.dataset.hiddenAges = hiddenAges;
if (read(() => localStorage, 'talewood.hide-finished') !== null) hideFinished();
// Reserves the place of “Continue reading”, which comes after hydration.
if (location.pathname === '/' && readPositions().some(({ finished }) => !finished)) html.dataset.unfinished = '';
// Somebody is probably signed in: reserve the place of the name instead of showing Login.
if (read(() => localStorage, 'talewood.name') !== null) html.dataset.known = '';
if (read(() => sessionStorage, 'talewood.focus') !== null) html.dataset.focusMode = '';
if (read(() => sessionStorage, 'talewood.faces') === 'kept') showFaces();
window.earlyInput = new Map() satisfies EarlyInput;
// In the capture phase, before other listeners.
for (const type of ['click', 'input']) addEventListener(type, recordInput, true);
// Not requestAnimationFrame: its callback waits until the previous frame is displayed.
addEventListener('load', () => {
  const paint = new PerformanceObserver(() => {
    paint.disconnect();
    setTimeout(start, SIGHT_MS);
  });
  paint.observe({ type: 'paint', buffered: true });
});
